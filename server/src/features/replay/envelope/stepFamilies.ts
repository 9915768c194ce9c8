import { readingFamilies } from '../../../families/readingFamilies';
import type { Family } from '../../../model/family';
import type { EnvelopeLocation } from '../../../model/run';
import type { RunSources } from '../context/replayContext';

/** The protocols that the envelopes of a step are read by. */
export function stepFamilies(
  reader: Pick<RunSources, 'families'>,
  [first]: readonly EnvelopeLocation[],
): readonly Family[] {
  return (first && reader.families?.(first.uri)) ?? readingFamilies;
}
