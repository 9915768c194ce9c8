import type { Tone } from '../../model/kind';
import type { Effect, Outcome } from '../../model/run';
import type { Severity } from '../../model/schema';
import type { Path } from '../../model/text';
import type { Axis, LanesBy } from './overview';

/** Which steps are folded in the tree of a run's steps, and hide their nested steps: all except the listed ones, or only the listed ones. */
export interface Folded {
  all: boolean;
  but: number[];
}

/** Notable facts, most severe first. */
export type Mark = 'error' | 'problem' | 'retry' | 'approval' | 'budget' | 'question';

/** The step's type, as a codicon. */
export type StepIcon =
  | 'comment'
  | 'hubot'
  | 'law'
  | 'lightbulb'
  | 'list-tree'
  | 'person'
  | 'play'
  | 'search'
  | 'sparkle'
  | 'tools'
  | 'zap';

/** A summary of a step, as lists show it. */
export interface StepBrief {
  step: number;
  title: string;
  icon: StepIcon;
  agent?: string;
  peer?: string;
  lane: number;
  outcome: Outcome;
  marks: Mark[];
  confidence?: number;
  /** The time of day: `10:46:12`. */
  time?: string;
  took?: string;
  model?: string;
  /** `1,204 tokens, $0.02`. */
  usage?: string;
}

export interface FailedStep extends StepBrief {
  /** The reason, unless its title has it. */
  failure?: string;
}

export interface OutlineRow extends StepBrief {
  depth: number;
  /** The number of steps nested in this one, at any depth. */
  holds: number;
  folded: boolean;
}

export interface StepView extends StepBrief {
  agentVersion?: string;
  kind: string;
  /** The title of its kind. */
  kindTitle: string;
  /** An ISO time, exact. */
  at?: string;
  /** Its start and end on each axis. */
  place: Record<Axis, { from: number; to: number }>;
  /** The time since the previous step: `+8 min`. */
  since?: string;
  parent?: number;
  depth: number;
  /** Its lane on the timeline. */
  lanes: Record<LanesBy, number>;
  /** The first step nested in it. */
  child?: number;
  id?: string;
  envelopes: EnvelopeBrief[];
  /** Copies of the envelopes in other files; their indexes continue those of the envelopes. */
  copies: EnvelopeBrief[];
  /** The number of omitted copies. */
  moreCopies?: number;
  problems: StepProblem[];
  /** The number of omitted problems. */
  moreProblems?: number;
  why: boolean;
}

export interface EnvelopeBrief {
  /** Its path in its workspace folder. */
  file: string;
  /** From 1; undefined if the location is gone. */
  line?: number;
  /** Its role: `message`, `call`, `result`. */
  name: string;
}

export interface StepProblem {
  severity: Severity;
  message: string;
  rule: string;
  /** The index of the step's envelope with the problem; below, its path there. */
  envelope: number;
  path: Path;
}

/** A goal of navigation between steps; `into`, `out` and `over` follow the nesting, as in a debugger. */
export type StepGoal = 'error' | 'problem' | 'agent' | 'into' | 'out' | 'over';

/** The range of rows that a question of the page asks for. Without `count`, as many rows as the limit allows. */
export interface Window {
  from?: number;
  count?: number;
}

/** A window of rows in an answer. */
export interface Rows<Row> {
  rows: Row[];
  /** The index of the first row. */
  from: number;
  /** The number of all rows. */
  total: number;
}

/** Identifies an envelope of a step. */
export interface EnvelopeAt {
  step: number;
  /** Its index among the step's envelopes. */
  envelope: number;
}

/** A window of an envelope's formatted lines. */
export interface EnvelopeText extends Rows<string> {
  /** The reason why the text can't be shown, or is truncated. */
  fault?: string;
  /** The problems in the returned lines: the line's index in the whole text, and the range in characters. */
  problems: { line: number; from: number; to: number; severity: Severity; message: string; rule: string }[];
}

export interface EnvelopeMember {
  /** A property's name, or the index in an array. */
  name: string | number;
  is: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null';
  /** The value on one line. */
  shown: string;
  /** The number of members, or of characters of a truncated text. */
  size?: number;
  /** Its path in the file, if that differs from the tree: a value inside a JSON string has the path of the string. */
  path?: Path;
  /** A reading aid, such as the time that a number stands for. */
  note?: string;
  /** The severity of the worst problem in it. */
  problem?: Severity;
}

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
  /** The index among all rows of the section. */
  place: number;
  /** The path, id or document; for a decision or a note, its text. */
  name: string;
  /** The whole path of a file, if its name is shortened. */
  path?: string;
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
  /** The reason why the content is unknown. */
  fault?: string;
  /** The step that wrote the content. */
  step?: number;
  /** The URI of the file on disk. */
  uri?: string;
}
