import type { Outcome } from '../../model/run';
import type { Mark, StepIcon } from './step';

/** The visible section of a run's timeline: a lane for each agent with bars for its steps, and arrows between the bars. */
export interface Timeline {
  /** The heights of all lanes in rows, one number each; lanes in view also have bars. */
  heights: number[];
  lanes: TimelineLane[];
  arrows: TimelineArrow[];
}

export interface TimelineLane {
  lane: number;
  /** The agent, kind or service of these steps. */
  name: string;
  /** No step of the lane names an agent or service: the lane has the name of the protocol. */
  nameless?: true;
  /** The kind of its steps, where lanes are kinds. */
  icon?: StepIcon;
  steps: number;
  bars: TimelineBar[];
}

/** A bar of the timeline: a step, or several neighbouring steps that are too thin to show separately. */
export interface TimelineBar {
  /** The step, or the first of several. */
  step: number;
  /** The number of steps. */
  count: number;
  from: number;
  to: number;
  /** The range of the step that it is nested in, if that is longer. */
  within?: { from: number; to: number };
  /** From 0; nested steps are below. */
  row: number;
  outcome: Outcome;
  marks: Mark[];
  /** For a single step with some room: its number, title and details. */
  label?: string;
  icon?: StepIcon;
  /** The number of files that the step wrote. */
  files?: number;
  usage?: string;
  took?: string;
  confidence?: number;
  /** The number of nested steps that are folded. */
  hides?: number;
  /** The number of nested steps that are shown; if any, the bar can be folded. */
  holds?: number;
}

/** A handoff: from the step that hands over to the one that receives. */
export interface TimelineArrow {
  from: { lane: number; row: number; at: number };
  to: { lane: number; row: number; at: number };
  /** The step at this end of the arrow; for merged arrows, the first of the steps. */
  step: number;
  taken: number;
  count: number;
  /** The work returns to the previous agent. */
  back?: true;
}

/** The graph of hand-offs between the agents of a run. */
export interface ReplayGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** The first patterns to appear, up to a limit. */
  patterns: Pattern[];
  /** The number of omitted patterns. */
  morePatterns?: number;
  /** The number of agents that are drawn as one node, the last. */
  others: number;
}

export interface GraphNode {
  name: string;
  /** -1 for nodes that never do a step, such as the user, and for the merged node. */
  lane: number;
  steps: number;
}

export interface GraphEdge {
  /** Indexes of nodes. */
  from: number;
  to: number;
  count: number;
  /**
   * The first and last of the steps along the edge: those that receive work, and those that hand over without a receiver.
   */
  first: number;
  last: number;
  /** The hand-off is only inferred, from a step of one agent that follows a step of another. */
  implied?: true;
}

/** A named workflow pattern. */
export interface Pattern {
  is: 'sequential' | 'parallel' | 'conditional' | 'loop';
  /** A detected pattern of collaboration between agents. */
  text: string;
  /** The first step at which the pattern is recognisable. */
  known: number;
  /** For a loop: the steps at which it repeated. */
  rounds?: number[];
}

/** The state of the graph after a step. */
export interface GraphState {
  /** The number of steps of each node so far, and of uses of each edge. */
  nodes: number[];
  edges: number[];
  /** The highlighted node, the active agent; below, the edge that led there. */
  node?: number;
  edge?: number;
}
