import type { Location, WorkspaceEdit } from 'vscode-languageserver-types';
import type { LocatedName } from '../../model/name';
import { references } from './references';
import { rename } from './rename';
import type { SymbolScope } from './symbolScope';

/** The parameters of queries about a symbol; plain data, because its scope may be in another thread. */
export interface SymbolQueryParams {
  definition: { symbol: LocatedName };
  references: { symbol: LocatedName; includeDeclaration: boolean };
  rename: { symbol: LocatedName; to: string; annotates: boolean };
}

interface SymbolQueryResults {
  definition: Location[];
  references: Location[];
  rename: WorkspaceEdit | { refused: string };
}

export type SymbolQuery = keyof SymbolQueryParams;

/** The queries that a scope answers. */
export const symbolQueries: {
  [Q in SymbolQuery]: (params: SymbolQueryParams[Q], scope: SymbolScope) => SymbolQueryResults[Q];
} = {
  definition: ({ symbol }, scope) => scope.definitions(symbol),
  references: ({ symbol, includeDeclaration }, scope) => references(symbol.name, { includeDeclaration }, scope),
  rename: ({ symbol, to, annotates }, scope) => rename(symbol.name, to, scope, { annotates }),
};
