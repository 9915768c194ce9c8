import { readingFamilies } from '../../families/readingFamilies';
import type { RunSummary } from '../../model/run';

/** The title of a run's protocol; its id if the protocol no longer exists. */
export function familyTitle({ family, protocol }: Pick<RunSummary, 'family' | 'protocol'>): string {
  return protocol ?? TITLES.get(family) ?? family;
}

const TITLES: ReadonlyMap<string, string> = new Map(readingFamilies.map(({ id, title }) => [id, title]));
