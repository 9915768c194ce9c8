import type { ProblemCounts, ShownStatus } from '../../model/run';

/** A step's place is its index, or the milliseconds since the run began; `active`: without most of the idle time. */
export type Axis = 'even' | 'time' | 'active';

export interface ReplayOverview {
  run: RunBrief;
  /** All tokens that its steps used: `1,204`. */
  tokens?: string;
  /** Other than before: all that was told may be otherwise now. */
  revision: string;
  /** The same for the other runs, which this one may be compared with. */
  othersRevision: number;
  /** It may go on: it is not over, or something arrived in the last minute. */
  live: boolean;
  lanes: number;
  /** Where each axis ends; 0 where no step says a time. */
  extent: Record<Axis, number>;
  /** Milliseconds since 1970 of the beginning. */
  startedAt?: number;
  /** What the axis `active` leaves out, in order. */
  idle: IdleGap[];
  /** What there is to show besides; of durations, whether more than a third of the steps have one; of handoffs, whether there is more than one agent. */
  has: {
    durations: boolean;
    nested: boolean;
    handoffs: boolean;
    why: boolean;
    usage: boolean;
    confidence: boolean;
    others: boolean;
  };
}

/** A run in a line. */
export interface RunBrief {
  key: string;
  id: string;
  title: string;
  /** What its protocol is called. */
  family: string;
  status: ShownStatus;
  /** Why it failed, or what it waits for. */
  reason?: string;
  steps: number;
  agents: number;
  problems: ProblemCounts;
  /** `2026-11-21 10:46` on this machine. */
  started?: string;
  /** `32 min`. */
  took?: string;
  /** The paths of its files in their workspace folder, some at most. */
  files: string[];
}

/** A time in which nothing is done, and the little that is left of it on the axis without idle time. All in milliseconds since the run began. */
export interface IdleGap {
  from: number;
  to: number;
  /** Where it begins on that axis, and how long it is there. */
  at: number;
  shown: number;
  /** How long it is: `24 s`. */
  took: string;
}
