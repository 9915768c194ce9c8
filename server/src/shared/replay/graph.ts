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
