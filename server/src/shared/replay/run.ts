import type { ProblemCounts, ShownStatus } from '../../model/run';

/** A step's place is its index, or the milliseconds since the run began; `active`: without most of the idle time. */
export type Axis = 'even' | 'time' | 'active';

/** The property that the steps of one lane share. */
export type LanesBy = 'agent' | 'kind' | 'service';

export interface ReplayOverview {
  run: RunBrief;
  /** All tokens used by its steps: `1,204`. */
  tokens?: string;
  /** The tokens that came from the cache, included in `tokens`. */
  cachedTokens?: string;
  /** When it changes, all earlier answers may be outdated. */
  revision: string;
  /** When it changes, answers about comparisons with other runs may be outdated. */
  othersRevision: number;
  /** The run is unfinished, or data arrived in the last minute. */
  live: boolean;
  /** The number of lanes for each property that distinguishes steps of this run: the agent, and perhaps others. */
  lanes: { agent: number } & Partial<Record<LanesBy, number>>;
  /** The lanes to show at first. */
  lanesBy: LanesBy;
  /** The end of each axis; 0 if no step has a time. */
  extent: Record<Axis, number>;
  /** The start, in milliseconds since 1970. */
  startedAt?: number;
  /** The gaps that the axis `active` leaves out, in order. */
  idle: IdleGap[];
  /**
   * The optional views to show: durations if more than a third of the steps have one; handoffs if there is more than one
   * agent.
   */
  has: {
    durations: boolean;
    nested: boolean;
    handoffs: boolean;
    why: boolean;
    usage: boolean;
    confidence: boolean;
    /**
     * `step`: one step has the whole conversation with the model. `run`: each step has only the messages that it adds.
     * Absent if no model call has messages.
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
  /** For a run whose end no envelope reports: `last step 8 h ago`. */
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
  /** Its start on that axis; below, its length there. */
  at: number;
  shown: number;
  /** Its length: `24 s`. */
  took: string;
}
