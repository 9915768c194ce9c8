import type { Analysis } from '../model/analysis';
import type { MakeUp } from '../slots/fillable';
import { freshId } from './completion/freshId';

/**
 * Makes up what a file does not have yet: new ids, and the time.
 *
 * @param now milliseconds since 1970
 */
export function makeUpFor(analysis: Analysis, now: () => number): MakeUp {
  return slot => (slot === 'time' ? timeOf(now()) : freshId(slot, analysis));
}

/** A time as envelopes have it: UTC, to the second. */
function timeOf(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
}
