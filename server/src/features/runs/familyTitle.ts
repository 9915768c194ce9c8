import { readingFamilies } from '../../families/readingFamilies';
import type { RunSummary } from '../../model/run';

/** What the protocol of a run is called; its id where there is none of that name any more. */
export function familyTitle({ family, protocol }: Pick<RunSummary, 'family' | 'protocol'>): string {
  return protocol ?? TITLES.get(family) ?? family;
}

const TITLES: ReadonlyMap<string, string> = new Map(readingFamilies.map(({ id, title }) => [id, title]));
