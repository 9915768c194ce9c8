import type { Size } from '../panZoom/viewTransform';
import { type Point, pointsAlong } from './curves';
import type { Direction, GraphLayout, PlacedEdge, PlacedNode } from './graphLayout';
import { labelBox } from './placeLabels';

interface FitToOriginOptions {
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  /** The size of an edge's label. */
  label: Size;
  isDense: boolean;
  direction: Direction;
  /** The order in which nodes are first reached. */
  order: readonly number[];
}

const MARGIN = 14;
const MIRRORED = { start: 'end', middle: 'middle', end: 'start' } as const;

/** Moves a drawing to the origin, mirrored so that of nodes side by side the earlier is on the left, or above. */
export function fitToOrigin({ nodes, edges, label: size, isDense, direction, order }: FitToOriginOptions): GraphLayout {
  const isMirrored = isLaterFirst(nodes, order, direction);
  const bounds = boundsOf(nodes, edges, size);
  const move = (point: Point) => {
    const isAcross = isMirrored && direction === 'down';
    const isDown = isMirrored && direction === 'across';
    point.x = MARGIN + (isAcross ? bounds.right - point.x : point.x - bounds.left);
    point.y = MARGIN + (isDown ? bounds.bottom - point.y : point.y - bounds.top);
  };
  for (const node of nodes) move(node);
  for (const { points, label } of edges) {
    if (label) {
      move(label);
      if (isMirrored && direction === 'down') label.anchor = MIRRORED[label.anchor];
    }
    for (const point of points) move(point);
  }
  return {
    width: bounds.right - bounds.left + 2 * MARGIN,
    height: bounds.bottom - bounds.top + 2 * MARGIN,
    nodes,
    edges,
    isDense,
  };
}

/** Whether in most pairs of nodes side by side the later comes first. */
function isLaterFirst(nodes: readonly PlacedNode[], order: readonly number[], direction: Direction): boolean {
  const [rank, beside] = direction === 'down' ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const ranks = new Map<number, number[]>();
  for (const [index, node] of nodes.entries()) {
    const place = Math.round(node[rank]);
    ranks.set(place, [...(ranks.get(place) ?? []), index]);
  }
  let turned = 0;
  for (const row of ranks.values()) {
    row.sort((one, other) => (nodes[one]?.[beside] ?? 0) - (nodes[other]?.[beside] ?? 0));
    for (const [place, node] of row.entries()) {
      const next = row[place + 1];
      if (next !== undefined) turned += (order[node] ?? 0) > (order[next] ?? 0) ? 1 : -1;
    }
  }
  return turned > 0;
}

function boundsOf(
  nodes: readonly PlacedNode[],
  edges: readonly PlacedEdge[],
  label: Size,
): { left: number; top: number; right: number; bottom: number } {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const grow = ({ x, y }: Point, width: number, height: number) => {
    bounds.left = Math.min(bounds.left, x - width / 2);
    bounds.right = Math.max(bounds.right, x + width / 2);
    bounds.top = Math.min(bounds.top, y - height / 2);
    bounds.bottom = Math.max(bounds.bottom, y + height / 2);
  };
  for (const node of nodes) grow(node, node.width, node.height);
  for (const edge of edges) {
    for (const point of pointsAlong(edge.points)) grow(point, 4, 4);
    if (edge.label) grow(labelBox(edge.label, label), label.width, label.height);
  }
  return nodes.length === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : bounds;
}
