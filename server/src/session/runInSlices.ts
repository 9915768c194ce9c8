import { uptime } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../shared/steps';

/** Runs work in time slices, between which the server answers requests. The first slice is long, so short work runs without a pause. */
export function runInSlices<T>(steps: Steps<T>): Promise<T>;
/** @param isNeeded called after each pause; if false, the work is abandoned and the result is undefined */
export function runInSlices<T>(steps: Steps<T>, isNeeded: () => boolean): Promise<T | undefined>;
export async function runInSlices<T>(steps: Steps<T>, isNeeded = () => true): Promise<T | undefined> {
  for (let slice = FIRST_SLICE; ; slice = SLICE) {
    const until = uptime() + slice;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (uptime() < until);
    await setImmediate();
    if (!isNeeded()) return undefined;
  }
}

// In seconds, the unit of `uptime`. `performance` is not used because Node loads it on first use, which takes a millisecond. The first
// slice is longer because V8 collects garbage in pauses: with pauses from the start, a response of 10 MB takes a fifth longer.
const FIRST_SLICE = 0.1;
const SLICE = 0.008;
