import { FILTER_KEYS } from '../../features/runs/filter/filterKeys';
import { isHalfTyped, type QueryTerm, queryTerms } from '../../features/runs/filter/queryTerms';
import { runFilter } from '../../features/runs/filter/runFilter';
import type { RunQuery } from '../../model/runSource';
import { parseTimeBound } from '../../text/time/parseTimeBound';

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
