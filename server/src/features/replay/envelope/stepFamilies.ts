import { readingFamilies } from '../../../families/readingFamilies';
import type { Family } from '../../../model/family';
import type { EnvelopeLocation } from '../../../model/run';
import type { Readings } from '../context/replayContext';

/** The protocols that the envelopes of a step are read by. */
export function familiesOf(
  readings: Pick<Readings, 'families'>,
  [first]: readonly EnvelopeLocation[],
): readonly Family[] {
  return (first && readings.families?.(first.uri)) ?? readingFamilies;
}
