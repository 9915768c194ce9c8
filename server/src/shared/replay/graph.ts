export interface ReplayGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** The first ones to appear. */
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
   * The first and the last step along the edge: the steps that receive, and those that hand over without a receiver.
   */
  first: number;
  last: number;
  /** Inferred: one agent's step follows another's. */
  implied?: true;
}

/** A named workflow pattern. */
export interface Pattern {
  is: 'sequential' | 'parallel' | 'conditional' | 'loop';
  /** `parallel: compete and trends, joined by review`. */
  text: string;
  /** The step from which on it is recognisable. */
  known: number;
  /** For a loop: the steps at which it repeated. */
  rounds?: number[];
}

export interface GraphState {
  /** The number of steps of each node so far, and of uses of each edge. */
  nodes: number[];
  edges: number[];
  /** Highlighted: the active node, and the edge that led there. */
  node?: number;
  edge?: number;
}
