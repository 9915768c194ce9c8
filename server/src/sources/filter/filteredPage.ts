import { queryTerms } from '../../features/runs/filter/queryTerms';
import { runFilter } from '../../features/runs/filter/runFilter';
import type { ListedRun, RunPage, RunQuery } from '../../model/runSource';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { listedRunSummary } from '../listedRunSummary';
import type { FilterPlan } from './planFilter';

/** A page of a store: its terms are applied, `plan.after` is not. */
export interface StorePage {
  runs: ListedRun[];
  next?: string | undefined;
  /** See `RunPage`. */
  unlisted?: number;
}

interface FilteredPageOptions {
  query: RunQuery;
  plan: FilterPlan;
  now: number;
  /** At most so many runs on a page of the store. */
  maxRuns: number;
  page(limit: number, cursor: string | undefined): Promise<StorePage>;
  /** Keys of the filter that the list can't decide: the run is loaded. */
  uncertain?: readonly string[];
  /** The run with its steps; undefined if it is gone. */
  load(run: ListedRun): Promise<IndexedRun | undefined>;
}

/**
 * A page of the runs that match, from the pages of a store. Asks for a few pages if few runs match: the page may be shorter than its
 * limit, or empty, and there may still be more.
 */
export async function filteredPage({
  query,
  plan,
  now,
  maxRuns,
  uncertain = [],
  page,
  load,
}: FilteredPageOptions): Promise<RunPage> {
  if (plan.fault !== undefined) return { runs: [], fault: plan.fault };
  const limit = Math.min(query.limit, maxRuns);
  const needsSteps = queryTerms(plan.after).some(({ name, operator }) => operator !== '' && uncertain.includes(name));
  const runs: ListedRun[] = [];
  let cursor = query.cursor;
  let loaded = 0;
  let unlisted = 0;
  for (let pages = 0; pages < MOST_PAGES && runs.length < limit && loaded < MOST_LOADED; pages++) {
    // Each run of a page may have to be loaded.
    const rest = limit - runs.length;
    const wanted = plan.after === '' ? rest : Math.min(rest, MOST_LOADED);
    const { runs: listed, next, unlisted: leftOut = 0 } = await page(wanted, cursor);
    unlisted += leftOut;
    const shown = await eachOf(listed, run =>
      isShown(run, { filter: plan.after, needsSteps, now }, () => {
        loaded++;
        return load(run);
      }),
    );
    runs.push(...listed.filter((_, index) => shown[index]));
    cursor = next;
    if (cursor === undefined) break;
  }
  return {
    runs,
    ...(cursor !== undefined && { next: cursor }),
    ...(unlisted > 0 && { unlisted }),
    ...(plan.appliedAfter.length > 0 && { appliedAfter: plan.appliedAfter }),
    ...(plan.notApplied.length > 0 && { notApplied: plan.notApplied }),
  };
}

const MOST_PAGES = 5;
const MOST_LOADED = 20;

/** Decides by what the store lists of a run if that suffices, else by its steps. */
async function isShown(
  run: ListedRun,
  { filter, needsSteps, now }: { filter: string; needsSteps: boolean; now: number },
  load: () => Promise<IndexedRun | undefined>,
): Promise<boolean> {
  if (filter === '') return true;
  const { shows } = runFilter(filter);
  let isDecided = !needsSteps;
  const askForSteps = () => {
    isDecided = false;
    return undefined;
  };
  const isMatch = !needsSteps && shows(listedRunSummary(run, ''), askForSteps, now);
  if (isDecided) return isMatch;
  const indexed = await load();
  return indexed !== undefined && shows(indexed.summary, () => indexed, now);
}

/** Some at a time, so that a store is not flooded. */
async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += AT_A_TIME) {
    results.push(...(await Promise.all(items.slice(from, from + AT_A_TIME).map(work))));
  }
  return results;
}

const AT_A_TIME = 4;
