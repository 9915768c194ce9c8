import { gapPriority, questionPriority } from '../../../registry/vocabularies';

/** Sorts by priority, using the protocols' words; entries without a known word come last. Stable. */
export function byPriority<T>(all: readonly T[], priorityOf: (one: T) => string | undefined): T[] {
  const rank = (one: T) => RANKS.get(priorityOf(one)?.toLowerCase() ?? '') ?? RANKS.size;
  return all.toSorted((a, b) => rank(a) - rank(b));
}

const RANKS: ReadonlyMap<string, number> = new Map(
  [gapPriority, questionPriority].flatMap(({ words }) => words.map(({ word }, rank) => [word.toLowerCase(), rank])),
);
