import type { Context } from '../../analysis/analyse';
import type { Analysis } from '../../model/analysis';
import type { ValueGenerator } from '../../slots/valueGenerator';
import type { LastNumber } from '../../text/names/nextId';
import { freshId } from '../newEnvelope/freshId';
import { neighbourEnvelopes, valuesBySlot } from '../newEnvelope/neighbourEnvelopes';

/**
 * Generates values that a file does not contain yet: ids that are new to it and to the files beside it, and the current
 * time.
 *
 * @param now milliseconds since 1970
 * @param elsewhere the numbers that are taken in the rest of the workspace
 */
export function valueGenerator(
  analysis: Analysis,
  context: Context,
  now: () => number,
  elsewhere?: LastNumber,
): ValueGenerator {
  const said = valuesBySlot(() => neighbourEnvelopes(analysis, context));
  return slot => (slot === 'time' ? timeOf(now()) : freshId(slot, () => said(slot), elsewhere));
}

/** A time in the format of envelopes: UTC, to the second. */
function timeOf(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
}
