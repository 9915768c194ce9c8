import type { RunBrief } from './run';
import type { StepBrief } from './step';
import type { Rows } from './window';

export interface Comparison extends Rows<AlignedRow> {
  one: RunBrief;
  other: RunBrief;
  metrics: { name: string; one: string; other: string; better?: 'one' | 'other' }[];
  /** Of all rows. In runs of more than some hundred steps what differs in its envelopes alone counts as the same. */
  counts: Record<AlignedRow['is'], number>;
}

export interface AlignedRow {
  is: 'same' | 'changed' | 'added' | 'missing';
  one?: StepBrief;
  other?: StepBrief;
  /** What is different: `outcome`, `title`, `confidence`, `peer`, `effects`, `duration`, `problems`, `envelope`. */
  differs: string[];
}

export interface DifferenceRow {
  /** `/payload/confidence`; of a step with two envelopes `/ask/args`, `/answer/ok`; empty for the whole. */
  path: string;
  change: 'added' | 'removed' | 'changed' | 'moved';
  one?: string;
  other?: string;
}
