import type { RunBrief } from './overview';
import type { StepBrief } from './step';
import type { Rows } from './window';

/** A comparison of two runs: their metrics, and a window of their aligned steps. */
export interface Comparison extends Rows<AlignedRow> {
  one: RunBrief;
  other: RunBrief;
  metrics: { name: string; one: string; other: string; better?: 'one' | 'other' }[];
  /** The number of rows of each kind. In runs of more than a few hundred steps, envelopes are not compared for it. */
  counts: Record<AlignedRow['is'], number>;
  /** The number of rows with each difference, the most frequent first. */
  changes: { what: string; rows: number }[];
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
