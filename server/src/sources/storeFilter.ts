import { isHalfTyped, type QueryTerm, queryTerms } from '../features/runs/queryTerms';
import { FILTER_KEYS, runFilter } from '../features/runs/runFilter';
import type { RunSummary } from '../model/run';
import type { ListedRun, RunPage, RunQuery } from '../model/runSource';
import type { IndexedRun } from '../runs/assembly/indexedRun';
import { runKey } from '../runs/index/recordStore';
import { parseTimeBound } from '../text/parseTime';
import { SourceError } from './sourceError';

/**
 * How far a trace store itself applies a term of the user's filter. With `all` it returns exactly the matching runs, with `some` it may return
 * other runs, too. Undefined if it ignores the term.
 */
export type Pushed = 'all' | 'some' | undefined;

/** A filter, split into the terms that a store applies and the terms that are applied to its answer. */
export interface FilterPlan {
  /** The error in the filter. */
  fault?: string;
  /** The terms that the store applies. */
  pushed: QueryTerm[];
  /** The terms that are applied to the store's answer, as a filter; empty if there are none. */
  after: string;
  /** The text of the terms that the store doesn't apply. */
  appliedAfter: string[];
  /** The ignored terms: they are about facts that no store knows. */
  notApplied: string[];
  /** Milliseconds since 1970: the start of a run is at or after `since`, and before `until`. */
  since?: number;
  until?: number;
}

/**
 * Splits the filter of a query.
 *
 * @param pushes returns how the store applies a term; the store always applies times
 * @param now in milliseconds since 1970
 */
export function planFilter(
  { filter, since, until }: Pick<RunQuery, 'filter' | 'since' | 'until'>,
  pushes: (term: QueryTerm) => Pushed,
  now: number,
): FilterPlan {
  const plan: FilterPlan = { pushed: [], after: '', appliedAfter: [], notApplied: [] };
  const { fault } = runFilter(filter);
  if (fault !== undefined) return { ...plan, fault };
  const bounds = { since: since ?? -Infinity, until: until ?? Infinity };
  const after: string[] = [];
  for (const term of queryTerms(filter)) {
    const { name, operator, value, isNot, words } = term;
    const key = operator === '' ? undefined : FILTER_KEYS.get(name);
    if (key ? isHalfTyped(term) : words === '') continue;
    const text = termText(term);
    if (name === 'since' || name === 'until') {
      const bound = Number((parseTimeBound(value, now) ?? 0n) / 1_000_000n);
      if ((name === 'since') !== isNot) bounds.since = Math.max(bounds.since, bound);
      else bounds.until = Math.min(bounds.until, bound);
    } else if (key && UNKNOWN_TO_STORES.has(name)) {
      plan.notApplied.push(text);
    } else {
      const pushed = pushes(term);
      if (pushed) plan.pushed.push(term);
      else plan.appliedAfter.push(text);
      if (pushed !== 'all') after.push(text);
    }
  }
  return {
    ...plan,
    after: after.join(' '),
    ...(bounds.since > -Infinity && { since: bounds.since }),
    ...(bounds.until < Infinity && { until: bounds.until }),
  };
}

/**
 * Returns the time range for a store that should not search all of its data: the last days, or those before the filter's
 * end, if the filter has no start.
 *
 * @param now in milliseconds since 1970
 */
export function recentTime({ since, until }: Pick<FilterPlan, 'since' | 'until'>, now: number) {
  // Clocks differ: the range ends an hour from now.
  const newest = now + HOUR;
  const start = since ?? Math.min(newest, until ?? newest) - RECENT_DAYS * DAY;
  return {
    since: start,
    until: until ?? newest,
    /** The properties to add to the page. */
    told: since === undefined ? { recentDays: Math.ceil((now - start) / DAY) } : {},
  };
}

/** Tempo's default limit of the searched time range. */
export const RECENT_DAYS = 7;
const HOUR = 3_600_000;
/** A day, in milliseconds. */
export const DAY = 24 * HOUR;

/** Keys about files and checks. Runs of a store have neither. */
const UNKNOWN_TO_STORES: ReadonlySet<string> = new Set(['rule', 'path', 'has']);

