import { readingFamilies } from '../../families/readingFamilies';
import type { RunSummary, ShownStatus } from '../../model/run';
import { dayOf } from './localTime';
import { agoText } from './words';

/**
 * The displayed status of a run: one without an end is "running" only while that is plausible, else "unfinished". Depends on
 * the clock, so it is never stored.
 *
 * @param now in milliseconds since 1970
 */
export function shownStatus(summary: Pick<RunSummary, 'status' | 'changedAt' | 'endedAt'>, now: number): ShownStatus {
  return summary.status === 'running' && !mayStillRun(summary, now) ? 'unfinished' : summary.status;
}

/** The status in words. Of a session whose end nobody writes, what is known: when its last step was. */
export function statusText(
  summary: Pick<RunSummary, 'status' | 'changedAt' | 'endedAt' | 'family'>,
  now: number,
): string {
  return lastStepText(summary, now) ?? shownStatus(summary, now);
}

/** `last step 8 h ago`; undefined for a run whose end would be known. */
export function lastStepText(
  summary: Pick<RunSummary, 'status' | 'changedAt' | 'endedAt' | 'family'>,
  now: number,
): string | undefined {
  const { endedAt, family } = summary;
  if (endedAt === undefined || !OPEN_ENDED.has(family) || shownStatus(summary, now) !== 'unfinished') return undefined;
  const at = Number(endedAt / 1_000_000n);
  // Of long ago, a date is read more easily.
  return `last step ${now - at < MOST_DAYS * DAY ? agoText(at, now) : dayOf(endedAt)}`;
}

const OPEN_ENDED: ReadonlySet<string> = new Set(
  readingFamilies.filter(({ isOpenEnded }) => isOpenEnded).map(({ id }) => id),
);

/** Whether something arrived in the last minute. Clocks of other machines may be slightly ahead. */
export function isLive({ changedAt }: Pick<RunSummary, 'changedAt'>, now: number): boolean {
  return Math.abs(now - changedAt) < MINUTE;
}

// A copied or freshly checked out file is new although its run may be long over, so the run's own last time takes precedence. It
// may lack a time zone and be off by half a day.
function mayStillRun({ changedAt, endedAt }: Pick<RunSummary, 'changedAt' | 'endedAt'>, now: number): boolean {
  if (endedAt !== undefined && now - Number(endedAt / 1_000_000n) >= DAY) return false;
  return now - changedAt < HOUR || isLive({ changedAt }, now);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MOST_DAYS = 30;
