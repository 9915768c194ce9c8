import type { RunBrief } from './overview';
import type { Rows, StepBrief, StepIcon } from './step';

/** The metrics of a workflow run, such as tokens and cost: totals, by agent, model and kind of step, and over time. */
export interface Metrics {
  totals: Metric[];
  /** Per agent, up to a limit. */
  agents: AgentMetrics[];
  moreAgents?: number;
  /** Per model, the one with the most tokens first; the name is empty if it is unknown. */
  models: ModelMetrics[];
  /** Per kind of step, the one with the most time first. */
  kinds: KindMetrics[];
  /** The longest steps, without steps that have nested steps. */
  slowest: RankedStep[];
  /** The steps that used the most tokens, and those that cost the most. */
  mostTokens: RankedStep[];
  costliest: RankedStep[];
  confidence: Series;
  /** Milliseconds since the previous step. */
  waits: Series;
  /** Cumulative. */
  tokens: Series;
  cost: Series;
}

export interface Metric {
  name: string;
  value: string;
  about?: string;
}

/** Unknown values are absent. Tokens that a cache gave or keeps are included in the input, reasoning tokens in the output. */
export interface ModelMetrics {
  name: string;
  calls: number;
  tokens?: number;
  input?: number;
  cached?: number;
  written?: number;
  output?: number;
  reasoning?: number;
  cost?: number;
  /** The share of the cost that was computed from the user's prices. */
  priced?: number;
}

export interface KindMetrics {
  /** `model`, `tool`. */
  name: string;
  icon: StepIcon;
  steps: number;
  /** Milliseconds, without the time of nested steps; absent if unknown. */
  time?: number;
}

export interface RankedStep {
  step: number;
  title: string;
  model?: string;
  /** The value that the step is ranked by: `1.3 s`, `648 tokens`. */
  text: string;
}

/** Unknown values are absent. Durations are in milliseconds. */
export interface AgentMetrics {
  name: string;
  lane: number;
  steps: number;
  failed: number;
  retries: number;
  problems?: number;
  busy?: number;
  waited?: number;
  confidence?: number;
  tokens?: number;
  cost?: number;
}

/** Points of a chart, downsampled so that the highest and the lowest remain. */
export type Series = { step: number; value: number }[];

/** A comparison of two runs: their metrics, and a window of their aligned steps. */
export interface Comparison extends Rows<AlignedRow> {
  one: RunBrief;
  other: RunBrief;
  metrics: { name: string; one: string; other: string; better?: 'one' | 'other' }[];
  /** The number of rows of each kind. In runs of more than a few hundred steps, envelopes are not compared for it. */
  counts: Record<AlignedRow['is'], number>;
  /** The number of rows with each difference, the most frequent first. */
  changes: { what: string; rows: number }[];
  /** The number of rows that could not be compared in a field, since one of the runs is an export; see `differs`. */
  uncompared: { what: string; rows: number }[];
}

/** A row of a comparison: a step of one run and the matching step of the other run, or only one of them. */
export interface AlignedRow {
  is: 'same' | 'changed' | 'added' | 'missing';
  one?: StepBrief;
  other?: StepBrief;
  /**
   * The differences: `outcome`, `title`, `confidence`, `peer`, `effects`, `problems`; in messages `request`, `arguments`,
   * `result`, `answer`; in any other envelope `envelope`. `order`: the other run has the step at another place.
   */
  differs: string[];
}

/** A difference between two envelopes. */
export interface DifferenceRow {
  /** `/payload/confidence`; for a step with two envelopes `/ask/args`, `/answer/ok`; empty for the root. */
  path: string;
  change: 'added' | 'removed' | 'changed' | 'moved';
  one?: string;
  other?: string;
}
