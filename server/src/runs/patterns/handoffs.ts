import type { RunColumns } from '../state/runColumns';
import { appended } from './appended';
import { backEdges } from './backEdges';
import { advanceConcurrent, type ConcurrentSteps } from './concurrentSteps';

/** Work that one agent passed to another. */
export interface Handoff {
  /** The step that hands over; of several equal ones before it is taken up, the last. */
  from: number;
  /** The step that takes it up: always a later one. */
  to: number;
  /** Always different. */
  fromLane: number;
  toLane: number;
  /** An index in `edges`. */
  edge: number;
  /** It returns to an agent that had handed work to the giver before, directly or indirectly. */
  back: boolean;
  /** Stated by a step, implied by nesting, or only inferred from order and times. */
  by: 'step' | 'nesting' | 'order';
}

/** A handoff that nobody took up. */
export interface OpenHandoff {
  from: number;
  fromLane: number;
  /** An index in `nodes`. */
  node: number;
  edge: number;
}

/** A possible receiver of work. */
export interface HandoffNode {
  name: string;
  /** -1 for one that never performs a step, such as the user. */
  lane: number;
}

export interface HandoffEdge {
  /** Indices in `nodes`. */
  from: number;
  to: number;
  /** The steps along this edge, ascending: those that take work up, and those whose handoff is not taken up. */
  steps: number[];
  /** Neither stated by a step nor implied by nesting. */
  implied: boolean;
  back: boolean;
}

export interface Handoffs {
  /** Sorted by the step that takes up, then by the step that hands over. */
  list: Handoff[];
  open: OpenHandoff[];
  /** The lanes by index, then those that never act. */
  nodes: HandoffNode[];
  edges: HandoffEdge[];
}

/**
 * Derives who handed work to whom. Explicit addressees count first; without one, a step nested in another agent's step
 * was called by it, and any other step follows the steps that had finished when it began. Steps without an agent hand
 * over only what they state, or what is nested in them.
 */
export function handoffsOf(columns: RunColumns): Handoffs {
  const making = newMaking(columns);
  for (let index = 0; index < columns.count; index++) {
    takeUp(making, index);
    for (const name of columns.addressees[index] as readonly string[]) wait(making, index, name);
  }
  leaveOpen(making);
  return finished(making);
}

interface Making {
  columns: RunColumns;
  list: Handoff[];
  open: OpenHandoff[];
  nodes: HandoffNode[];
  nodeNamed: Map<string, number>;
  edges: HandoffEdge[];
  /** Edges by their source node, then by their target node. */
  edgesFrom: Map<number, number>[];
  /** By lane: the steps that have handed work to it since its last step, ascending. */
  waiting: number[][];
  /** By lane: the mark of the last step that was counted. */
  taken: Int32Array;
  wave: ConcurrentSteps;
  /** By step: the lane of the last step nested in it; -1 before the first. */
  lastInner: Int32Array;
}

const NONE: number[] = [];

function newMaking(columns: RunColumns): Making {
  const nodes = columns.lanes.map(({ name }, lane) => ({ name, lane }));
  // The lane without an agent may have an agent's name: nobody can hand work to it.
  const named = columns.lanes.flatMap(({ name, nameless }, lane) => (nameless ? [] : [[name, lane] as const]));
  return {
    columns,
    list: [],
    open: [],
    nodes,
    nodeNamed: new Map(named),
    edges: [],
    edgesFrom: [],
    waiting: columns.lanes.map(() => NONE),
    taken: new Int32Array(columns.lanes.length).fill(-1),
    wave: { steps: [], giver: -1 },
    lastInner: new Int32Array(columns.count).fill(-1),
  };
}

