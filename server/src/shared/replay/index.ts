import type { WhySection } from '../../model/kind';
import type { Path } from '../../model/text';
import type { Comparison, DifferenceRow } from './compare';
import type { Said, StepExchange } from './conversation';
import type { EnvelopeAt, EnvelopeMember, EnvelopeText } from './envelope';
import type { ExportFormat, Redaction, Redactions } from './export';
import type { GraphState, ReplayGraph } from './graph';
import type { Metrics } from './metrics';
import type { RichText } from './richText';
import type { Axis, ReplayOverview, RunBrief } from './run';
import type { Found, SearchParams } from './search';
import type { Artifact, ChangeRow, ReplayState, StateBetweenRow, StateRow, StateSectionId } from './state';
import type { FailedStep, Folded, OutlineRow, StepBrief, StepGoal, StepView } from './step';
import type { Timeline, TimelineParams } from './timeline';
import type { Rows, Window } from './window';

export type { Tone, WhySection } from '../../model/kind';
export type * from './compare';
export type * from './conversation';
export type * from './envelope';
export type * from './export';
export type * from './graph';
export type * from './metrics';
export type * from './richText';
export type * from './run';
export type * from './search';
export type * from './state';
export type * from './step';
export type * from './timeline';
export type * from './window';

/**
 * The questions that a replay asks about one run, and their answers. Plain data, and always a window: a run may have a
 * hundred thousand steps, an envelope ten megabytes. Steps are identified by their index in the run. `from` defaults to
 * 0; each question limits the size of its answer.
 */
export interface ReplayQuestions {
  overview: { params: object; answer: ReplayOverview };
  timeline: { params: TimelineParams; answer: Timeline };
  /** The step at a place on an axis: the last one that began by then; if none did, the earliest. */
  stepAt: { params: { axis: Axis; at: number }; answer: number };
  /** The visible rows of the tree of steps, with some nodes folded. */
  outline: { params: Window & { folded: Folded }; answer: Rows<OutlineRow> };
  /** The row index of a step in the outline, or of the folded step that contains it. */
  outlinePlace: { params: { step: number; folded: Folded }; answer: number };
  step: { params: { step: number }; answer: StepView };
  envelope: { params: EnvelopeAt & Window; answer: EnvelopeText };
  /** The members of a value of an envelope; with an empty path, of the root. */
  members: { params: EnvelopeAt & Window & { path: Path }; answer: Rows<EnvelopeMember> };
  /** A slice of a long text in an envelope. */
  value: { params: EnvelopeAt & Window & { path: Path }; answer: { text: string; total: number } };
  state: { params: { step: number }; answer: ReplayState };
  /** More rows of one section of the state. */
  section: { params: Window & { step: number; section: StateSectionId }; answer: Rows<StateRow> };
  /** The changes in a section of the state between two steps, the earlier one first; or all of its rows. */
  stateBetween: {
    params: Window & { one: number; other: number; section: StateSectionId; only: 'all' | 'different' };
    answer: Rows<StateBetweenRow> & { same: number };
  };
  changes: { params: Window & { step: number }; answer: Rows<ChangeRow> };
  /** The content of an artifact before or after a step. */
  artifact: { params: { step: number; path: string; version: 'before' | 'after' }; answer: Artifact };
  /** All messages in order, up to and including a step if one is given. */
  conversation: { params: Window & { step?: number }; answer: Rows<Said> };
  /** The row of a step in `conversation`; without one, the last row before it; -1 if there is none. */
  conversationPlace: { params: { step: number }; answer: number };
  /** The messages of one step; no rows if it has none. */
  exchange: { params: Window & { step: number }; answer: StepExchange };
  /** The rows of `exchange` or `conversation` that contain words, ignoring case. `more`: there are further rows. */
  findSaid: {
    params: { step: number; in: 'step' | 'run'; words: string };
    answer: { rows: number[]; more?: true };
  };
  /** A slice of a long text in a message. */
  said: {
    params: Window & { step: number; message: number; part: number };
    answer: { text: string; total: number; rich?: RichText };
  };
  why: { params: { step: number }; answer: { sections: WhySection[] } | null };
  graph: { params: object; answer: ReplayGraph };
  graphAt: { params: { step: number }; answer: GraphState };
  /** The steps along an edge. */
  edgeSteps: { params: Window & { edge: number }; answer: Rows<StepBrief> };
  /** The failed steps, in the order of the run. */
  failedSteps: { params: Window; answer: Rows<FailedStep> };
  search: { params: SearchParams; answer: Found };
  metrics: { params: object; answer: Metrics };
  /** The next or previous step of a kind; null if there is none. `lane`: for `agent`, the lane to search. */
  next: { params: { step: number; to: StepGoal; back?: boolean; lane?: number }; answer: number | null };
  /** How long playback rests at each step, in milliseconds. */
  pacing: { params: Window; answer: { rests: number[]; from: number } };
  /** Other runs, the most similar first. */
  candidates: { params: object; answer: RunBrief[] };
  compare: { params: Window & { with: string; only: 'all' | 'different' }; answer: Comparison };
  /** The differences between an envelope of a step and one of a step of the other run. */
  difference: { params: Window & { with: string; step: number; other: number }; answer: Rows<DifferenceRow> };
  /** What a redaction would change. */
  redactions: { params: { redaction: Redaction }; answer: Redactions };
  export: { params: { format: ExportFormat; redaction: Redaction }; answer: { text: string; name: string } };
}

export type ReplayQuestion = keyof ReplayQuestions;

/** The questions whose answer may be null. For any other question, null means that the run is gone. */
export const NULLABLE_ANSWERS: {
  [Q in ReplayQuestion as null extends ReplayQuestions[Q]['answer'] ? Q : never]: true;
} = { why: true, next: true };
