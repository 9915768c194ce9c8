import { setTimeout } from 'node:timers/promises';

/**
 * Creates a delay that the user can interrupt: it resolves to false after an interrupt, or when the reader of the output is
 * gone. Until the first delay an interrupt ends the program as usual.
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
