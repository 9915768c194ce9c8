import type { WhySection } from '../../model/kind';
import {
  type FieldsOf,
  hasFields,
  isFlag,
  isListOf,
  isNumber,
  isOneOf,
  isPath,
  isText,
  nullable,
  optional,
  type Shape,
  typed,
} from '../validateShape';
import type { RichText, Said, StepExchange } from './conversation';
import { isExportFormat, isRedaction, type Redactions } from './export';
import type { Comparison, DifferenceRow, Metrics } from './metrics';
import type { Axis, LanesBy, ReplayOverview, RunBrief } from './overview';
import type {
  Artifact,
  ChangeRow,
  EnvelopeMember,
  EnvelopeText,
  FailedStep,
  Folded,
  OutlineRow,
  ReplayState,
  Rows,
  StateBetweenRow,
  StateRow,
  StateSectionId,
  StepBrief,
  StepGoal,
  StepView,
} from './step';
import type { GraphState, ReplayGraph, Timeline } from './timeline';

export type { Tone, WhySection } from '../../model/kind';
export type * from './conversation';
export type * from './export';
export type * from './metrics';
export type * from './overview';
export type * from './step';
export type * from './timeline';

/** Checks the parameters that most requests of the replay page have: a step of the run, and a range of rows. */
const STEP = { step: isNumber };
const WINDOW = { from: optional(isNumber), count: optional(isNumber) };
const ENVELOPE = {
  ...STEP,
  /** Its index among the step's envelopes. */
  envelope: isNumber,
};

const isFolded: Shape<Folded> = hasFields({ all: isFlag, but: isListOf(isNumber) });
const isAxis = isOneOf('even', 'time', 'active') satisfies Shape<Axis>;
const isLanesBy = isOneOf('agent', 'kind', 'service') satisfies Shape<LanesBy>;
const isSection = isOneOf(
  'artifacts',
  'documents',
  'decisions',
  'notes',
  'gaps',
  'questions',
) satisfies Shape<StateSectionId>;
const isGoal = isOneOf('error', 'problem', 'agent', 'into', 'out', 'over') satisfies Shape<StepGoal>;
const isOnly = isOneOf('all', 'different');

/**
 * The requests ("questions") with which the replay page asks about one workflow run, with the shapes of their parameters and the types of their
 * answers. Most ask for a window of rows, since a run may have a hundred thousand steps; `from` is 0 if absent. Steps are identified by their
 * index in the run. An answer is null if the run no longer exists, or in the cases that a question's own comment names. A step or row that does
 * not exist throws RangeError. An exported page answers all questions that are not `inEditorOnly`.
 */
