import type { Step } from '../../model/run';
import type { IndexedRun } from '../assembly/indexedRun';
import type { RunColumns } from '../state/runColumns';
import { backEdges } from './backEdges';
import { advanceConcurrent, type ConcurrentSteps } from './concurrentSteps';

/** Work that went from one agent to another. */
export interface Handoff {
  /** The step that hands over; of several that say the same before it is taken up the last. */
  from: number;
  /** The step that takes up: always a later one. */
  to: number;
  /** Never the same. */
  fromLane: number;
  toLane: number;
  /** A place in `edges`. */
  edge: number;
  /** It goes back to who had handed on to the giver before, directly or through others. */
  back: boolean;
  /** Said by a step, to be seen from what is nested in what, or only from the order and the times of the steps. */
  by: 'step' | 'nesting' | 'order';
}

/** Work that was handed over and that nobody took up. */
export interface OpenHandoff {
  from: number;
  fromLane: number;
  /** A place in `nodes`. */
  node: number;
  edge: number;
}

/** Who can be handed to. */
export interface HandoffNode {
  name: string;
  /** -1 for who never does a step: the user, say. */
  lane: number;
}

export interface HandoffEdge {
  /** Places in `nodes`. */
  from: number;
  to: number;
  /** By which it was gone along, ascending: those that take up, and those that hand over what is not taken up. */
  steps: number[];
  /** No step says so, and no nesting. */
  implied: boolean;
  back: boolean;
}

export interface Handoffs {
  /** Sorted by the step that takes up, then by the one that hands over. */
  list: Handoff[];
  open: OpenHandoff[];
  /** The lanes, each in its place, then those who never act. */
  nodes: HandoffNode[];
  edges: HandoffEdge[];
}

/**
 * Who handed over to whom. A step says so by whom it is for; where none does, a step nested in another agent's step was
 * called by it, and else a step follows those before it that were over when it began. Steps of nobody hand over only what
 * they say, or what is nested in them.
 */
export function handoffsOf(run: IndexedRun, columns: RunColumns): Handoffs {
  const making = newMaking(columns);
  for (let index = 0; index < columns.count; index++) {
    takeUp(making, index);
    handOver(making, run.step(index));
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
  /** By the nodes that they go from, and those that they go to. */
  edgesFrom: Map<number, number>[];
  /** By lanes, the steps that handed over to them since their last steps, ascending. */
  waiting: number[][];
  /** By lanes, when it was last seen that they handed over. */
  taken: Int32Array;
  wave: ConcurrentSteps;
}

function newMaking(columns: RunColumns): Making {
  const nodes = columns.lanes.map(({ name }, lane) => ({ name, lane }));
  // The lane of nobody may be called like an agent: it can't be handed to.
  const named = columns.lanes.flatMap(({ name, nameless }, lane) => (nameless ? [] : [[name, lane] as const]));
  return {
    columns,
    list: [],
    open: [],
    nodes,
    nodeNamed: new Map(named),
    edges: [],
    edgesFrom: [],
    waiting: columns.lanes.map(() => []),
    taken: new Int32Array(columns.lanes.length).fill(-1),
    wave: { steps: [], giver: -1 },
  };
}

function takeUp(making: Making, index: number): void {
  const { columns, waiting } = making;
  const lane = columns.lane[index] as number;
  const parent = columns.parent[index] as number;
  const given = waiting[lane] as number[];
  const called = parent >= 0 && columns.lane[parent] !== lane;
  const isNobody = columns.lanes[lane]?.nameless === true;
  const byNobody = called && columns.lanes[columns.lane[parent] as number]?.nameless === true;
  if (given.length > 0) {
    const givers = lastOfEach(making, given, index);
    waiting[lane] = [];
    for (const giver of givers) add(making, giver, index, 'step');
    if (parent < 0 || byNobody) making.wave = advanceConcurrent(columns, making.wave, index, givers).wave;
    return;
  }
  if (called && !byNobody) add(making, parent, index, 'nesting');
  else if ((parent < 0 || byNobody) && !isNobody) {
    const { wave, givers } = advanceConcurrent(columns, making.wave, index);
    // Of what is nested in a step of nobody the first is called by it; the others follow each other.
    if (byNobody && making.wave.steps.length === 0) add(making, parent, index, 'nesting');
    making.wave = wave;
    for (const giver of givers) add(making, giver, index, 'order');
  }
}

/** Of steps the last of each lane. @param mark is another number each time */
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

function handOver(making: Making, step: Step): void {
  const lane = making.columns.lane[step.index] as number;
  if (step.peer !== undefined) wait(making, step.index, lane, step.peer);
  for (const effect of step.effects) if (effect.do === 'handoff') wait(making, step.index, lane, effect.to);
}

function wait(making: Making, index: number, lane: number, name: string): void {
  const node = nodeOf(making, name);
  if (node === lane) return;
  if (node >= making.columns.lanes.length) {
    addOpen(making, index, lane, node);
    return;
  }
  making.waiting[node]?.push(index);
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
  // One step may name another as its peer and hand over to it too.
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

/** What was given to who did steps before, and none after. */
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
