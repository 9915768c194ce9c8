import type { ProblemCounts, ShownStatus } from '../../model/run';

/**
 * The horizontal axis of the timeline on the replay page. On the axis `even`, all steps have the same distance. On `time`, a step is at the
 * milliseconds since the run began. `active` is like `time`, without most of the time in which no step worked.
 */
export type Axis = 'even' | 'time' | 'active';

/** The property by which steps are grouped into lanes. */
export type LanesBy = 'agent' | 'kind' | 'service';

/** The data about a run as a whole, which are the same for all steps. */
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
     * Where a model's conversation can be shown. `step`: one step has all of it. `run`: each step has only the messages that it adds.
     * Absent if no model call has messages.
     */
    conversation?: 'step' | 'run';
    others: boolean;
  };
}

/** A summary of a run, as lists show it. */
export interface RunBrief {
  key: string;
  id: string;
  title: string;
  /** The title of its protocol. */
  family: string;
  status: ShownStatus;
  /** For a run without a recorded end: `last step 8 h ago`. */
  lastStep?: string;
  /** The reason why the run failed, or what it waits for. */
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

/** A time in which no step runs, and its compressed length on the axis `active`. All in milliseconds since the run began. */
export interface IdleGap {
  from: number;
  to: number;
  /** The start of the idle time on the axis `active`; below, its length on that axis. */
  at: number;
  shown: number;
  /** Its length: `24 s`. */
  took: string;
}