export const REPLAY_QUESTIONS = {
  overview: { params: {}, answer: typed<ReplayOverview> },
  timeline: {
    params: {
      axis: isAxis,
      /** `agent` if absent. */
      by: optional(isLanesBy),
      /** The visible range of the axis. */
      from: isNumber,
      to: isNumber,
      /** The width of that range in pixels: bars too thin to show are merged. */
      width: isNumber,
      /** The lanes in view. */
      lanes: hasFields({ from: isNumber, count: isNumber }),
      folded: isFolded,
    },
    answer: typed<Timeline>,
  },
  /** The step at a position on an axis: the last step that started by then, otherwise the earliest. */
  stepAt: { params: { axis: isAxis, at: isNumber }, answer: typed<number> },
  /** The visible rows of the tree of steps, with some nodes folded. */
  outline: { params: { ...WINDOW, folded: isFolded }, answer: typed<Rows<OutlineRow>> },
  /** The row index of a step in the outline, or of the folded step that contains it. */
  outlinePlace: { params: { ...STEP, folded: isFolded }, answer: typed<number> },
  step: { params: STEP, answer: typed<StepView> },
  envelope: { params: { ...ENVELOPE, ...WINDOW }, answer: typed<EnvelopeText> },
  /** The members of a value of an envelope; with an empty path, of the root. */
  members: { params: { ...ENVELOPE, ...WINDOW, path: isPath }, answer: typed<Rows<EnvelopeMember>> },
  /** A slice of a long text in an envelope. */
  value: { params: { ...ENVELOPE, ...WINDOW, path: isPath }, answer: typed<{ text: string; total: number }> },
  state: { params: STEP, answer: typed<ReplayState> },
  /** A window of rows of one section of the state. */
  section: { params: { ...WINDOW, ...STEP, section: isSection }, answer: typed<Rows<StateRow>> },
  /** The changes in a section of the state between two steps, the earlier one first; or all of its rows. */
  stateBetween: {
    params: { ...WINDOW, one: isNumber, other: isNumber, section: isSection, only: isOnly },
    answer: typed<Rows<StateBetweenRow> & { same: number }>,
  },
  changes: { params: { ...WINDOW, ...STEP }, answer: typed<Rows<ChangeRow>> },
  /** The content of an artifact before or after a step. */
  artifact: { params: { ...STEP, path: isText, version: isOneOf('before', 'after') }, answer: typed<Artifact> },
  /** All messages in order, up to and including a step if one is given. */
  conversation: { params: { ...WINDOW, step: optional(isNumber) }, answer: typed<Rows<Said>> },
  /** The row of a step in `conversation`; without one, the last row before it; -1 if there is none. */
  conversationPlace: { params: STEP, answer: typed<number> },
  /** The messages of one step; no rows if it has none. */
  exchange: { params: { ...WINDOW, ...STEP }, answer: typed<StepExchange> },
  /** The rows of `exchange` or `conversation` that contain words, ignoring case. `more`: there are further rows. */
  findSaid: {
    params: { ...STEP, in: isOneOf('step', 'run'), words: isText },
    answer: typed<{ rows: number[]; more?: true }>,
  },
  /** A slice of a long text in a message. */
  said: {
    params: { ...WINDOW, ...STEP, message: isNumber, piece: isNumber },
    answer: typed<{ text: string; total: number; rich?: RichText }>,
  },
  why: { params: STEP, answer: nullable<{ sections: WhySection[] }> },
  graph: { params: {}, answer: typed<ReplayGraph> },
  graphAt: { params: STEP, answer: typed<GraphState> },
  /** The steps along an edge. */
  edgeSteps: { params: { ...WINDOW, edge: isNumber }, answer: typed<Rows<StepBrief>> },
  /** The failed steps, in the order of the run. */
  failedSteps: { params: WINDOW, answer: typed<Rows<FailedStep>> },
  search: {
    params: {
      query: isText,
      /** The cursor of an unfinished search. */
      cursor: optional(isNumber),
    },
    answer: typed<Found>,
  },
  metrics: { params: {}, answer: typed<Metrics> },
  /** The next or previous step of a kind; null if there is none. `lane`: for `agent`, the lane to search. */
  next: {
    params: { ...STEP, to: isGoal, back: optional(isFlag), lane: optional(isNumber) },
    answer: nullable<number>,
  },
  /** The pauses of playback at steps, in milliseconds. */
  pacing: { params: WINDOW, answer: typed<{ rests: number[]; from: number }> },
  /** Other runs, the most similar first. */
  candidates: { params: {}, answer: typed<RunBrief[]> },
  compare: { params: { ...WINDOW, with: isText, only: isOnly }, answer: typed<Comparison>, inEditorOnly: true },
  /** The differences between an envelope of a step and one of a step of the other run. */
  difference: {
    params: { ...WINDOW, ...STEP, with: isText, other: isNumber },
    answer: typed<Rows<DifferenceRow>>,
    inEditorOnly: true,
  },
  /** The changes that a redaction would make. */
  redactions: { params: { redaction: isRedaction }, answer: typed<Redactions>, inEditorOnly: true },
  export: {
    params: { format: isExportFormat, redaction: isRedaction },
    answer: typed<{ text: string; name: string }>,
    inEditorOnly: true,
  },
} as const;

type Questions = typeof REPLAY_QUESTIONS;
export type ReplayQuestion = keyof Questions;
/** The parameters and the answer of each question. */
export type ReplayQuestions = {
  [Q in ReplayQuestion]: { params: FieldsOf<Questions[Q]['params']>; answer: ReturnType<Questions[Q]['answer']> };
};
export type ReplayParams<Q extends ReplayQuestion> = ReplayQuestions[Q]['params'];
export type ReplayAnswer<Q extends ReplayQuestion> = ReplayQuestions[Q]['answer'];
/** Questions that only an editor can answer, since they need other runs or the disk. */
export type EditorQuestion = {
  [Q in ReplayQuestion]: Questions[Q] extends { inEditorOnly: true } ? Q : never;
}[ReplayQuestion];
export type TimelineParams = ReplayParams<'timeline'>;

/** The results of one slice of a search, which may take several. */
export interface Found {
  matches: { step: number; time: number }[];
  /** The cursor to continue with; undefined if the search is complete. */
  cursor?: number;
  /** The syntax error in the query. */
  fault?: string;
}
