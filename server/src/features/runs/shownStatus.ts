import type { RunSummary, ShownStatus } from '../../model/run';

/**
 * The displayed status of a run: one without an end is "running" only while that is plausible, else "unfinished". Depends on
 * the clock, so it is never stored.
 *
 * @param now in milliseconds since 1970
 */
export function shownStatus(summary: Pick<RunSummary, 'status' | 'changedAt' | 'endedAt'>, now: number): ShownStatus {
  return summary.status === 'running' && !mayStillRun(summary, now) ? 'unfinished' : summary.status;
}

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
