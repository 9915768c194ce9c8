import type { RunSummary, ShownStatus } from '../../model/run';

/**
 * The status of a run as a reader is told it: a run without an end is "running" only while it may still be, else
 * "unfinished". What documents say of a run does not rest on the clock; this does, so it is never stored.
 *
 * @param now in milliseconds since 1970
 */
export function shownStatus(summary: Pick<RunSummary, 'status' | 'changedAt' | 'endedAt'>, now: number): ShownStatus {
  return summary.status === 'running' && !mayStillRun(summary, now) ? 'unfinished' : summary.status;
}

/** Did something arrive in the last minute? Clocks of other machines may be a little ahead. */
export function isLive({ changedAt }: Pick<RunSummary, 'changedAt'>, now: number): boolean {
  return Math.abs(now - changedAt) < MINUTE;
}

// A file that was copied or checked out is new, what it tells of may be long over: its own times count, too. Those may be
// without a zone, and so be off by half a day.
function mayStillRun({ changedAt, endedAt }: Pick<RunSummary, 'changedAt' | 'endedAt'>, now: number): boolean {
  if (isLive({ changedAt }, now)) return true;
  return now - changedAt < HOUR && (endedAt === undefined || now - Number(endedAt / 1_000_000n) < DAY);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
