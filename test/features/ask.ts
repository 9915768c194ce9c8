import type { CompletionItem, Hover } from 'vscode-languageserver-types';
import { analyse } from '../../server/src/analysis/analyse';
import { completion } from '../../server/src/features/completion';
import { hover } from '../../server/src/features/hover';
import type { Workspace } from '../../server/src/model/disk';
import type { ClientOptions } from '../../server/src/protocol';
import { fileOf } from '../kit/analysed';
import { contextOf, type Settings } from '../kit/context';
import type { DrawnFile } from '../kit/inEachFile';
import { memoryWorkspace } from '../kit/memoryWorkspace';

interface Around {
  settings?: Settings;
  workspace?: Workspace;
  client?: ClientOptions;
}

/** The completion items at the cursor, in the order in which an editor shows them. */
export function itemsAt({ name, text, position }: DrawnFile, around: Around = {}): CompletionItem[] {
  const { settings, workspace = memoryWorkspace(), client = {} } = around;
  const context = contextOf(settings);
  const { analysis } = analyse(fileOf(name, text), context);
  const items = completion(analysis, position, { context, workspace, client });
  return items.sort((one, two) => ((one.sortText ?? one.label) < (two.sortText ?? two.label) ? -1 : 1));
}

export function labelsAt(file: DrawnFile, around: Around = {}): string[] {
  return itemsAt(file, around).map(({ label }) => label);
}

export function hoverAt({ name, text, position }: DrawnFile, around: Around = {}): Hover | undefined {
  const { settings, workspace = memoryWorkspace() } = around;
  const context = contextOf(settings);
  return hover(analyse(fileOf(name, text), context).analysis, position, context, workspace);
}

/** The hover's Markdown; empty where there is none. */
export function saidAt(file: DrawnFile, around: Around = {}): string {
  const contents = hoverAt(file, around)?.contents;
  return contents && typeof contents === 'object' && 'value' in contents ? contents.value : '';
}
