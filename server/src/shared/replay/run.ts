import type { ProblemCounts, ShownStatus } from '../../model/run';

/** A step's place is its index, or the milliseconds since the run began; `active`: without most of the idle time. */
export type Axis = 'even' | 'time' | 'active';

/** What the steps of one lane have in common. */
export type LanesBy = 'agent' | 'kind' | 'service';

export interface ReplayOverview {
  run: RunBrief;
  /** All tokens used by its steps: `1,204`. */
  tokens?: string;
  /** Those of them that came from the cache. */
  cachedTokens?: string;
  /** When it changes, all earlier answers may be outdated. */
  revision: string;
  /** The same for the other runs, which this one may be compared with. */
  othersRevision: number;
  /** The run is unfinished, or data arrived in the last minute. */
  live: boolean;
  /** How many lanes there are by what tells steps apart: by agent, and what else does. */
  lanes: { agent: number } & Partial<Record<LanesBy, number>>;
  /** The lanes to show at first. */
  lanesBy: LanesBy;
  /** The end of each axis; 0 where no step has a time. */
  extent: Record<Axis, number>;
  /** The start, in milliseconds since 1970. */
  startedAt?: number;
  /** The gaps that the axis `active` leaves out, in order. */
  idle: IdleGap[];
  /**
   * The optional views to show; durations where more than a third of the steps have one; handoffs where there is more
   * than one agent.
   */
  has: {
    durations: boolean;
    nested: boolean;
    handoffs: boolean;
    why: boolean;
    usage: boolean;
    confidence: boolean;
    /**
     * Some step calls a model and tells what was said: whether one step has the whole conversation with the model, or each step only what it
     * adds. Absent where nothing is told.
     */
    conversation?: 'step' | 'run';
    others: boolean;
  };
}

/** A run in a list. */
export interface RunBrief {
  key: string;
  id: string;
  title: string;
  /** The title of its protocol. */
  family: string;
  status: ShownStatus;
  /** What is known of a run whose end nobody writes: `last step 8 h ago`. */
  lastStep?: string;
  /** Why it failed, or what it waits for. */
  reason?: string;
  steps: number;
  agents: number;
  problems: ProblemCounts;
  /** `2026-11-21 10:46` in local time. */
  started?: string;
  /** `32 min`. */
  took?: string;
  /** The paths of its files in their workspace folder, up to a limit. */
  files: string[];
}

/** An idle time, and how much of it remains on the axis without idle time. All in milliseconds since the run began. */
export interface IdleGap {
  from: number;
  to: number;
  /** Where it begins on that axis, and how long it is there. */
  at: number;
  shown: number;
  /** Its length: `24 s`. */
  took: string;
}
