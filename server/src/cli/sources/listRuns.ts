import type { ListedRun, RunSource } from '../../model/runSource';
import { unlistedNote } from '../../sources/unlistedNote';
import { UsageError } from '../args';
import type { SourceSelection } from './sourceOptions';

/** The runs that were selected, and what should be known of them, in lines. */
export interface SelectedRuns {
  runs: ListedRun[];
  notes: string[];
}

/** Lists the selected runs, page by page. Throws UsageError for a filter with an error. */
export async function listRuns(
  source: RunSource,
  { filter, limit }: SourceSelection,
  onPage: (count: number) => void = () => undefined,
): Promise<SelectedRuns> {
  const runs: ListedRun[] = [];
  const after = new Set<string>();
  const ignored = new Set<string>();
  let recentDays: number | undefined;
  let cursor: string | undefined;
  let emptyPages = 0;
  let isCut = false;
  let unlisted = 0;
  do {
    const page = await source.list(
      { filter, limit: limit - runs.length, ...(cursor !== undefined && { cursor }) },
      NEVER,
    );
    if (page.fault !== undefined) throw new UsageError(page.fault);
    // A store may ignore the limit.
    const rest = limit - runs.length;
    isCut ||= page.runs.length > rest;
    runs.push(...page.runs.slice(0, rest));
    emptyPages = page.runs.length > 0 ? 0 : emptyPages + 1;
    for (const term of page.appliedAfter ?? []) after.add(term);
    for (const term of page.notApplied ?? []) ignored.add(term);
    unlisted += page.unlisted ?? 0;
    recentDays = page.recentDays;
    cursor = page.next;
    onPage(runs.length);
  } while (cursor !== undefined && runs.length < limit && emptyPages < MOST_EMPTY_PAGES);
  const leftOut = unlistedNote(unlisted);
  return {
    runs,
    notes: [
      ...(leftOut === undefined ? [] : [`${leftOut}.`]),
      ...(ignored.size > 0 ? [`The store does not support ${[...ignored].join(', ')}: not applied.`] : []),
      ...(cursor !== undefined || isCut
        ? [`There are more runs; raise --limit, or narrow --since or --filter.`]
        : recentNote(recentDays)),
    ],
  };
}

/** That a list or a search ends with the last days, in a line. */
export function recentNote(days: number | undefined): string[] {
  return days === undefined ? [] : [`Only the last ${days} days were searched; use --since 30d for more.`];
}

/** After so many pages in a row without a run or a match, a store is asked no more: one could always answer that there are others. */
export const MOST_EMPTY_PAGES = 100;

/** An interrupt ends the whole program. */
export const NEVER: AbortSignal = new AbortController().signal;
