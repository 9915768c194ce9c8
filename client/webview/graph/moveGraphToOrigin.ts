import {
  type Direction,
  type GraphLayout,
  type PlacedEdge,
  type PlacedLabel,
  type PlacedNode,
  type Point,
  pointsAlong,
} from './curves';
import type { Size } from './viewTransform';

interface FitToOriginOptions {
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  /** The size of the label on an edge of the graph of agents. */
  label: Size;
  isDense: boolean;
  direction: Direction;
  /** The order in which nodes are first reached. */
  order: readonly number[];
}

const MARGIN = 14;
const MIRRORED = { start: 'end', middle: 'middle', end: 'start' } as const;

/**
 * Moves the nodes and edges of the graph of agents so that the graph begins at the point 0, 0. Mirrors it if an earlier node would otherwise be
 * to the right of a later one, or below it.
 */
export function moveGraphToOrigin({
  nodes,
  edges,
  label: size,
  isDense,
  direction,
  order,
}: FitToOriginOptions): GraphLayout {
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

/** Returns whether in most pairs of nodes side by side the later comes first. */
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

interface Labelled {
  nodes: readonly (Point & Size)[];
  edges: readonly { points: readonly Point[] }[];
  /** The size of the longest label. */
  label: Size;
}

type Box = Point & Size;

/** Pixels between a label and its line, and around it. */
const APART = 3;
/** Candidate positions along the line, best first. */
const PLACES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];

/**
 * Places each edge's label beside its line, not on a node or another label, and crossing as few lines as possible. Undefined
 * if there is no such place.
 */
export function placeLabels({ nodes, edges, label }: Labelled): (PlacedLabel | undefined)[] {
  const lines = edges.map(({ points }) => pointsAlong(points));
  const taken: Box[] = [...nodes];
  return lines.map(line => {
    if (line.length < 2) return undefined;
    let best: { place: PlacedLabel; box: Box; crossed: number } | undefined;
    for (const place of placesBeside(line, label)) {
      const box = labelBox(place, label);
      if (taken.some(other => overlap(box, other))) continue;
      const crossed = lines.filter(other => other.some(point => isIn(box, point))).length;
      if (!best || crossed < best.crossed) best = { place, box, crossed };
      if (best.crossed === 0) break;
    }
    if (best) taken.push(best.box);
    return best?.place;
  });
}

/** The box that a label covers. */
export function labelBox({ x, y, anchor }: PlacedLabel, { width, height }: Size): Box {
  const aside = { start: width / 2, middle: 0, end: -width / 2 }[anchor];
  return { x: x + aside, y, width, height };
}

/** Candidate label positions on both sides of a line, at several places of it. */
function placesBeside(line: readonly Point[], { height }: Size): PlacedLabel[] {
  return PLACES.flatMap(share => {
    const index = Math.min(line.length - 1, Math.max(1, Math.round(share * (line.length - 1))));
    const [before, here] = [line[index - 1] as Point, line[index] as Point];
    const far = Math.hypot(here.x - before.x, here.y - before.y) || 1;
    const [aside, down] = [(here.y - before.y) / far, -(here.x - before.x) / far];
    return [1, -1].map((side): PlacedLabel => {
      // Above or below a horizontal line, left or right of any other.
      if (Math.abs(aside) < 0.35)
        return { x: here.x, y: here.y + side * Math.sign(down) * (height / 2 + APART), anchor: 'middle' };
      const isRight = side * aside > 0;
      // A slanted line is nearer to the corners.
      const away = APART + 2 + (height / 2) * Math.abs(down / aside);
      return { x: here.x + (isRight ? away : -away), y: here.y, anchor: isRight ? 'start' : 'end' };
    });
  });
}

function overlap(one: Box, other: Box): boolean {
  return (
    Math.abs(one.x - other.x) < (one.width + other.width) / 2 + APART &&
    Math.abs(one.y - other.y) < (one.height + other.height) / 2 + APART
  );
}

function isIn({ x, y, width, height }: Box, point: Point): boolean {
  return Math.abs(point.x - x) < width / 2 && Math.abs(point.y - y) < height / 2;
}
