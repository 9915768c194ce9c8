import type { RefactoringKind } from '../../shared/protocol';

/** The kinds of code action besides those of refactorings, among which sorting is one. */
export const QUICK_FIX = 'quickfix';
/** JSON out of what was meant to be some. */
export const REPAIR = 'quickfix.agentEnvelopes.repair' satisfies RefactoringKind;
export const SORT_HERE = 'refactor.rewrite.agentEnvelopes.sort';
export const FIX_ALL = 'source.fixAll.agentEnvelopes';
export const SORT = 'source.sortProperties.agentEnvelopes';

export const ACTION_KINDS = [QUICK_FIX, FIX_ALL, SORT];

/** Whether actions of a kind are asked for: all are where nothing is said, else those of a kind and of the kinds below it. */
export function isActionWanted(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some(one => one === '' || kind === one || kind.startsWith(`${one}.`));
}
