import { Graph, layout } from '@dagrejs/dagre';
import type { ReplayGraph } from '../../../server/src/protocol';
import { arrivals } from './arrivals';
import { backbone } from './backbone';
import { bow, loopBeside, middleOf, type Point } from './curves';
import { framed } from './framed';

/** A graph as it is drawn: every place in pixels, before it is scaled. */
export interface GraphLayout {
  width: number;
  height: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  /** There is so much of it that counts are left out. */
  isDense: boolean;
  /** Which end of a label is at its place. */
  labelled: 'start' | 'middle' | 'end';
}

export interface PlacedNode extends Point {
  width: number;
  height: number;
  /** Its name, as much as there is room for. */
  shown: string;
}

export interface PlacedEdge {
  /** From the border of one node to that of the other. */
  points: Point[];
  /** Where its label stands, beside the line. */
  label: Point;
  /** It leads to who was there before. */
  back: boolean;
}

export type Direction = 'across' | 'down';

/** What of a graph its drawing rests on. */
export interface Drawable {
  nodes: readonly { name: string; steps: number }[];
  edges: ReplayGraph['edges'];
}

/**
 * Gives agents and handoffs their places. Who comes first in the run stands first; what leads back is drawn on a side of its own.
 *
 * @param measure how wide a text is, in pixels
 */
export function layoutGraph(graph: Drawable, direction: Direction, measure: (text: string) => number): GraphLayout {
  const isDense = graph.nodes.length > MANY_NODES || graph.edges.length > MANY_EDGES;
  const order = arrivals(graph);
  const isBack = (edge: number) => {
    const { from, to } = graph.edges[edge] ?? { from: 0, to: 0 };
    return (order[from] ?? 0) > (order[to] ?? 0);
  };
  const drawing = emptyDrawing(direction, isDense);
  const nodes = graph.nodes.map(({ name, steps }) => sized(name, steps, isDense, measure));
  // The order in which nodes are added settles which side they stand on.
  for (const node of [...nodes.keys()].sort((one, other) => (order[one] ?? 0) - (order[other] ?? 0))) {
    drawing.setNode(String(node), { ...nodes[node] });
  }
  for (const edge of isDense ? backbone(graph) : graph.edges.keys()) {
    const { v, w, name } = idOf(graph, edge, isBack(edge));
    // The library's loops do not begin at their node.
    if (v !== w) drawing.setEdge(v, w, { ...(!isDense && LABEL), weight: isBack(edge) ? 1 : 3 }, name);
  }
  layout(drawing);
  for (const [index, node] of nodes.entries()) {
    const { x, y } = drawing.node(String(index)) as Point;
    Object.assign(node, { x, y });
  }
  const edges = graph.edges.map(({ from, to }, edge): PlacedEdge => {
    const back = isBack(edge);
    const route = isDense || from === to ? undefined : routeOf(drawing, idOf(graph, edge, back), direction);
    if (route && back) route.points.reverse();
    const [one, other] = [nodes[from], nodes[to]];
    return { back, ...(route ?? (one && other ? straight(one, other) : { points: [], label: { x: 0, y: 0 } })) };
  });
  return framed({ nodes, edges, isDense, direction, order });
}

const MANY_NODES = 24;
const MANY_EDGES = 28;
const LABEL = { width: 52, height: 16, labelpos: 'r', labeloffset: 8 } as const;

function emptyDrawing(direction: Direction, isDense: boolean): Graph {
  const drawing = new Graph({ directed: true, multigraph: true });
  const apart = isDense ? { nodesep: 10, edgesep: 6, ranksep: 30 } : { nodesep: 28, edgesep: 14, ranksep: 28 };
  drawing.setGraph({ rankdir: direction === 'across' ? 'LR' : 'TB', ...apart });
  return drawing;
}

function sized(name: string, steps: number, isDense: boolean, measure: (text: string) => number): PlacedNode {
  const shown = shortened(name, isDense ? 16 : 24);
  const text = measure(shown) + measure(String(steps));
  return { x: 0, y: 0, shown, width: Math.ceil(text + (isDense ? 34 : 52)), height: isDense ? 24 : 32 };
}

/** A name cut to so many characters. */
export function shortened(name: string, most: number): string {
  // Cut first: it may have a million, and characters may be two pieces of text each.
  const characters = [...name.slice(0, most * 4)];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}

/** An edge in the drawing, which has all edges in one direction: what leads back is turned. */
function idOf(graph: Drawable, edge: number, isTurned: boolean): { v: string; w: string; name: string } {
  const { from, to } = graph.edges[edge] ?? { from: 0, to: 0 };
  return { v: String(isTurned ? to : from), w: String(isTurned ? from : to), name: String(edge) };
}

function routeOf(
  drawing: Graph,
  id: { v: string; w: string; name: string },
  direction: Direction,
): Pick<PlacedEdge, 'points' | 'label'> | undefined {
  const { points, x, y } = drawing.edge(id) as { points?: Point[]; x?: number; y?: number };
  if (!points || points.length < 2 || x === undefined || y === undefined) return undefined;
  const route = points.map(point => ({ x: point.x, y: point.y }));
  if (direction === 'down') return { points: route, label: { x: x - LABEL.width / 2, y } };
  // The line is rounder than the points it goes by: above it or below it, and near.
  const middle = middleOf(route);
  return { points: route, label: { x: middle.x, y: middle.y + (y <= middle.y ? -6 : 14) } };
}

/** The way of an edge that nothing was moved aside for. */
function straight(one: PlacedNode, other: PlacedNode): Pick<PlacedEdge, 'points' | 'label'> {
  // Beside the line there may be anything; above the node that it leads to there is a gap.
  const label = { x: other.x, y: other.y - other.height / 2 - 8 };
  return { points: one === other ? loopBeside(one) : bow(one, other), label };
}
