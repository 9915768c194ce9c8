import { isHalfTyped, type QueryTerm, queryTerms } from '../features/runs/queryTerms';
import { FILTER_KEYS, runFilter } from '../features/runs/runFilter';
import type { RunSummary } from '../model/run';
import type { ListedRun, RunPage, RunQuery } from '../model/runSource';
import type { IndexedRun } from '../runs/assembly/indexedRun';
import { runKey } from '../runs/index/recordStore';
import { parseTimeBound } from '../text/instant';

/** How a store applies a term: `all` of it, or `some`: what it answers includes all runs that match. */
export type Pushed = 'all' | 'some' | undefined;

/** A filter, divided into what a store applies and what is applied to its answer. */
export interface FilterPlan {
  /** The error in the filter. */
  fault?: string;
  /** The terms that the store applies. */
  pushed: QueryTerm[];
  /** The filter of the terms that are applied to what the store answers; empty if there are none. */
  after: string;
  /** The terms that the store applies no part of, as text. */
  appliedAfter: string[];
  /** The terms about which a store knows nothing. */
  notApplied: string[];
  /** Milliseconds since 1970: the start of a run is at or after `since`, and before `until`. */
  since?: number;
  until?: number;
}

/**
 * Divides the filter of a query.
 *
 * @param pushes how the store applies a term; times are always applied
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
 * The time to ask a store for that should not search all it has: the last days, if the filter names no beginning.
 *
 * @param now in milliseconds since 1970
 */
export function recentTime({ since, until }: Pick<FilterPlan, 'since' | 'until'>, now: number) {
  // Clocks differ: an hour from now on is asked for, too.
  const recent = { since: now - RECENT_DAYS * DAY + HOUR, until: now + HOUR };
  return {
    since: since ?? recent.since,
    until: until ?? recent.until,
    /** For the page. */
    told: since === undefined ? { recentDays: RECENT_DAYS } : {},
  };
}

/** The longest time that Tempo searches, unless it is set otherwise. */
export const RECENT_DAYS = 7;
const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** They are about files, and about checks, which a store's runs have not. */
const UNKNOWN_TO_STORES: ReadonlySet<string> = new Set(['rule', 'path', 'has']);

/** A term as the filter writes it. */
function termText({ isNot, name, operator, value, words }: QueryTerm): string {
  const sign = isNot ? '-' : '';
  // Words with an operator were in quotes: without these they would be a key.
  return FILTER_KEYS.has(name) && operator !== ''
    ? `${sign}${name}${operator}${quoted(value)}`
    : `${sign}${quoted(words)}`;
}

function quoted(text: string): string {
  return /^[\w.@/-]+$/.test(text) && !text.startsWith('-') ? text : `"${text}"`;
}

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

/**
 * The summary of a run that a store lists, before it is loaded.
 *
 * @param folder the URI of the folder that the runs of the store are loaded into
 */
export function listedRunSummary(
  { id, family, title, status, startedAt, endedAt, agents, steps = 0 }: ListedRun,
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
    agents,
    files: [],
    steps,
    problems: { error: 0, warning: 0, info: 0 },
    rules: [],
    changedAt: endedAt === undefined ? 0 : Number(endedAt / 1_000_000n),
  };
}

/** A run that was read, as a store lists it. */
export function listedOfSummary(
  { family, title, status, startedAt, endedAt, agents, steps }: RunSummary,
  id: string,
): ListedRun {
  return {
    ...{ id, family, title, status, agents, steps },
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
  };
}
