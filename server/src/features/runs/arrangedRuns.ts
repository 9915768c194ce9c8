import type { RunSummary } from '../../model/run';
import type { RunSort, RunView } from '../../protocol';
import type { RunIndex } from '../../runs/runIndex';
import { runFilter } from './runFilter';

/**
 * The runs that a filter leaves, in the order that is wanted. What is alike stands in the order of its keys.
 *
 * @param now in milliseconds since 1970
 */
export function arrangedRuns(
  index: RunIndex,
  { filter, sort }: Pick<RunView, 'filter' | 'sort'>,
  now: number,
): readonly RunSummary[] {
  // What may still run and what is unfinished is told by the minute.
  const key = JSON.stringify([filter, sort, Math.floor(now / 60_000)]);
  const known = remembered.get(index) ?? new Map<string, Arranged>();
  remembered.set(index, known);
  const revision = index.revision();
  const before = known.get(key);
  if (before?.revision === revision) return before.runs;
  const isShown = runFilter(filter);
  const runs = index.runs().filter(summary => isShown(summary, () => index.run(summary.key), now));
  const arranged = sorted(runs, sort);
  // A tree asks for the same again for each node that is open; an earlier filter is not asked for again.
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(key, { revision, runs: arranged });
  return arranged;
}

interface Arranged {
  revision: number;
  runs: readonly RunSummary[];
}

const remembered = new WeakMap<RunIndex, Map<string, Arranged>>();
const MOST_REMEMBERED = 4;

function sorted(runs: readonly RunSummary[], sort: RunSort): RunSummary[] {
  const byKey = (one: RunSummary, other: RunSummary) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);
  if (sort === 'name') {
    const named = (one: RunSummary, other: RunSummary) =>
      NATURAL.compare(one.title, other.title) || NATURAL.compare(one.id, other.id) || byKey(one, other);
    return runs.toSorted(named);
  }
  const ranked = runs.map(run => ({ run, ranks: RANKS[sort](run) }));
  ranked.sort((one, other) => compared(one.ranks, other.ranks) || byKey(one.run, other.run));
  return ranked.map(({ run }) => run);
}

const NATURAL = new Intl.Collator('en', { numeric: true });

/** What a run is sorted by: numbers, the smallest first. */
const RANKS: Readonly<Record<Exclude<RunSort, 'name'>, (run: RunSummary) => number[]>> = {
  newest: run => [-startOf(run)],
  oldest: run => [startOf(run)],
  problems: ({ problems: { error, warning, info } }) => [-error, -warning, -info],
  duration: ({ startedAt, endedAt }) => [
    startedAt === undefined || endedAt === undefined ? 1 : -Number(endedAt - startedAt),
  ],
};

// In milliseconds: nearer than that no two runs begin that anyone would tell apart.
function startOf({ startedAt, changedAt }: RunSummary): number {
  return startedAt === undefined ? changedAt : Number(startedAt) / 1e6;
}

function compared(one: readonly number[], other: readonly number[]): number {
  for (let i = 0; i < one.length; i++) {
    const difference = (one[i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