/** Returns a term as text of a filter. */
function termText({ isNot, name, operator, value, words }: QueryTerm): string {
  const sign = isNot ? '-' : '';
  // Words with an operator were in quotes; without quotes they would be a key.
  return FILTER_KEYS.has(name) && operator !== ''
    ? `${sign}${name}${operator}${quoted(value)}`
    : `${sign}${quoted(words)}`;
}

function quoted(text: string): string {
  return /^[\w.@/-]+$/.test(text) && !text.startsWith('-') ? text : `"${text}"`;
}

/** A page of a store. The store has applied `plan.pushed`; `plan.after` is not applied yet. */
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
  /** The limit of runs on a page of the store. */
  maxRuns: number;
  page(limit: number, cursor: string | undefined): Promise<StorePage>;
  /** Keys of the filter that the store's list can't decide, so that the run has to be loaded. */
  uncertain?: readonly string[];
  /** Loads a run with its steps; resolves to undefined if it no longer exists. */
  load(run: ListedRun): Promise<IndexedRun | undefined>;
}

/**
 * Returns a page of matching runs, from the pages of a store. Requests only a few pages, so the result may be shorter than its limit, or
 * empty, although there are further runs.
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
  const failures: SourceError[] = [];
  let asked = 0;
  let loaded = 0;
  let unlisted = 0;
  for (let pages = 0; pages < MOST_PAGES && runs.length < limit && loaded < MOST_LOADED; pages++) {
    // Not more than needed: each run of a page may have to be loaded.
    const rest = limit - runs.length;
    const wanted = plan.after === '' ? rest : Math.min(rest, MOST_LOADED);
    const { runs: listed, next, unlisted: leftOut = 0 } = await page(wanted, cursor);
    unlisted += leftOut;
    asked += listed.length;
    const shown = await eachOf(listed, run =>
      isShown(run, { filter: plan.after, needsSteps, now }, () => {
        loaded++;
        return load(run).catch((error: unknown) => {
          // One run that is too large must not hide the others.
          if (!(error instanceof SourceError)) throw error;
          failures.push(error);
          return undefined;
        });
      }),
    );
    runs.push(...listed.filter((_, index) => shown[index]));
    cursor = next;
    if (cursor === undefined) break;
  }
  if (query.cursor === undefined) throwIfAll(failures, asked);
  unlisted += failures.length;
  return {
    runs,
    ...(cursor !== undefined && { next: cursor }),
    ...(unlisted > 0 && { unlisted }),
    ...(plan.appliedAfter.length > 0 && { appliedAfter: plan.appliedAfter }),
    ...(plan.notApplied.length > 0 && { notApplied: plan.notApplied }),
  };
}

/** Throws if none of the runs could be loaded: then the store is at fault, and must not be asked for all others, too. */
export function throwIfAll(failures: readonly SourceError[], runs: number): void {
  const [first] = failures;
  if (first && failures.length === runs) throw first;
}

const MOST_PAGES = 5;
const MOST_LOADED = 20;

/** Returns whether a run matches. Loads its steps only if its list entry does not suffice. */
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

/** Works on a few items at a time, so that a store is not flooded. */
async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += AT_A_TIME) {
    results.push(...(await Promise.all(items.slice(from, from + AT_A_TIME).map(work))));
  }
  return results;
}

const AT_A_TIME = 4;

/**
 * Returns the summary of a listed run that is not loaded yet.
 *
 * @param folder the URI of the folder into which the store's runs are loaded
 */
export function listedRunSummary(
  { id, family, title, status, startedAt, endedAt, agents, conversation, steps = 0 }: ListedRun,
  folder: string,
): RunSummary {
  return {
    key: runKey(family, id, folder),
    id,
    family,
    folder,
    title,
    status,
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    ...(conversation !== undefined && { conversation }),
    agents,
    files: [],
    steps,
    problems: { error: 0, warning: 0, info: 0 },
    rules: [],
    changedAt: endedAt === undefined ? 0 : Number(endedAt / 1_000_000n),
  };
}

/** Converts a loaded run to a list entry. */
export function listedOfSummary(
  { family, title, status, startedAt, endedAt, agents, steps, conversation }: RunSummary,
  id: string,
): ListedRun {
  return {
    ...{ id, family, title, status, agents, steps },
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    ...(conversation !== undefined && { conversation }),
  };
}
