import type { RunSummary, ShownStatus } from '../../model/run';
import type { RunIndex } from '../../runs/index/runIndex';
import { compareValues } from '../../shared/arrays';
import type { RunSort, RunView } from '../../shared/lspExtensions';
import { computeOnce, memoizeByObject, memoizeByVersion } from '../../text/memoize';
import { runFilter } from './runFilter';
import { shownStatus } from './treeIcons';

/**
 * Returns the workflow runs that match a filter, in the order that the user chose. Runs that are equal in this order are sorted by key.
 *
 * @param now in milliseconds since 1970
 * @param said finds words in all texts; without it, words match titles, files and short texts only
 */
export function filterAndSortRuns(
  index: RunIndex,
  { filter, sort, hidesServices = false }: Pick<RunView, 'filter' | 'sort' | 'hidesServices'>,
  now: number,
  said?: SaidLookup,
): readonly RunSummary[] {
  const { shows, words } = runFilter(filter, said && ((words, { key }) => said.isIn(words, key)));
  said?.search(words);
  // The key contains the minute, since running and unfinished depend on the time.
  const key = JSON.stringify([filter, sort, hidesServices, Math.floor(now / 60_000)]);
  const version = `${index.revision()} ${words.length > 0 ? said?.version() : undefined}`;
  return lists(index)(key, version, () => {
    const runs = index
      .runs()
      .filter(summary => !(hidesServices && summary.isOfServices) && shows(summary, () => index.run(summary.key), now));
    return sorted(runs, sort, now);
  });
}

// A tree requests the same runs for each expanded node.
const lists = memoizeByObject((_: RunIndex) => memoizeByVersion<readonly RunSummary[]>(4));

/** A search, in the background, for the runs whose texts contain the words of a filter. It returns what it has found so far. */
export interface SaidLookup {
  /** Searches for these words, as written in a filter. Replaces the words of the last call. */
  search(words: readonly string[]): void;
  /** Increases when the search finds more. */
  version(): number;
  isIn(words: string, run: string): boolean;
}

function sorted(runs: readonly RunSummary[], sort: RunSort, now: number): RunSummary[] {
  const byKey = (a: RunSummary, b: RunSummary) => compareValues(a.key, b.key);
  if (sort === 'name') {
    const named = (a: RunSummary, b: RunSummary) =>
      compareNaturally(a.title, b.title) || compareNaturally(a.id, b.id) || byKey(a, b);
    return runs.toSorted(named);
  }
  const ranked = runs.map(run => ({ run, ranks: RANKS[sort](run, now) }));
  ranked.sort((a, b) => compareRanks(a.ranks, b.ranks) || byKey(a.run, b.run));
  return ranked.map(({ run }) => run);
}

/** The sort keys of a run: numbers in ascending order. */
const RANKS: Readonly<Record<Exclude<RunSort, 'name'>, (run: RunSummary, now: number) => number[]>> = {
  newest,
  oldest: ({ startedAt, changedAt }) => (startedAt === undefined ? [1, changedAt] : [0, milliseconds(startedAt)]),
  failed: (run, now) => [STATUS_ORDER.indexOf(shownStatus(run, now)), ...newest(run)],
  problems: run => [-run.problems.error, -run.problems.warning, -run.problems.info, ...newest(run)],
  duration: run => [...longest(run), ...newest(run)],
};

// Sorts runs without a time last: the time of their file, perhaps a copy, says nothing about their start.
function newest({ startedAt, changedAt }: RunSummary): number[] {
  return startedAt === undefined ? [1, -changedAt] : [0, -milliseconds(startedAt)];
}

function longest({ startedAt, endedAt }: RunSummary): number[] {
  return startedAt === undefined || endedAt === undefined ? [1, 0] : [0, -Number(endedAt - startedAt)];
}

// Milliseconds distinguish the starts of runs well enough.
function milliseconds(at: bigint): number {
  return Number(at) / 1e6;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** All statuses; statuses that need attention come first. */
export const STATUS_ORDER: readonly string[] = [
  'failed',
  'blocked',
  'running',
  'unfinished',
  'cancelled',
  'unknown',
  'succeeded',
] satisfies ShownStatus[];

/** Compares names as people do: `run 2` before `run 10`. */
export function compareNaturally(one: string, other: string): number {
  return collator().compare(one, other);
}

// The first object of `Intl` is a tenth of the start of the command line, which sorts no names.
const collator = computeOnce(() => new Intl.Collator('en', { numeric: true }));
