import type { TimelineArrow, TimelineBar } from '../../../../server/src/shared/protocol';
import { barBox } from '../layout/barBox';
import type { BarFinder, FoundBar } from '../layout/barFinder';
import { drawArrows } from './drawArrows';
import type { Picture } from './picture';

/** Draws highlights: the shown step with its incoming handoffs, and the bar under the pointer. */
export function drawHighlight(
  context: CanvasRenderingContext2D,
  picture: Picture,
  finder: BarFinder,
  current: FoundBar | undefined,
  incoming: readonly TimelineArrow[],
  hovered: FoundBar | undefined,
  held: FoundBar | undefined,
): void {
  // The step whose state is compared with that of the shown one.
  if (held) outline(context, picture, held, 1.5);
  if (hovered && hovered.bar !== current?.bar) outline(context, picture, hovered, 1);
  drawArrows(context, picture, incoming, finder, true);
  if (current) outline(context, picture, current, 2);
}

const WIDEST = 4000;

function outline(
  context: CanvasRenderingContext2D,
  { scale, layout, scrollTop, palette }: Picture,
  { lane, bar }: { lane: number; bar: TimelineBar },
  thick: number,
): void {
  const { top, height } = layout.bar(lane, bar.row);
  const box = barBox(bar, scale);
  // A bar far longer than the view is clipped well outside it.
  const left = Math.max(box.x, -WIDEST);
  const right = Math.min(box.x + box.width, scale.width + WIDEST);
  const away = thick / 2;
  context.strokeStyle = palette.bright;
  context.lineWidth = thick;
  context.beginPath();
  context.roundRect(left - away, top - scrollTop - away, Math.max(right - left, 3) + 2 * away, height + 2 * away, 4);
  context.stroke();
}
