import { escapeInvisible } from './escapeInvisible';
import type { Io, Output } from './io';

/** Whether to use colour: as FORCE_COLOR says, else not if NO_COLOR is set, else on a terminal. */
export function wantsColour(output: Output, env: Io['env']): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return !no && term !== 'dumb' && output.isTTY === true;
}

/** A progress line. */
export interface Progress {
  /** Writes at most every 100 ms, and not in the first 100 ms, so it may be called often. */
  show(text: string): void;
  /** Must be called before anything else is written. */
  erase(): void;
}

/** On a terminal, overwrites one line of standard error; elsewhere does nothing. */
export function createProgress({ stderr, env, now }: Pick<Io, 'stderr' | 'env' | 'now'>): Progress {
  if (!stderr.isTTY || env.TERM === 'dumb') return { show: () => {}, erase: () => {} };
  let last = now();
  let shown = false;
  return {
    show(text) {
      if (now() - last < INTERVAL) return;
      last = now();
      shown = true;
      stderr.write(`${ERASE}${escapeInvisible(text).slice(0, (stderr.columns || 80) - 1)}`);
    },
    erase() {
      if (shown) stderr.write(ERASE);
      shown = false;
    },
  };
}

/** Milliseconds. */
const INTERVAL = 100;
/** Moves to the start of the line and clears it. */
const ERASE = '\r\u001b[2K';
