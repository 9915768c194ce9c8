import type { ListedRun, RunPage, RunQuery, RunSource } from '../model/runSource';
import { t } from '../shared/l10n';
import { errorText } from '../shared/shownText';

/** The runs that a trace store has listed so far for one filter. Further runs are requested page by page. */
export interface StoreListing {
  /** The known runs from an index on; at the end of the known runs, requests the next page. Never rejects. */
  from(filter: string, index: number): Promise<ListedRuns>;
  /** Forgets the listed runs, and cancels a running request. */
  reset(): void;
}

export interface ListedRuns {
  /** The known runs from the index on. */
  runs: readonly ListedRun[];
  /** The number of known runs. */
  known: number;
  /** There are further runs beyond the known ones. */
  hasMore: boolean;
  /** See `RunPage`. */
  appliedAfter: readonly string[];
  notApplied: readonly string[];
  recentDays?: number;
  unlisted?: number;
  /** Why no further runs can be listed, in one line. */
  fault?: string;
}

/**
 * Lists the runs of a source. Keeps the result until `reset`, even a fault: the tree asks again at any change, and a server in trouble must
 * not be asked each time.
 *
 * @param pageSize the number of runs per page
 */
export function storeListing(source: Pick<RunSource, 'list'>, pageSize: number): StoreListing {
  let listing = emptyListing('');

  async function readNext(): Promise<void> {
    const current = listing;
    const { filter, runs, next, controller } = current;
    const query: RunQuery = { filter, limit: pageSize, ...(next !== undefined && { cursor: next }) };
    try {
      const page = await source.list(query, controller.signal);
      runs.push(...page.runs.slice(0, pageSize));
      current.page = page;
      current.unlisted += page.unlisted ?? 0;
      current.next = page.next;
      current.isComplete = page.next === undefined || runs.length >= MOST_RUNS;
      if (page.fault !== undefined) current.fault = page.fault;
    } catch (error) {
      current.isComplete = true;
      current.fault = errorText(error);
    }
  }

  return {
    async from(filter, index) {
      if (filter !== listing.filter) {
        listing.controller.abort(CANCELLED);
        listing = emptyListing(filter);
      }
      const current = listing;
      if (index >= current.runs.length && !current.isComplete) {
        current.reading ??= readNext().finally(() => {
          current.reading = undefined;
        });
        await current.reading;
      }
      const { runs, isComplete, page, unlisted, fault } = current;
      return {
        runs: runs.slice(index),
        known: runs.length,
        hasMore: !isComplete,
        appliedAfter: page?.appliedAfter ?? [],
        notApplied: page?.notApplied ?? [],
        ...(page?.recentDays !== undefined && { recentDays: page.recentDays }),
        ...(unlisted > 0 && { unlisted }),
        ...(fault !== undefined && { fault }),
      };
    },
    reset() {
      listing.controller.abort(CANCELLED);
      listing = emptyListing(listing.filter);
    },
  };
}

/** The maximum number of listed runs; beyond it, a filter helps more. */
const MOST_RUNS = 10_000;

const CANCELLED = new Error(t`No longer wanted.`);

interface Listing {
  filter: string;
  runs: ListedRun[];
  next: string | undefined;
  page: RunPage | undefined;
  unlisted: number;
  isComplete: boolean;
  fault: string | undefined;
  reading: Promise<void> | undefined;
  controller: AbortController;
}

function emptyListing(filter: string): Listing {
  return {
    filter,
    runs: [],
    next: undefined,
    page: undefined,
    unlisted: 0,
    isComplete: false,
    fault: undefined,
    reading: undefined,
    controller: new AbortController(),
  };
}
