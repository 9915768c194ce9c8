/** The kinds of code action that the server has. */
export const QUICK_FIX = 'quickfix';
export const REWRITE = 'refactor.rewrite';
export const FIX_ALL = 'source.fixAll.agentEnvelopes';
export const SORT = 'source.sortProperties.agentEnvelopes';

export const ACTION_KINDS = [QUICK_FIX, REWRITE, FIX_ALL, SORT];

/** Whether actions of a kind are asked for: all are where nothing is said, else those of a kind and of the kinds below it. */
export function wants(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some(one => one === '' || kind === one || kind.startsWith(`${one}.`));
}
