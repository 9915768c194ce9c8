import type { Outcome } from '../../model/run';
import type { Severity } from '../../model/severity';
import type { Path } from '../../model/text';
import type { Axis } from './run';

/** Which steps hide what is nested in them: all but those listed, or those listed alone. */
export interface Folded {
  all: boolean;
  but: number[];
}

/** What stands out: worst first. */
export type Mark = 'error' | 'problem' | 'retry' | 'approval' | 'budget' | 'question';

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

export type StepGoal = 'error' | 'problem' | 'agent' | 'into' | 'out' | 'over';
