import type { Outcome } from '../../model/run';
import type { Severity } from '../../model/schema';
import type { Path } from '../../model/text';
import type { Axis, LanesBy } from './overview';

/** The folded steps, which hide their nested steps: all except the listed ones, or only the listed ones. */
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
  /** How many steps are nested in it, at any depth. */
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
  /** How many copies are omitted. */
  moreCopies?: number;
  problems: StepProblem[];
  /** How many problems are omitted. */
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
