import type { RefactoringKind } from '../../shared/lspExtensions';

// The kinds of LSP code actions that the server offers, besides most refactorings. `SORT` sorts properties on save; `SORT_HERE` sorts them when
// the user asks.
export const QUICK_FIX = 'quickfix';
/** The kind of the code actions that repair faulty JSON-like text, so that it becomes JSON. */
export const REPAIR = 'quickfix.agentEnvelopes.repair' satisfies RefactoringKind;
export const SORT_HERE = 'refactor.rewrite.agentEnvelopes.sort';
export const FIX_ALL = 'source.fixAll.agentEnvelopes';
export const SORT = 'source.sortProperties.agentEnvelopes';

export const ACTION_KINDS = [QUICK_FIX, FIX_ALL, SORT];

/** Returns whether a client requests actions of a kind. `only` lists kinds, which include their subkinds; undefined requests all. */
export function isActionWanted(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some(one => one === '' || kind === one || kind.startsWith(`${one}.`));
}
