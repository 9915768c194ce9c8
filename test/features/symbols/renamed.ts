import { workspaceScope } from '../../../server/src/features/symbols/featureScope';
import { findNames } from '../../../server/src/features/symbols/findNames';
import { rename } from '../../../server/src/features/symbols/rename';
import type { SymbolName } from '../../../server/src/model/symbol';
import { analyseText } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { type Around, FILES, type Files, pathOf, searchIn } from './searchedWorkspace';

const PLAIN = { annotates: false };

export function renamed(name: SymbolName, to: string, files: Files = FILES, around: Around = {}): Files {
  const result = rename(name, to, workspaceScope(searchIn(files, around)), PLAIN);
  if ('refused' in result) throw new Error(String(result.refused));
  const changed = Object.entries(result.changes ?? {}).map(([uri, edits]) => [
    pathOf(uri),
    applyEdits(files[pathOf(uri)] ?? '', edits),
  ]);
  return { ...files, ...Object.fromEntries(changed) };
}

export function refusal(name: SymbolName, to: string, files: Files = FILES, around: Around = {}): unknown {
  const result = rename(name, to, workspaceScope(searchIn(files, around)), PLAIN);
  return 'refused' in result ? result.refused : 'renamed';
}

/** How often a name stands in each file, by reading all of them anew. */
export function counts(
  { kind, text, of }: SymbolName,
  files: Files,
  { families }: Around = {},
): Record<string, number> {
  const found = Object.entries(files).map(([path, content]) => [
    path,
    findNames(analyseText(path, content, families && { families }), {
      names: [{ kind, text, ...(of !== undefined && { of }) }],
    }).length,
  ]);
  return Object.fromEntries(found.filter(([, count]) => count !== 0));
}

export const build: SymbolName = { kind: 'agent', text: 'build' };
