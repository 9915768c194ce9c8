import { Graph, layout } from '@dagrejs/dagre';
import type { ReplayGraph } from '../../../server/src/shared/lspExtensions';
import {
  curveBetween,
  type Direction,
  type GraphLayout,
  type PlacedEdge,
  type PlacedNode,
  type Point,
  selfLoop,
} from './curves';
import { moveGraphToOrigin, placeLabels } from './moveGraphToOrigin';
import type { Size } from './viewTransform';

/**
 * Computes the positions of agents and hand-offs in the graph of a workflow run. Agents are ordered as they first appear in the run. The layout
 * treats a hand-off to an earlier agent as if it went the other way, so that the order stays.
 *
 * @param measure returns the width of a text, in pixels
 */
export function layoutGraph(graph: Drawable, direction: Direction, measure: (text: string) => number): GraphLayout {
  const isDense = graph.nodes.length > MANY_NODES || graph.edges.length > MANY_EDGES;
  const order = nodeOrder(graph);
  const isBack = (edge: number) => {
    const { from, to } = graph.edges[edge] ?? { from: 0, to: 0 };
    return (order[from] ?? 0) > (order[to] ?? 0);
  };
  const label = labelSize(graph, measure);
  const drawing = emptyDrawing(direction, isDense, label);
  const nodes = graph.nodes.map(({ name, steps }) => sized(name, steps, isDense, measure));
  // The order of adding nodes determines their side.
  for (const node of [...nodes.keys()].sort((one, other) => (order[one] ?? 0) - (order[other] ?? 0))) {
    drawing.setNode(String(node), { ...nodes[node] });
  }
  for (const edge of isDense ? backboneEdges(graph) : graph.edges.keys()) {
    const { v, w, name } = idOf(graph, edge, isBack(edge));
    // The library's loops do not begin at their node.
    if (v !== w) drawing.setEdge(v, w, { weight: isBack(edge) ? 1 : 3 }, name);
  }
  layout(drawing);
  for (const [index, node] of nodes.entries()) {
    const { x, y } = drawing.node(String(index)) as Point;
    Object.assign(node, { x, y });
  }
  const edges = graph.edges.map(({ from, to }, edge): PlacedEdge => {
    const back = isBack(edge);
    const route = isDense || from === to ? undefined : routeOf(drawing, idOf(graph, edge, back));
    if (back) route?.reverse();
    const [one, other] = [nodes[from], nodes[to]];
    return { back, points: route ?? (one && other ? straight(one, other) : []) };
  });
  const labels = placeLabels({ nodes, edges, label });
  for (const [index, place] of labels.entries()) if (place) Object.assign(edges[index] as PlacedEdge, { label: place });
  return moveGraphToOrigin({ nodes, edges, label, isDense, direction, order });
}

/**
 * The nodes and edges of the graph of agents before they have positions. A node is an agent with its number of steps, and an edge is a
 * hand-off.
 */
export interface Drawable {
  nodes: readonly { name: string; steps: number }[];
  edges: ReplayGraph['edges'];
}

const MANY_NODES = 24;
const MANY_EDGES = 28;

/** The size of the longest possible edge label: a step's number and a confidence, in bold. */
function labelSize({ nodes }: Drawable, measure: (text: string) => number): Size {
  const steps = nodes.reduce((sum, node) => sum + node.steps, 0);
  return { width: Math.ceil(measure(`${steps} · 0.00`) * 1.1) + 4, height: 16 };
}

/** Leaves room between ranks for a label beside or above a line. */
function emptyDrawing(direction: Direction, isDense: boolean, label: Size): Graph {
  const drawing = new Graph({ directed: true, multigraph: true });
  const ranksep = direction === 'across' ? label.width + 12 : 26;
  const apart = isDense ? { nodesep: 10, edgesep: 6, ranksep: 30 } : { nodesep: 26, edgesep: 24, ranksep };
  drawing.setGraph({ rankdir: direction === 'across' ? 'LR' : 'TB', ...apart });
  return drawing;
}

function sized(name: string, steps: number, isDense: boolean, measure: (text: string) => number): PlacedNode {
  const shown = shortened(name, isDense ? 16 : 24);
  const text = measure(shown) + measure(String(steps));
  return { x: 0, y: 0, shown, width: Math.ceil(text + (isDense ? 34 : 52)), height: isDense ? 24 : 30 };
}

/** Shortens a name to a number of characters. */
export function shortened(name: string, most: number): string {
  // Sliced first: it may have a million code units, and a character may take two.
  const characters = [...name.slice(0, most * 4)];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}

/** The edge in the library's graph, where all edges have one direction: back edges are reversed. */
function idOf(graph: Drawable, edge: number, isTurned: boolean): { v: string; w: string; name: string } {
  const { from, to } = graph.edges[edge] ?? { from: 0, to: 0 };
  return { v: String(isTurned ? to : from), w: String(isTurned ? from : to), name: String(edge) };
}

function routeOf(drawing: Graph, id: { v: string; w: string; name: string }): Point[] | undefined {
  const { points } = drawing.edge(id) as { points?: Point[] };
  return points && points.length > 1 ? points.map(({ x, y }) => ({ x, y })) : undefined;
}

/** The straight line of an edge without obstacles. */
function straight(one: PlacedNode, other: PlacedNode): Point[] {
  return one === other ? selfLoop(one) : curveBetween(one, other);
}

/**
 * The edges that determine the layout of a graph with too many: those by which each node was first reached, then the
 * most frequent. Returns their indices.
 */
export function backboneEdges({ nodes, edges }: { nodes: readonly unknown[]; edges: ReplayGraph['edges'] }): number[] {
  const chosen: number[] = [];
  const pairs = new Set<string>();
  const reached = new Set<number>();
  const choose = (index: number) => {
    const edge = edges[index];
    if (!edge || edge.from === edge.to) return;
    const pair = edge.from < edge.to ? `${edge.from} ${edge.to}` : `${edge.to} ${edge.from}`;
    if (pairs.has(pair)) return;
    pairs.add(pair);
    chosen.push(index);
  };
  const indexes = [...edges.keys()];
  const at = (index: number) => edges[index] ?? { to: -1, first: 0, count: 0 };
  for (const index of indexes.toSorted((one, other) => at(one).first - at(other).first)) {
    if (reached.has(at(index).to)) continue;
    reached.add(at(index).to);
    choose(index);
  }
  const most = Math.ceil(nodes.length * 1.3);
  for (const index of indexes.toSorted((one, other) => at(other).count - at(one).count)) {
    if (chosen.length >= most) break;
    choose(index);
  }
  return chosen;
}

/** The order in which nodes are first reached, from 0; unconnected nodes come last. */
export function nodeOrder({
  nodes,
  edges,
}: {
  nodes: readonly unknown[];
  edges: readonly { from: number; to: number; first: number }[];
}): number[] {
  const order: number[] = nodes.map(() => -1);
  let next = 0;
  const arrive = (node: number) => {
    if (order[node] === -1) order[node] = next++;
  };
  for (const { from, to } of [...edges].sort((one, other) => one.first - other.first)) {
    arrive(from);
    arrive(to);
  }
  for (const node of order.keys()) arrive(node);
  return order;
}
