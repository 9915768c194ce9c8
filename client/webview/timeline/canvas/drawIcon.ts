import type { IconName } from '../../ui/Icon';
import { icons } from '../../ui/icons';

/** The width of an icon in a bar, in pixels. */
export const ICON = 13;

/** Draws an icon in a colour, vertically centred. */
export function drawIcon(
  context: CanvasRenderingContext2D,
  name: IconName,
  { left, middle, colour }: { left: number; middle: number; colour: string },
): void {
  context.save();
  context.translate(left, middle - ICON / 2);
  context.scale(ICON / VIEW, ICON / VIEW);
  context.fillStyle = colour;
  for (const { path, rule } of shapesOf(name)) context.fill(path, rule);
  context.restore();
}

/** The size of the icons' view box, in pixels. */
const VIEW = 16;

interface Shape {
  path: Path2D;
  rule: CanvasFillRule;
}

const shapes = new Map<IconName, Shape[]>();

/** The same icons as elsewhere on the page: the paths of an SVG, parsed once. */
function shapesOf(name: IconName): Shape[] {
  let known = shapes.get(name);
  if (!known) {
    known = [...icons[name].matchAll(/<path\b[^>]*>/g)].map(([element]) => ({
      path: new Path2D(/\sd="([^"]*)"/.exec(element)?.[1] ?? ''),
      rule: element.includes('evenodd') ? 'evenodd' : 'nonzero',
    }));
    shapes.set(name, known);
  }
  return known;
}
