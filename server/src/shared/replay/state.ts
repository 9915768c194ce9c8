import type { Tone } from '../../model/kind';
import type { Effect } from '../../model/run';
import type { Rows } from './window';

export type StateSectionId = 'artifacts' | 'documents' | 'decisions' | 'notes' | 'gaps' | 'questions';

/** The state of a run after a step. */
export interface ReplayState {
  /** Single values: the active agent, the last handoff, approval, budget, usage so far. */
  now: NowRow[];
  /** Non-empty sections: the last rows of each, from `from` on, preceded by earlier rows that this step changed. */
  sections: (Rows<StateRow> & { id: StateSectionId; title: string; open?: number })[];
  /** The confidences of the steps so far, up to a limit, in order. */
  confidences: { step: number; confidence: number }[];
}

export interface NowRow {
  name: string;
  value: string;
  /** The value before this step. */
  before?: string;
  /** The step that set the value. */
  step?: number;
  changed: boolean;
}

export interface StateRow {
  /** The path, id or document; for a decision or a note, its text. */
  name: string;
  text?: string;
  status?: string;
  tone: Tone;
  agent?: string;
  /** The step that changed the row last. */
  step: number;
  /** The number of times that the file was written. */
  times?: number;
  /** The change by this step. */
  change?: 'added' | 'changed';
}

/** A row of the state, as it is after one step and after a later step. */
export interface StateBetweenRow {
  name: string;
  change: 'added' | 'changed' | 'same';
  /** Undefined if the row did not exist yet. */
  one?: StateSide;
  other: StateSide;
}

/** A row of the state after one step. */
export type StateSide = Pick<StateRow, 'text' | 'status' | 'tone' | 'agent' | 'step' | 'times'>;

export interface ChangeRow {
  does: Effect['do'];
  change: 'added' | 'changed' | 'said';
  /** The name of the changed item. */
  name: string;
  before?: string;
  after: string;
  text?: string;
  tone: Tone;
  /** For an artifact: the versions that it can be compared with. */
  artifact?: { path: string; hasContent: boolean; earlier?: number };
}

export interface Artifact {
  text?: string;
  /** Why the content is unknown. */
  fault?: string;
  /** The step that wrote the content. */
  step?: number;
  /** The URI of the file on disk. */
  uri?: string;
}
