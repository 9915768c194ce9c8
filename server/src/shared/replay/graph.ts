/** The graph of hand-offs between the agents of a run. */
export interface ReplayGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** The first patterns to appear, up to a limit. */
  patterns: Pattern[];
  /** How many patterns are omitted. */
  morePatterns?: number;
  /** How many agents are drawn as one, the last node. */
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
  /** Only inferred, from a step of one agent that follows a step of another. */
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
