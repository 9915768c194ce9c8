import type { Location, WorkspaceEdit } from 'vscode-languageserver-types';
import { definitionUnderCursor } from '../../../server/src/features/symbols/catalogueDefinition';
import { featureScope } from '../../../server/src/features/symbols/featureScope';
import { highlights, idSymbolAt } from '../../../server/src/features/symbols/idOccurrences';
import { symbolQueries } from '../../../server/src/features/symbols/rename';
import { isIdKind } from '../../../server/src/features/symbols/symbolKinds';
import type { Workspace } from '../../../server/src/model/disk';
import type { LocatedName } from '../../../server/src/model/symbol';
import { runSteps } from '../../../server/src/shared/workInSteps';
import type { Asked } from '../drawnFeature';

/** The definition that the server finds without the index: of an id, else what the text links to. */
export function definitionAt(asked: Asked, workspace: Workspace): Location[] {
  const symbol = idSymbolAt(asked.analysis, asked.position, workspace);
  if (!symbol) return definitionUnderCursor(asked.analysis, asked.position, workspace);
  return symbolQueries.definition({ symbol }, scopeOf(symbol, asked, workspace));
}

export function referencesAt(asked: Asked, includeDeclaration: boolean, workspace: Workspace): Location[] {
  const symbol = idSymbolAt(asked.analysis, asked.position, workspace);
  if (!symbol) return [];
  return symbolQueries.references({ symbol, includeDeclaration }, scopeOf(symbol, asked, workspace));
}

export function renameAt(asked: Asked, to: string, workspace: Workspace): WorkspaceEdit | { refused: string } {
  const symbol = idSymbolAt(asked.analysis, asked.position, workspace);
  if (!symbol) return { refused: 'no id' };
  return symbolQueries.rename({ symbol, to, annotates: true }, scopeOf(symbol, asked, workspace));
}

export function highlightsAt({ analysis, position }: Asked, workspace: Workspace) {
  const symbol = idSymbolAt(analysis, position, workspace);
  return symbol ? runSteps(highlights(analysis, symbol.name)) : [];
}

function scopeOf({ name: { kind } }: LocatedName, { analysis }: Asked, workspace: Workspace) {
  if (!isIdKind(kind)) throw new Error(`${kind} is no kind of id`);
  return featureScope(analysis, kind, workspace);
}
