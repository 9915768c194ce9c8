import type { Effect, Outcome } from '../../model/run';
import type { Tone } from '../../model/whySection';
import type { Rows } from './window';

export type StateSectionId = 'artifacts' | 'documents' | 'decisions' | 'notes' | 'gaps' | 'questions';

export interface ReplayState {
  /** What there is one of: who is active, the last handoff, approval, budget, usage so far. */
  now: NowRow[];
  /** Those that have rows: the last ones of each, from `from` on; before them, out of turn, those earlier ones that this step told of. */
  sections: (Rows<StateRow> & { id: StateSectionId; title: string; open?: number })[];
  /** Of the steps so far that say one, some at most, the last one last. */
  confidences: { step: number; confidence: number }[];
}

export interface NowRow {
  name: string;
  value: string;
  /** What it was before this step. */
  before?: string;
  /** The step that said so. */
  step?: number;
  changed: boolean;
}

export interface StateRow {
  /** The path, the id, the document; of a decision or a note its text. */
  name: string;
  text?: string;
  status?: string;
  tone: Tone;
  agent?: string;
  /** The step that told it last. */
  step: number;
  /** How many times it was written. */
  times?: number;
  /** By this step. */
  change?: 'added' | 'changed';
}

/** A row of the state after one step, and after a later one. */
export interface StateBetweenRow {
  name: string;
  change: 'added' | 'changed' | 'same';
  /** Undefined where it had not come up. */
  one?: StateSide;
  other: StateSide;
}

/** How something stood after a step. */
export type StateSide = Pick<StateRow, 'text' | 'status' | 'tone' | 'agent' | 'step' | 'times'>;

export interface ChangeRow {
  does: Effect['do'];
  change: 'added' | 'changed' | 'said';
  /** What it is about. */
  name: string;
  before?: string;
  after: string;
  text?: string;
  tone: Tone;
  /** Of an artifact: what can be held against what. */
  artifact?: { path: string; hasContent: boolean; earlier?: number };
}

export interface Artifact {
  text?: string;
  /** Why there is none. */
  fault?: string;
  /** The step that wrote it. */
  step?: number;
  /** The file on disk: a URI. */
  uri?: string;
}

export interface Said {
  step: number;
  from: string;
  to?: string;
  lane: number;
  is: 'message' | 'call' | 'answer' | 'step';
  title: string;
  /** What was said, its beginning. */
  text?: string;
  outcome: Outcome;
  time?: string;
  confidence?: number;
}
