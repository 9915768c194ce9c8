import type { Outcome } from '../../model/run';
import type { Axis } from './run';
import type { Folded, Mark, StepIcon } from './step';

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
