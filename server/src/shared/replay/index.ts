import type { Tone, WhySection } from '../../model/whySection';

export type { Tone, WhySection } from '../../model/whySection';

import type { Severity } from '../../model/rule';
import type { Effect, Outcome, ProblemCounts, ShownStatus } from '../../model/run';
import type { Path } from '../../model/text';

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

/** Some rows of a list. Without `count` as many as are told at once. */
export interface Window {
  from?: number;
  count?: number;
}

export interface Rows<Row> {
  rows: Row[];
  /** The number of the first of them, from 0. */
  from: number;
  /** How many there are in all. */
  total: number;
}

/** A step's place is its index, or the milliseconds since the run began; `active`: without most of the idle time. */
export type Axis = 'even' | 'time' | 'active';

export interface ReplayOverview {
  run: RunBrief;
  /** All tokens that its steps used: `1,204`. */
  tokens?: string;
  /** Other than before: all that was told may be otherwise now. */
  revision: string;
  /** The same for the other runs, which this one may be compared with. */
  othersRevision: number;
  /** It may go on: it is not over, or something arrived in the last minute. */
  live: boolean;
  lanes: number;
  /** Where each axis ends; 0 where no step says a time. */
  extent: Record<Axis, number>;
  /** Milliseconds since 1970 of the beginning. */
  startedAt?: number;
  /** What the axis `active` leaves out, in order. */
  idle: IdleGap[];
  /** What there is to show besides; of durations, whether more than a third of the steps have one; of handoffs, whether there is more than one agent. */
  has: {
    durations: boolean;
    nested: boolean;
    handoffs: boolean;
    why: boolean;
    usage: boolean;
    confidence: boolean;
    others: boolean;
  };
}

/** A run in a line. */
export interface RunBrief {
  key: string;
  id: string;
  title: string;
  /** What its protocol is called. */
  family: string;
  status: ShownStatus;
  /** Why it failed, or what it waits for. */
  reason?: string;
  steps: number;
  agents: number;
  problems: ProblemCounts;
  /** `2026-11-21 10:46` on this machine. */
  started?: string;
  /** `32 min`. */
  took?: string;
  /** The paths of its files in their workspace folder, some at most. */
  files: string[];
}

/** A time in which nothing is done, and the little that is left of it on the axis without idle time. All in milliseconds since the run began. */
export interface IdleGap {
  from: number;
  to: number;
  /** Where it begins on that axis, and how long it is there. */
  at: number;
  shown: number;
  /** How long it is: `24 s`. */
  took: string;
}

/** Which steps hide what is nested in them: all but those listed, or those listed alone. */
export interface Folded {
  all: boolean;
  but: number[];
}

export interface TimelineParams {
  axis: Axis;
  /** On the axis: what is to be seen lies between them. */
  from: number;
  to: number;
  /** How many pixels that is: what is thinner than some becomes one bar. */
  width: number;
  /** The lanes in view. */
  lanes: { from: number; count: number };
  folded: Folded;
}

export interface Timeline {
  /** All lanes have a height, in rows: one for each number; those in view their bars. */
  heights: number[];
  lanes: TimelineLane[];
  arrows: TimelineArrow[];
}

export interface TimelineLane {
  lane: number;
  /** Whose steps these are. */
  name: string;
  /** No step says whose they are: the name is that of their protocol. */
  nameless?: true;
  steps: number;
  bars: TimelineBar[];
}

/** A step, or several side by side that are too thin to be told apart. */
export interface TimelineBar {
  /** The first of them. */
  step: number;
  /** How many they are. */
  count: number;
  from: number;
  to: number;
  /** Of what it is nested in, where that is longer. */
  within?: { from: number; to: number };
  /** From 0; what is nested stands below. */
  row: number;
  outcome: Outcome;
  marks: Mark[];
  /** Of one step that has some room: its number and its title, and what else can be said of it. */
  label?: string;
  icon?: StepIcon;
  /** How many files it wrote. */
  files?: number;
  usage?: string;
  took?: string;
  confidence?: number;
  /** How many steps are folded into it. */
  hides?: number;
  /** How many steps nested in it are shown besides: it can be folded. */
  holds?: number;
}

/** What stands out: worst first. */
export type Mark = 'error' | 'problem' | 'retry' | 'approval' | 'budget' | 'question';

/** A handoff: from the step that hands over to the one that takes up. */
export interface TimelineArrow {
  from: { lane: number; row: number; at: number };
  to: { lane: number; row: number; at: number };
  /** The steps at its ends; of several drawn as one, the first. */
  step: number;
  taken: number;
  count: number;
  /** It goes back to who had it before. */
  back?: true;
}

/** What kind of step it is: a codicon. */
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

