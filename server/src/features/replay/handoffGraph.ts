import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { ColumnarSteps } from '../../runs/columnarSteps';
import { detectPatterns } from '../../runs/detectPatterns';
import type { HandoffEdge, Handoffs } from '../../runs/handoffs';
import { t } from '../../shared/l10n';
import type {
  GraphEdge,
  GraphNode,
  GraphState,
  ReplayAnswer,
  ReplayGraph,
  ReplayParams,
} from '../../shared/replay/index';
import { findLastAtOrBefore } from '../../text/lines';
import { plain } from '../runs/treeNodeTexts';
import { cachedHandoffs } from './cachedHandoffs';
import { columnsOf, memoizePerRun, type ReplayedRun, windowRows } from './replayedRun';
import { stepSummary } from './stepSummary';

/**
 * Returns a graph of a workflow run: agents are nodes, hand-offs are edges. If there are very many agents, those with the most steps have a node
 * each, and one node stands for all others.
 */
export function handoffGraph({ run }: ReplayedRun, _params: object): ReplayGraph {
  return memoizePerRun(run, graphOf);
}

/** Returns the state of the graph after a step. Throws RangeError if there is no such step. */
export function graphAt({ run }: ReplayedRun, { step }: ReplayParams<'graphAt'>): GraphState {
  // Throws if there is no such step.
  run.step(step);
  const { nodeSteps, edgeSteps, nodeOf, lit } = memoizePerRun(run, computeVisibleGraph);
  const node = nodeOf[columnsOf(run).lane[step] as number] ?? -1;
  const edge = lit[step] as number;
  return {
    nodes: nodeSteps.map(steps => countUpTo(steps, step)),
    edges: edgeSteps.map(steps => countUpTo(steps, step)),
    ...(node >= 0 && { node }),
    ...(edge >= 0 && { edge }),
  };
}

/** Returns the hand-off steps of an edge. Throws RangeError if there is no such edge. */
export function edgeSteps(
  replay: ReplayedRun,
  { edge, ...window }: ReplayParams<'edgeSteps'>,
): ReplayAnswer<'edgeSteps'> {
  const steps = memoizePerRun(replay.run, computeVisibleGraph).edgeSteps[edge];
  if (!steps) throw new RangeError(`no edge ${edge} in ${replay.run.summary.key}`);
  return windowRows(window, steps.length, MOST_ROWS, place => stepSummary(replay, steps[place] as number));
}

const MOST_ROWS = 200;
const MOST_PATTERNS = 12;

function computeVisibleGraph(run: IndexedRun): VisibleGraph {
  return visibleGraph(cachedHandoffs(run), columnsOf(run));
}

function graphOf(run: IndexedRun): ReplayGraph {
  const { nodes, edges, others } = memoizePerRun(run, computeVisibleGraph);
  const handoffs = cachedHandoffs(run);
  const patterns = detectPatterns(handoffs, columnsOf(run), node => plain(handoffs.nodes[node]?.name ?? '', 40));
  const more = patterns.length - MOST_PATTERNS;
  return { nodes, edges, patterns: patterns.slice(0, MOST_PATTERNS), ...(more > 0 && { morePatterns: more }), others };
}

/** Returns whether more than one agent takes part, so that the graph is worth showing. */
export function hasSeveralAgents(run: IndexedRun): boolean {
  return memoizePerRun(run, computeVisibleGraph).nodes.length > 1;
}

/** Counts the steps up to `last` in an ascending list. */
function countUpTo(steps: readonly number[], last: number): number {
  return findLastAtOrBefore(steps.length, place => steps[place] as number, last) + 1;
}

/** The graph as drawn, with a limited number of nodes and edges. */
interface VisibleGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** The number of agents that are drawn as one, the last node. */
  others: number;
  /** The index of the drawn node, for each lane, then for each other recipient; -1 for a lane of steps without an agent. */
  nodeOf: Int32Array;
  /** The steps of each node, ascending. */
  nodeSteps: number[][];
  /** The hand-off steps of each edge, ascending. */
  edgeSteps: number[][];
  /** For each step, the edge that led to the active agent; -1 without one. */
  lit: Int32Array;
}

