export interface Metrics {
  totals: Metric[];
  /** Per agent, up to a limit. */
  agents: AgentMetrics[];
  moreAgents?: number;
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

/** Unknown values are absent. Durations are in milliseconds. */
export interface AgentMetrics {
  name: string;
  lane: number;
  steps: number;
  failed: number;
  retries: number;
  problems: number;
  busy?: number;
  waited?: number;
  confidence?: number;
  tokens?: number;
  cost?: number;
}

/** Points of a chart, downsampled so that the highest and the lowest remain. */
export type Series = { step: number; value: number }[];
