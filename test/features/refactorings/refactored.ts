import type { CodeAction, CodeActionContext, WorkspaceEdit } from 'vscode-languageserver-types';
import { analyse } from '../../../server/src/analysis/analyse';
import { refactorings } from '../../../server/src/features/refactorings/refactorings';
import type { EditingClient } from '../../../server/src/features/refactorings/workspaceEdit';
import type { Position } from '../../../server/src/model/text';
import { memoryFile } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { testContext } from '../../kit/testContext';

/** Files of a workspace, by path. */
export type Texts = Readonly<Record<string, string>>;

export interface Asked {
  path: string;
  position?: Position;
  context?: Partial<CodeActionContext>;
  client?: EditingClient;
}

const ABLE: EditingClient = { creates: true, renames: true, confirms: true };
export const NOW = '2026-06-01T12:00:00Z';

/** All that the envelope at a place can become. */
export function refactoringsAt(files: Texts, { path, position, context = {}, client = ABLE }: Asked): CodeAction[] {
  const workspace = memoryWorkspace(files);
  const analysisContext = { ...testContext(), workspace };
  const { analysis } = analyse(memoryFile(path, files[path] ?? ''), analysisContext);
  const start = position ?? { line: 0, character: 0 };
  return refactorings(
    analysis,
    { start, end: start },
    { diagnostics: [], ...context },
    {
      context: analysisContext,
      workspace,
      client,
      now: NOW,
    },
  );
}

/** The one of that title, without the count of its notes. */
export function refactoringAt(files: Texts, title: string, asked: Asked): CodeAction {
  const all = refactoringsAt(files, asked);
  const found = all.find(one => one.title.replace(/ \(\d+ notes?\)$/, '') === title);
  if (!found) throw new Error(`no "${title}" among ${all.map(one => one.title)}`);
  return found;
}

/** The files after an edit: those that it changes or makes, and `null` for what is gone. */
export function filesAfter(files: Texts, { changes, documentChanges }: WorkspaceEdit): Record<string, string | null> {
  const after: Record<string, string | null> = {};
  const pathOf = (uri: string) => decodeURIComponent(uri.slice('file:///work/'.length));
  const textOf = (path: string) => after[path] ?? files[path] ?? '';
  for (const [uri, edits] of Object.entries(changes ?? {})) after[pathOf(uri)] = applyEdits(textOf(pathOf(uri)), edits);
  for (const one of documentChanges ?? []) {
    if (!('kind' in one)) {
      const path = pathOf(one.textDocument.uri);
      after[path] = applyEdits(
        textOf(path),
        one.edits.filter(edit => 'newText' in edit),
      );
    } else if (one.kind === 'create') {
      const path = pathOf(one.uri);
      if (Object.hasOwn(files, path)) throw new Error(`${path} is there already`);
      after[path] = '';
    } else if (one.kind === 'rename') {
      const [path, other] = [pathOf(one.oldUri), pathOf(one.newUri)];
      if (Object.hasOwn(files, other)) throw new Error(`${other} is there already`);
      after[other] = textOf(path);
      after[path] = null;
    }
  }
  return after;
}

/** What is said after it. */
export function saidAfter({ command }: CodeAction): string {
  const [told] = command?.arguments ?? [];
  return told?.said ?? '';
}
