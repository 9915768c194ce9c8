export interface Metrics {
  totals: Metric[];
  /** Of each agent, some at most. */
  agents: AgentMetrics[];
  moreAgents?: number;
  confidence: Series;
  /** Milliseconds between a step and the one before. */
  waits: Series;
  /** Added up. */
  tokens: Series;
  cost: Series;
}

export interface Metric {
  name: string;
  value: string;
  about?: string;
}

/** What is not known is left out. Milliseconds. */
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

/** Points of a chart, thinned out so that the highest and the lowest stay. */
export type Series = { step: number; value: number }[];
