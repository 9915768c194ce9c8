import { setTimeout } from 'node:timers/promises';

/**
 * Makes a pause that the user can end: it answers false once the program was interrupted, or nobody reads its output any
 * more. Until the first pause an interrupt ends the program, as it always does.
 */
export function interruptiblePause(): (milliseconds: number) => Promise<boolean> {
  const stop = new AbortController();
  let listens = false;
  return async milliseconds => {
    if (!listens) {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
      for (const event of ['error', 'close'] as const) process.stdout.once(event, () => stop.abort());
    }
    listens = true;
    // Only an abort rejects.
    await setTimeout(milliseconds, undefined, { signal: stop.signal }).catch(() => {});
    return !stop.signal.aborted;
  };
}
