import type { RunBrief } from './run';
import type { StepBrief } from './step';
import type { Rows } from './window';

export interface Comparison extends Rows<AlignedRow> {
  one: RunBrief;
  other: RunBrief;
  metrics: { name: string; one: string; other: string; better?: 'one' | 'other' }[];
  /** For all rows. In runs of more than a few hundred steps, envelopes are not compared here. */
  counts: Record<AlignedRow['is'], number>;
  /** In how many rows each difference is, the most frequent first. */
  changes: { what: string; rows: number }[];
}

export interface AlignedRow {
  is: 'same' | 'changed' | 'added' | 'missing';
  one?: StepBrief;
  other?: StepBrief;
  /**
   * The differences: `outcome`, `title`, `confidence`, `peer`, `effects`, `problems`; of what was said `request`, `arguments`, `result`,
   * `answer`, and of any other envelope `envelope`. A step that the other run has elsewhere differs in `order`.
   */
  differs: string[];
}

export interface DifferenceRow {
  /** `/payload/confidence`; for a step with two envelopes `/ask/args`, `/answer/ok`; empty for the root. */
  path: string;
  change: 'added' | 'removed' | 'changed' | 'moved';
  one?: string;
  other?: string;
}