function visibleGraph(handoffs: Handoffs, columns: ColumnarSteps): VisibleGraph {
  const { nodes, nodeOf, others } = drawnNodes(handoffs, columns);
  const nodeSteps = nodes.map((): number[] => []);
  for (let step = 0; step < columns.count; step++) {
    nodeSteps[nodeOf[columns.lane[step] as number] ?? -1]?.push(step);
  }
  const { edges, edgeOf, edgeSteps } = drawnEdges(handoffs, nodeOf);
  return { nodes, edges, others, nodeOf, nodeSteps, edgeSteps, lit: litEdges(handoffs, columns, edgeOf) };
}

const MOST_NODES = 60;
const MOST_EDGES = 300;

function drawnNodes(
  { nodes: all }: Handoffs,
  { lanes }: ColumnarSteps,
): Pick<VisibleGraph, 'nodes' | 'nodeOf' | 'others'> {
  const stepsOf = (node: number) => lanes[node]?.steps ?? 0;
  const isAgent = (node: number) => lanes[node]?.nameless !== true;
  const byRank = all
    .map((_, node) => node)
    .filter(isAgent)
    .sort((a, b) => stepsOf(b) - stepsOf(a) || a - b);
  const most = byRank.length > MOST_NODES ? MOST_NODES - 1 : MOST_NODES;
  const shown = byRank.slice(0, most).sort((a, b) => a - b);
  const others = byRank.length - shown.length;
  const nodeOf = Int32Array.from(all, (_, node) => (isAgent(node) ? shown.length : -1));
  for (const [place, node] of shown.entries()) nodeOf[node] = place;
  const nodes = shown.map((node): GraphNode => {
    const { name, lane } = all[node] as Handoffs['nodes'][number];
    return { name: plain(name, 40), lane, steps: stepsOf(node) };
  });
  if (others > 0) {
    const steps = byRank.slice(shown.length).reduce((sum, node) => sum + stepsOf(node), 0);
    nodes.push({ name: t`${others} others`, lane: -1, steps });
  }
  return { nodes, nodeOf, others };
}

function drawnEdges({ edges: all }: Handoffs, nodeOf: Int32Array) {
  const merged = new Map<string, { from: number; to: number; of: number[] }>();
  for (const [place, edge] of all.entries()) {
    const [from, to] = [nodeOf[edge.from] as number, nodeOf[edge.to] as number];
    // Both ends are in the merged node, or one has no agent.
    if (from === to || from < 0 || to < 0) continue;
    const one = merged.get(`${from} ${to}`);
    if (one) one.of.push(place);
    else merged.set(`${from} ${to}`, { from, to, of: [place] });
  }
  const found = [...merged.values()].map(({ from, to, of }) => {
    const merging = of.map(place => all[place] as HandoffEdge);
    const steps = merging.length === 1 ? (merging[0] as HandoffEdge).steps : joined(merging);
    return { from, to, of, steps, implied: merging.every(({ implied }) => implied) };
  });
  const most = [...found].sort((a, b) => b.steps.length - a.steps.length).slice(0, MOST_EDGES);
  const isShown = new Set(most);
  const shown = found.filter(edge => isShown.has(edge));
  const edgeOf = new Int32Array(all.length).fill(-1);
  for (const [place, { of }] of shown.entries()) for (const edge of of) edgeOf[edge] = place;
  const edges = shown.map(
    ({ from, to, steps, implied }): GraphEdge => ({
      from,
      to,
      count: steps.length,
      first: steps[0] as number,
      last: steps.at(-1) as number,
      ...(implied && { implied }),
    }),
  );
  return { edges, edgeOf, edgeSteps: shown.map(({ steps }) => steps) };
}

/** Returns the steps of merged edges, ascending, each step once. */
function joined(edges: readonly HandoffEdge[]): number[] {
  return [...new Set(edges.flatMap(({ steps }) => steps))].sort((a, b) => a - b);
}

function litEdges({ list, nodes }: Handoffs, columns: ColumnarSteps, edgeOf: Int32Array): Int32Array {
  const lit = new Int32Array(columns.count);
  const last = new Int32Array(nodes.length).fill(-1);
  let next = 0;
  for (let step = 0; step < columns.count; step++) {
    for (; list[next]?.to === step; next++) {
      const { edge, toLane } = list[next] as Handoffs['list'][number];
      last[toLane] = edgeOf[edge] as number;
    }
    lit[step] = last[columns.lane[step] as number] as number;
  }
  return lit;
}
