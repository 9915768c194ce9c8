import { partitionPoint } from '../shared/arrays';
import type { ColumnarSteps } from './columnarSteps';

/** A hand-off: work that one agent passed to another, with the step that passes it on and the step that takes it up. */
export interface Handoff {
  /** The step that hands over. If several equal handoffs precede the receiving step, the last of them. */
  from: number;
  /** The step that takes up the work: always later than `from`. */
  to: number;
  /** The lanes of both steps, always different. */
  fromLane: number;
  toLane: number;
  /** An index in `edges`. */
  edge: number;
  /** The receiver had handed work to the giver before, directly or indirectly. */
  back: boolean;
  /** How the handoff is known: stated by a step, implied by nesting, or inferred from order and times. */
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
  /** -1 for a node that never performs a step, such as the user. */
  lane: number;
}

export interface HandoffEdge {
  /** Indices in `nodes`. */
  from: number;
  to: number;
  /** The steps along this edge, ascending: those that take up work, and those whose handoff nobody takes up. */
  steps: number[];
  /** Neither stated by a step nor implied by nesting. */
  implied: boolean;
  back: boolean;
}

/** All hand-offs between the agents of a workflow run, as a list and as a graph. */
export interface Handoffs {
  /** Sorted by the step that takes up, then by the step that hands over. */
  list: Handoff[];
  open: OpenHandoff[];
  /** The nodes of lanes by lane index, then nodes that never perform a step. */
  nodes: HandoffNode[];
  edges: HandoffEdge[];
}

/**
 * Derives who handed work to whom. Explicit addressees take precedence. Without an addressee, a step nested in another agent's step was
 * called by that agent, and any other step follows the steps that had finished when it began. Steps without an agent hand over only if they
 * state it, or to steps nested in them.
 */
export function handoffsOf(columns: ColumnarSteps): Handoffs {
  const making = newMaking(columns);
  for (let index = 0; index < columns.count; index++) {
    takeUp(making, index);
    for (const name of columns.addressees[index] as readonly string[]) wait(making, index, name);
  }
  leaveOpen(making);
  return finished(making);
}