/** A step in a line. */
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
}

export interface FailedStep extends StepBrief {
  /** Why, unless its title says so. */
  failure?: string;
}

export interface OutlineRow extends StepBrief {
  depth: number;
  /** How many steps are nested in it, at any depth. */
  holds: number;
  folded: boolean;
}

export interface StepView extends StepBrief {
  kind: string;
  /** What its kind is called. */
  kindTitle: string;
  /** ISO, exact. */
  at?: string;
  /** On the axes: where it begins and ends. */
  place: Record<Axis, { from: number; to: number }>;
  /** Since the step before it: `+8 min`. */
  since?: string;
  parent?: number;
  depth: number;
  /** The first step nested in it. */
  child?: number;
  id?: string;
  usage?: string;
  sources: StepSource[];
  /** Other places that tell the same; they are numbered on from the sources. */
  copies: StepSource[];
  /** More copies than are told. */
  moreCopies?: number;
  problems: StepProblem[];
  /** More problems than are told. */
  moreProblems?: number;
  why: boolean;
}

export interface StepSource {
  /** Its path in its workspace folder. */
  file: string;
  /** From 1; undefined where the place is gone. */
  line?: number;
  /** What it is: `message`, `call`, `result`. */
  name: string;
}

export interface StepProblem {
  severity: Severity;
  message: string;
  rule: string;
  /** Which of the step's sources it is in, and where in that. */
  source: number;
  path: Path;
}

export interface EnvelopeAt {
  step: number;
  /** Which of the step's sources. */
  source: number;
}

/** An envelope laid out in lines, some of them. */
export interface EnvelopeText extends Rows<string> {
  /** Why it can't be shown, or is not shown whole. */
  fault?: string;
  /** In the lines told: the line's number in the whole, from 0, and from and to in characters. */
  problems: { line: number; from: number; to: number; severity: Severity; message: string; rule: string }[];
}

export interface EnvelopeMember {
  /** A property's name, or the place in a list. */
  name: string | number;
  is: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null';
  /** In a line. */
  shown: string;
  /** Members, or characters of a text that is not shown whole. */
  size?: number;
  /** The worst of the problems in it. */
  problem?: Severity;
}

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

export interface ReplayGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** Those that show first. */
  patterns: Pattern[];
  /** More patterns than are told. */
  morePatterns?: number;
  /** So many agents are drawn as one, the last node. */
  others: number;
}

export interface GraphNode {
  name: string;
  /** -1 for who never does a step, such as the user, and for the others. */
  lane: number;
  steps: number;
}

export interface GraphEdge {
  /** Nodes. */
  from: number;
  to: number;
  count: number;
  /** The first and the last step that went along it: those that take up, and those that hand over what nobody takes up. */
  first: number;
  last: number;
  /** Nobody said so: one agent's step came after another's. */
  implied?: true;
}

/** A way of working that is known by a name. */
export interface Pattern {
  is: 'sequential' | 'parallel' | 'conditional' | 'loop';
  /** `parallel: compete and trends, joined by review`. */
  text: string;
  /** By which step it can be told. */
  known: number;
  /** Of a loop: how many times it went round, and the steps at which it did. */
  rounds?: number[];
}

export interface GraphState {
  /** How many steps each node did so far, and how often each edge was gone along. */
  nodes: number[];
  edges: number[];
  /** Lit: who is at work, and the edge that led there. */
  node?: number;
  edge?: number;
}

export interface SearchParams {
  query: string;
  /** Where a search goes on that was not done. */
  cursor?: number;
}

/** What was found in a piece of work; a long search is done in several. */
export interface Found {
  matches: { step: number; time: number }[];
  /** Ask again with it; undefined when all was searched. */
  cursor?: number;
  /** What of the query can't be understood. */
  fault?: string;
}

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

export type StepGoal = 'error' | 'problem' | 'agent' | 'into' | 'out' | 'over';

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

/** What is to be covered before a run is given away. */
export interface Redaction {
  paths: boolean;
  emails: boolean;
  secrets: boolean;
  /** Addresses of machines, hosts inside a network, telephone numbers, numbers of cards and of bank accounts. */
  personal?: boolean;
  /** Also what names of properties say. */
  names?: boolean;
  /** Names of properties whose values are covered. */
  fields: string[];
}

export interface Redactions {
  counts: { what: 'path' | 'email' | 'secret' | 'personal' | 'field'; count: number }[];
  samples: { what: 'path' | 'email' | 'secret' | 'personal' | 'field'; before: string; after: string; step: number }[];
  /** Only the beginning of a very long run was looked through: so many steps. */
  looked?: number;
}

export type ExportFormat = 'html' | 'mermaid' | 'otlp' | 'jsonl' | 'json';
