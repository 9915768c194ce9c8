import type { Size } from '../panZoom/viewTransform';
import { type Point, pointsAlong } from './curves';
import type { PlacedLabel } from './graphLayout';

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
 * Places each edge's label beside its line, on no node and no other label, crossing as few lines as possible. Undefined
 * where there is no such place.
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

/** At both sides of a line, at several places of it. */
function placesBeside(line: readonly Point[], { height }: Size): PlacedLabel[] {
  return PLACES.flatMap(share => {
    const index = Math.min(line.length - 1, Math.max(1, Math.round(share * (line.length - 1))));
    const [before, here] = [line[index - 1] as Point, line[index] as Point];
    const far = Math.hypot(here.x - before.x, here.y - before.y) || 1;
    const [aside, down] = [(here.y - before.y) / far, -(here.x - before.x) / far];
    return [1, -1].map((side): PlacedLabel => {
      // Above or below a horizontal line, else to its left or right.
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
