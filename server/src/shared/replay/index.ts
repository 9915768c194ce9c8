import type { Path } from '../../model/text';
import type { WhySection } from '../../model/whySection';
import type { Comparison, DifferenceRow } from './compare';
import type { EnvelopeAt, EnvelopeMember, EnvelopeText } from './envelope';
import type { ExportFormat, Redaction, Redactions } from './export';
import type { GraphState, ReplayGraph } from './graph';
import type { Metrics } from './metrics';
import type { Axis, ReplayOverview, RunBrief } from './run';
import type { Found, SearchParams } from './search';
import type { Artifact, ChangeRow, ReplayState, Said, StateBetweenRow, StateRow, StateSectionId } from './state';
import type { FailedStep, Folded, OutlineRow, StepBrief, StepGoal, StepView } from './step';
import type { Timeline, TimelineParams } from './timeline';
import type { Rows, Window } from './window';

export type { Tone, WhySection } from '../../model/whySection';
export type * from './compare';
export type * from './envelope';
export type * from './export';
export type * from './graph';
export type * from './metrics';
export type * from './run';
export type * from './search';
export type * from './state';
export type * from './step';
export type * from './timeline';
export type * from './window';

/**
 * What a replay asks of one run, and what it is told. Plain data, and always a window: a run may have a hundred thousand
 * steps, an envelope ten megabytes. Steps are named by their index in the run, from 0. What has no `from` begins at 0; more
 * than a question's own bound is never told at once.
 */
export interface ReplayQuestions {
  overview: { params: object; answer: ReplayOverview };
  timeline: { params: TimelineParams; answer: Timeline };
  /** The step at a place on an axis: of those that began there or before the last one, else the one that began first. */
  stepAt: { params: { axis: Axis; at: number }; answer: number };
  /** The steps as a tree, closed where they are folded: the rows in view. */
  outline: { params: Window & { folded: Folded }; answer: Rows<OutlineRow> };
  /** Where a step stands in the outline: the number of its row, or of that of the folded step that it is in. */
  outlinePlace: { params: { step: number; folded: Folded }; answer: number };
  step: { params: { step: number }; answer: StepView };
  envelope: { params: EnvelopeAt & Window; answer: EnvelopeText };
  /** What stands in a value of an envelope: the root's members without a path. */
  members: { params: EnvelopeAt & Window & { path: Path }; answer: Rows<EnvelopeMember> };
  /** Some characters of a long text in an envelope. */
  value: { params: EnvelopeAt & Window & { path: Path }; answer: { text: string; total: number } };
  state: { params: { step: number }; answer: ReplayState };
  /** More of one section of the state. */
  section: { params: Window & { step: number; section: StateSectionId }; answer: Rows<StateRow> };
  /** What is different in a section of the state after one step and after another, the earlier one first; or all that stands there. */
  stateBetween: {
    params: Window & { one: number; other: number; section: StateSectionId; only: 'all' | 'different' };
    answer: Rows<StateBetweenRow> & { same: number };
  };
  changes: { params: Window & { step: number }; answer: Rows<ChangeRow> };
  /** What an artifact holds after a step, or held before it. */
  artifact: { params: { step: number; path: string; version: 'before' | 'after' }; answer: Artifact };
  /** All that was said up to a step and with it, in order. */
  conversation: { params: Window & { step: number }; answer: Rows<Said> };
  why: { params: { step: number }; answer: { sections: WhySection[] } | null };
  graph: { params: object; answer: ReplayGraph };
  graphAt: { params: { step: number }; answer: GraphState };
  /** The steps by which an edge was gone along. */
  edgeSteps: { params: Window & { edge: number }; answer: Rows<StepBrief> };
  /** The steps that failed, in the order of the run. */
  failedSteps: { params: Window; answer: Rows<FailedStep> };
  search: { params: SearchParams; answer: Found };
  metrics: { params: object; answer: Metrics };
  /** The next step, or the one before, that is of a kind; null where there is none. `lane`: of `agent`, whose steps instead. */
  next: { params: { step: number; to: StepGoal; back?: boolean; lane?: number }; answer: number | null };
  /** How long, in milliseconds, playing rests at each of some steps. */
  pacing: { params: Window; answer: { rests: number[]; from: number } };
  /** Other runs, the most alike first. */
  candidates: { params: object; answer: RunBrief[] };
  compare: { params: Window & { with: string; only: 'all' | 'different' }; answer: Comparison };
  /** What is different between an envelope of a step and that of a step of the other run. */
  difference: { params: Window & { with: string; step: number; other: number }; answer: Rows<DifferenceRow> };
  /** What a redaction would change. */
  redactions: { params: { redaction: Redaction }; answer: Redactions };
  export: { params: { format: ExportFormat; redaction: Redaction }; answer: { text: string; name: string } };
}

export type ReplayQuestion = keyof ReplayQuestions;

/** The questions that may be answered by null; of others null means that the run is gone. */
export const NULLABLE_ANSWERS: {
  [Q in ReplayQuestion as null extends ReplayQuestions[Q]['answer'] ? Q : never]: true;
} = { why: true, next: true };
