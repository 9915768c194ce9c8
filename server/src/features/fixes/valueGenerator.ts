import type { Context } from '../../analysis/analyse';
import type { Analysis } from '../../model/analysis';
import type { ValueGenerator } from '../../slots/valueGenerator';
import { freshId } from '../newEnvelope/freshId';
import { neighbourEnvelopes, valuesBySlot } from '../newEnvelope/neighbourEnvelopes';

/**
 * Makes up what a file does not have yet: ids that neither it nor those beside it have, and the time.
 *
 * @param now milliseconds since 1970
 */
export function valueGenerator(analysis: Analysis, context: Context, now: () => number): ValueGenerator {
  const said = valuesBySlot(() => neighbourEnvelopes(analysis, context));
  return slot => (slot === 'time' ? timeOf(now()) : freshId(slot, () => said(slot)));
}

/** A time as envelopes have it: UTC, to the second. */
function timeOf(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
}
