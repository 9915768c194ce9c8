import type { CompletionItem, Hover } from 'vscode-languageserver-types';
import { analyse } from '../../server/src/analysis/analyse';
import { completion } from '../../server/src/features/completion/completion';
import { hover } from '../../server/src/features/hover';
import type { Workspace } from '../../server/src/model/disk';
import type { ClientOptions } from '../../server/src/shared/lspExtensions';
import { memoryFile } from '../kit/analyseText';
import type { FileWithCursor } from '../kit/inEachFileKind';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { type TestSettings, testContext } from '../kit/testContext';

interface Around {
  settings?: TestSettings;
  workspace?: Workspace;
  client?: ClientOptions;
}

/** The completion items at the cursor, in the order in which an editor shows them. */
export function itemsAt({ name, text, position }: FileWithCursor, around: Around = {}): CompletionItem[] {
  const { settings, workspace = memoryWorkspace(), client = {} } = around;
  const context = testContext(settings);
  const { analysis } = analyse(memoryFile(name, text), context);
  const items = completion(analysis, position, { context, workspace, client });
  return items.sort((one, two) => ((one.sortText ?? one.label) < (two.sortText ?? two.label) ? -1 : 1));
}

export function labelsAt(file: FileWithCursor, around: Around = {}): string[] {
  return itemsAt(file, around).map(({ label }) => label);
}

export function hoverAt({ name, text, position }: FileWithCursor, around: Around = {}): Hover | undefined {
  const { settings, workspace = memoryWorkspace() } = around;
  const context = testContext(settings);
  return hover(analyse(memoryFile(name, text), context).analysis, position, context, workspace);
}

/** The hover's Markdown; empty where there is none. */
export function saidAt(file: FileWithCursor, around: Around = {}): string {
  const contents = hoverAt(file, around)?.contents;
  return contents && typeof contents === 'object' && 'value' in contents ? contents.value : '';
}
