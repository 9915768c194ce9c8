import type { RefactoringKind } from '../../shared/protocol';

/** The code action kinds besides refactorings, which include sorting. */
export const QUICK_FIX = 'quickfix';
/** Repairs text that was meant to be JSON. */
export const REPAIR = 'quickfix.agentEnvelopes.repair' satisfies RefactoringKind;
export const SORT_HERE = 'refactor.rewrite.agentEnvelopes.sort';
export const FIX_ALL = 'source.fixAll.agentEnvelopes';
export const SORT = 'source.sortProperties.agentEnvelopes';

export const ACTION_KINDS = [QUICK_FIX, FIX_ALL, SORT];

/** Whether a client requests actions of a kind: all kinds by default, else the given kinds and those below them. */
export function isActionWanted(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some(one => one === '' || kind === one || kind.startsWith(`${one}.`));
}
