import { escapeInvisible } from './escapeInvisible';
import type { Io, Output } from './io';

/** Whether to colour: what FORCE_COLOR says, else not where NO_COLOR says anything, else on a terminal. */
export function wantsColour(output: Output, env: Io['env']): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return !no && term !== 'dumb' && output.isTTY === true;
}

/** A line that says how far the work is. */
export interface Progress {
  /** Call it often: it writes at most every 100 ms, and not before the work has taken that long. */
  show(text: string): void;
  /** Before anything else is written. */
  erase(): void;
}

/** On a terminal, a line of standard error that is written over and over; elsewhere nothing. */
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
/** To the line's beginning, and clear the line. */
const ERASE = '\r\u001b[2K';
