import type { RunSummary } from '../../../model/run';
import type { RunIndex } from '../../../runs/index/runIndex';
import type { RunSort, RunView } from '../../../shared/protocol';
import { runFilter } from '../filter/runFilter';
import { shownStatus } from '../shownStatus';
import { STATUS_ORDER } from './statusOrder';

/**
 * The runs that a filter leaves, in the order that is wanted. What is alike stands in the order of its keys.
 *
 * @param now in milliseconds since 1970
 */
export function sortedRuns(
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
  const { shows } = runFilter(filter);
  const runs = index.runs().filter(summary => shows(summary, () => index.run(summary.key), now));
  const arranged = sorted(runs, sort, now);
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

function sorted(runs: readonly RunSummary[], sort: RunSort, now: number): RunSummary[] {
  const byKey = (one: RunSummary, other: RunSummary) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);
  if (sort === 'name') {
    const named = (one: RunSummary, other: RunSummary) =>
      NATURAL.compare(one.title, other.title) || NATURAL.compare(one.id, other.id) || byKey(one, other);
    return runs.toSorted(named);
  }
  const ranked = runs.map(run => ({ run, ranks: RANKS[sort](run, now) }));
  ranked.sort((one, other) => compared(one.ranks, other.ranks) || byKey(one.run, other.run));
  return ranked.map(({ run }) => run);
}

const NATURAL = new Intl.Collator('en', { numeric: true });

/** What a run is sorted by: numbers, the smallest first. */
const RANKS: Readonly<Record<Exclude<RunSort, 'name'>, (run: RunSummary, now: number) => number[]>> = {
  newest,
  oldest: ({ startedAt, changedAt }) => (startedAt === undefined ? [1, changedAt] : [0, milliseconds(startedAt)]),
  failed: (run, now) => [STATUS_ORDER.indexOf(shownStatus(run, now)), ...newest(run)],
  problems: run => [-run.problems.error, -run.problems.warning, -run.problems.info, ...newest(run)],
  duration: run => [...longest(run), ...newest(run)],
};

// What tells no time comes last: when its file was written, which may be when it was copied, says nothing of when it began.
function newest({ startedAt, changedAt }: RunSummary): number[] {
  return startedAt === undefined ? [1, -changedAt] : [0, -milliseconds(startedAt)];
}

function longest({ startedAt, endedAt }: RunSummary): number[] {
  return startedAt === undefined || endedAt === undefined ? [1, 0] : [0, -Number(endedAt - startedAt)];
}

// Nearer than that no two runs begin that anyone would tell apart.
function milliseconds(at: bigint): number {
  return Number(at) / 1e6;
}

function compared(one: readonly number[], other: readonly number[]): number {
  for (let i = 0; i < one.length; i++) {
    const difference = (one[i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