interface Making {
  columns: ColumnarSteps;
  list: Handoff[];
  open: OpenHandoff[];
  nodes: HandoffNode[];
  nodeNamed: Map<string, number>;
  edges: HandoffEdge[];
  /** Edges by their first node, then by their target node. */
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

function newMaking(columns: ColumnarSteps): Making {
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
  // Consecutive steps of an agent within one call were called once.
  if (called && !byNobody) {
    if (!goesOn) add(making, parent, index, 'nesting');
  } else if ((parent < 0 || byNobody) && !isNobody) {
    const { wave, givers } = advanceConcurrent(columns, making.wave, index);
    // A step without an agent calls its first nested step; the others follow each other.
    if (byNobody && making.wave.steps.length === 0) add(making, parent, index, 'nesting');
    making.wave = wave;
    for (const giver of givers) add(making, giver, index, 'order');
  }
}

/**
 * Returns the last step of each lane.
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

/** Records the handoffs to agents that perform no step afterwards. */
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

/**
 * Finds the edges that close a cycle when edges are added in order: their start could be reached from their end before. Returns 1 for such
 * an edge, 0 for any other. If there are very many nodes, examines only the first in full; between the rest, an edge closes a cycle if its
 * reverse existed.
 */
function backEdges(edges: readonly { from: number; to: number }[], nodes: number): Uint8Array {
  const closing = new Uint8Array(edges.length);
  const size = Math.min(nodes, MOST_NODES);
  const words = Math.ceil(size / 32);
  // One row per node: a bit for each node reachable from it.
  const leads = new Uint32Array(size * words);
  const has = (from: number, to: number) => ((leads[from * words + (to >> 5)] as number) >>> (to & 31)) & 1;
  const direct = new Set<number>();
  for (const [index, { from, to }] of edges.entries()) {
    if (from >= size || to >= size) {
      closing[index] = direct.has(to * PLACES + from) ? 1 : 0;
      direct.add(from * PLACES + to);
      continue;
    }
    closing[index] = has(to, from);
    if (has(from, to)) continue;
    for (let node = 0; node < size; node++) {
      if ((node !== from && !has(node, from)) || has(node, to)) continue;
      for (let word = 0; word < words; word++) {
        const at = node * words + word;
        leads[at] = (leads[at] as number) | (leads[to * words + word] as number);
      }
      const bit = node * words + (to >> 5);
      leads[bit] = (leads[bit] as number) | (1 << (to & 31));
    }
  }
  return closing;
}

const MOST_NODES = 1024;
const PLACES = 2 ** 26;

/** Steps that ran at the same time, one per lane, and the step that started them; -1 for none. */
interface ConcurrentSteps {
  steps: readonly number[];
  giver: number;
}

/**
 * Advances to the next step. Returns the steps that run then, and the steps that the next step follows: those that had finished, or, if all
 * still run, the step that started them.
 *
 * @param given the steps that explicitly handed over to the next step, if any; it then follows only these
 */
function advanceConcurrent(
  columns: ColumnarSteps,
  { steps, giver }: ConcurrentSteps,
  index: number,
  given: readonly number[] = [],
): { wave: ConcurrentSteps; givers: number[] } {
  const lane = columns.lane[index] as number;
  const last = given.at(-1);
  const running: number[] = [];
  const over: number[] = [];
  let continues = false;
  for (const step of steps) {
    if (columns.lane[step] === lane) continues = true;
    // A step handed over before the other began runs concurrently.
    else if (overlap(columns, step, index) || (last !== undefined && last < step)) running.push(step);
    else over.push(step);
  }
  const beside = !continues && giver >= 0 && columns.lane[giver] !== lane ? [giver] : [];
  const givers = last !== undefined ? [] : over.length > 0 ? over : running.length > 0 ? beside : [];
  const wave = {
    steps: [...running.slice(1 - MOST_AT_ONCE), index],
    giver: running.length > 0 ? giver : (last ?? over.at(-1) ?? (continues ? giver : -1)),
  };
  return { wave, givers };
}

// If more steps run at once, the oldest are dropped.
const MOST_AT_ONCE = 16;

/** Returns whether an earlier step still runs when a later one begins; false if one of them has no time. */
function overlap({ timed, start, end }: ColumnarSteps, earlier: number, later: number): boolean {
  return timed[earlier] === 1 && timed[later] === 1 && (end[earlier] as number) > (start[later] as number);
}

/** The work of an agent from one handoff to it until the next. */
export interface Turn {
  lane: number;
  /** The first step. */
  start: number;
  /** The turns that handed work to it, in order. */
  from: Handover[];
  /** The turns that it handed work to. */
  to: Handover[];
  /** Handoffs that nobody took up. */
  open: { node: number; step: number }[];
}

/** A handoff from one turn to another. */
export interface Handover {
  giver: Turn;
  taker: Turn;
  handoff: Handoff;
}

/** Returns the turns of a run, in order of their start. */
export function agentTurns({ list, open }: Handoffs): Turn[] {
  const byLane = new Map<number, Turn[]>();
  const all: Turn[] = [];
  for (const handoff of list) {
    const giver = turnAt(byLane, all, handoff.fromLane, handoff.from);
    const before = byLane.get(handoff.toLane)?.at(-1);
    const taker =
      before?.start === handoff.to ? before : newTurn(byLane, all, { lane: handoff.toLane, start: handoff.to });
    const handover = { giver, taker, handoff };
    giver.to = appended(giver.to, handover);
    taker.from = appended(taker.from, handover);
  }
  for (const { from, fromLane, node } of open) {
    const turn = turnAt(byLane, all, fromLane, from);
    turn.open = appended(turn.open, { node, step: from });
  }
  return all.sort((one, two) => one.start - two.start);
}

/** Returns the turn of a lane that contains a step. A turn that received no handoff begins with the first step that hands over. */
function turnAt(byLane: Map<number, Turn[]>, all: Turn[], lane: number, step: number): Turn {
  const turns = byLane.get(lane) ?? [];
  const last = turns.at(-1);
  if (last && last.start <= step) return last;
  const found = turns[partitionPoint(turns.length, index => (turns[index] as Turn).start <= step) - 1];
  if (found) return found;
  const [first] = turns;
  if (first && first.from.length === 0) {
    first.start = step;
    return first;
  }
  return newTurn(byLane, all, { lane, start: step });
}

const NO_HANDOVERS: Turn['from'] = [];
const NONE_OPEN: Turn['open'] = [];

function newTurn(byLane: Map<number, Turn[]>, all: Turn[], { lane, start }: Pick<Turn, 'lane' | 'start'>): Turn {
  const turn: Turn = { lane, start, from: NO_HANDOVERS, to: NO_HANDOVERS, open: NONE_OPEN };
  all.push(turn);
  const turns = byLane.get(lane);
  if (!turns) byLane.set(lane, [turn]);
  else if ((turns.at(-1) as Turn).start < start) turns.push(turn);
  else turns.unshift(turn);
  return turn;
}

/**
 * Adds an element to a list. Replaces an empty list instead of changing it, so that one empty list can serve for all: most lists get one
 * element, and the engine makes room for 17 when an empty list grows.
 */
function appended<T>(list: T[], one: T): T[] {
  if (list.length === 0) return [one];
  list.push(one);
  return list;
}
