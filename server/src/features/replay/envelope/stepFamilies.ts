import { readingFamilies } from '../../../families/readingFamilies';
import type { Family } from '../../../model/family';
import type { EnvelopeLocation } from '../../../model/run';
import type { RunSources } from '../context/replayContext';

/** The families that apply to the envelopes of a step. */
export function stepFamilies(
  reader: Pick<RunSources, 'families'>,
  [first]: readonly EnvelopeLocation[],
): readonly Family[] {
  return (first && reader.families?.(first.uri)) ?? readingFamilies;
}
