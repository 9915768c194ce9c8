export interface Point {
  x: number;
  y: number;
}

interface Box extends Point {
  width: number;
  height: number;
}

/** Returns an SVG path that goes smoothly from the first point to the last, near the points in between. */
export function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const last = rest.pop();
  if (!last) return `M${at(first)}`;
  let path = `M${at(first)}`;
  // A uniform B-spline: each piece ends halfway between two points, so bends are round and nothing overshoots.
  for (const [index, point] of rest.entries()) {
    path += `Q${at(point)} ${at(index === rest.length - 1 ? last : between(point, rest[index + 1] ?? last, 0.5))}`;
  }
  return rest.length === 0 ? `${path}L${at(last)}` : path;
}

/** Returns closely spaced points of the path that `smoothPath` draws, from start to end. */
export function pointsAlong(points: readonly Point[]): Point[] {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (!first || !last) return first ? [first] : [];
  const along = [first];
  if (rest.length === 0) rest.push(between(first, last, 0.5));
  for (const [index, control] of rest.entries()) {
    const begin = along.at(-1) as Point;
    const end = index === rest.length - 1 ? last : between(control, rest[index + 1] ?? last, 0.5);
    for (let point = 1; point <= POINTS; point++) {
      const share = point / POINTS;
      along.push(between(between(begin, control, share), between(control, end, share), share));
    }
  }
  return along;
}

/** The number of points per segment. */
const POINTS = 16;

/** The head of an arrow at the last point, as a path. */
export function arrowHead(points: readonly Point[], length = 8): string {
  const end = points.at(-1);
  const before = points.findLast(
    point => point !== end && Math.hypot((end?.x ?? 0) - point.x, (end?.y ?? 0) - point.y) > 1,
  );
  if (!end || !before) return '';
  const far = Math.hypot(end.x - before.x, end.y - before.y);
  const [along, aside] = [(end.x - before.x) / far, (end.y - before.y) / far];
  const wing = (side: number) => ({
    x: end.x - length * along - side * length * 0.45 * aside,
    y: end.y - length * aside + side * length * 0.45 * along,
  });
  return `M${at(end)}L${at(wing(1))}L${at(wing(-1))}Z`;
}

/** A line between boxes, bent to the right, so that opposite directions are two lines. */
export function curveBetween(one: Box, other: Box): Point[] {
  const far = Math.hypot(other.x - one.x, other.y - one.y) || 1;
  const bend = Math.min(40, far / 6);
  const middle = between(one, other, 0.5);
  middle.x -= ((other.y - one.y) / far) * bend;
  middle.y += ((other.x - one.x) / far) * bend;
  return [borderTowards(one, middle), middle, borderTowards(other, middle)];
}

/** A loop at a box's right side. */
export function selfLoop({ x, y, width, height }: Box): Point[] {
  const right = x + width / 2;
  return [
    { x: right, y: y - height / 4 },
    { x: right + 18, y: y - height / 2 },
    { x: right + 18, y: y + height / 2 },
    { x: right, y: y + height / 4 },
  ];
}

function borderTowards({ x, y, width, height }: Box, to: Point): Point {
  const [aside, down] = [to.x - x, to.y - y];
  const share = Math.min(width / 2 / Math.abs(aside || 1e-9), height / 2 / Math.abs(down || 1e-9), 1);
  return { x: x + aside * share, y: y + down * share };
}

function between(one: Point, other: Point, share: number): Point {
  return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share };
}

function at({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

/** The layout of a graph: positions in pixels, before scaling. */
export interface GraphLayout {
  width: number;
  height: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  /** The graph is so large that counts are omitted. */
  isDense: boolean;
}

export interface PlacedNode extends Point {
  width: number;
  height: number;
  /** Its name, shortened to the available width. */
  shown: string;
}

export interface PlacedEdge {
  /** From one node's border to the other's. */
  points: Point[];
  /** Undefined if there is no room. */
  label?: PlacedLabel;
  /** The edge leads back to an earlier node. */
  back: boolean;
}

/** A label beside its line. */
export interface PlacedLabel extends Point {
  /** The end of the text at this point: the one nearer to the line. */
  anchor: 'start' | 'middle' | 'end';
}

export type Direction = 'across' | 'down';