function takeUp(making: Making, index: number): void {
  const { columns, waiting } = making;
  const lane = columns.lane[index] as number;
  const parent = columns.parent[index] as number;
  const given = waiting[lane] as number[];
  const goesOn = parent >= 0 && making.lastInner[parent] === lane;
  if (parent >= 0) making.lastInner[parent] = lane;
  const called = parent >= 0 && columns.lane[parent] !== lane;
  const isNobody = columns.lanes[lane]?.nameless === true;
  const byNobody = called && columns.lanes[columns.lane[parent] as number]?.nameless === true;
  if (given.length > 0) {
    const givers = lastOfEach(making, given, index);
    waiting[lane] = NONE;
    for (const giver of givers) add(making, giver, index, 'step');
    if (parent < 0 || byNobody) making.wave = advanceConcurrent(columns, making.wave, index, givers).wave;
    return;
  }
  // What an agent does one after the other in the same call was called once.
  if (called && !byNobody) {
    if (!goesOn) add(making, parent, index, 'nesting');
  } else if ((parent < 0 || byNobody) && !isNobody) {
    const { wave, givers } = advanceConcurrent(columns, making.wave, index);
    // Within a step without an agent, the first nested step is called by it; the others follow each other.
    if (byNobody && making.wave.steps.length === 0) add(making, parent, index, 'nesting');
    making.wave = wave;
    for (const giver of givers) add(making, giver, index, 'order');
  }
}

/**
 * The last step of each lane.
 *
 * @param mark a different number for each call
 */
function lastOfEach({ columns, taken }: Making, steps: number[], mark: number): number[] {
  if (steps.length === 1) return steps;
  const last: number[] = [];
  for (let place = steps.length - 1; place >= 0; place--) {
    const step = steps[place] as number;
    const lane = columns.lane[step] as number;
    if (taken[lane] !== mark) last.push(step);
    taken[lane] = mark;
  }
  return last.reverse();
}

function wait(making: Making, index: number, name: string): void {
  const lane = making.columns.lane[index] as number;
  const node = nodeOf(making, name);
  if (node === lane) return;
  if (node >= making.columns.lanes.length) {
    addOpen(making, index, lane, node);
    return;
  }
  making.waiting[node] = appended(making.waiting[node] as number[], index);
}

function nodeOf({ nodes, nodeNamed }: Making, name: string): number {
  let node = nodeNamed.get(name);
  if (node === undefined) {
    node = nodes.push({ name, lane: -1 }) - 1;
    nodeNamed.set(name, node);
  }
  return node;
}

function add(making: Making, from: number, to: number, by: Handoff['by']): void {
  const { columns, edges } = making;
  const fromLane = columns.lane[from] as number;
  const toLane = columns.lane[to] as number;
  const edge = edgeOf(making, fromLane, toLane);
  const { steps } = edges[edge] as HandoffEdge;
  steps.push(to);
  if (by !== 'order') (edges[edge] as HandoffEdge).implied = false;
  making.list.push({ from, to, fromLane, toLane, edge, back: false, by });
}

function addOpen(making: Making, from: number, fromLane: number, node: number): void {
  const edge = edgeOf(making, fromLane, node);
  const made = making.edges[edge] as HandoffEdge;
  // A step may name another agent as its peer and also hand over to it.
  if (made.steps.at(-1) === from) return;
  made.steps.push(from);
  made.implied = false;
  making.open.push({ from, fromLane, node, edge });
}

function edgeOf({ edges, edgesFrom }: Making, from: number, to: number): number {
  edgesFrom[from] ??= new Map();
  const known = edgesFrom[from];
  let edge = known.get(to);
  if (edge === undefined) {
    edge = edges.push({ from, to, steps: [], implied: true, back: false }) - 1;
    known.set(to, edge);
  }
  return edge;
}

/** Handoffs to agents that perform no step afterwards. */
function leaveOpen(making: Making): void {
  const { columns, edges, waiting } = making;
  for (const [node, given] of waiting.entries()) {
    for (const index of lastOfEach(making, given, columns.count + node)) {
      const lane = columns.lane[index] as number;
      addOpen(making, index, lane, node);
      (edges[edgeOf(making, lane, node)] as HandoffEdge).steps.sort((one, two) => one - two);
    }
  }
}

function finished({ list, open, nodes, edges }: Making): Handoffs {
  const closing = backEdges(edges, nodes.length);
  for (const [index, edge] of edges.entries()) edge.back = closing[index] === 1;
  for (const handoff of list) handoff.back = closing[handoff.edge] === 1;
  open.sort((one, two) => one.from - two.from);
  return { list, open, nodes, edges };
}
