import type { TimelineArrow, TimelineBar } from '../../../../server/src/shared/lspExtensions';
import { type BarFinder, barBox, type FoundBar, LEAST_LABEL } from '../laneLayout';
import type { Picture } from './useCanvas';

/** Draws the arrows on the timeline, one for each hand-off between agents: from the end of one step's bar to the beginning of another one. */
export function drawArrows(
  context: CanvasRenderingContext2D,
  picture: Picture,
  arrows: readonly TimelineArrow[],
  finder: BarFinder,
  isLit = false,
): void {
  const curves = arrows.map(arrow => curveOf(arrow, picture, finder)).filter(curve => isSeen(curve, picture));
  const { palette } = picture;
  const colour = isLit ? palette.bright : palette.quiet;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = isLit ? 2.25 : 1.2;
  // Many arrows are translucent, so that bars remain visible.
  context.globalAlpha = isLit ? 1 : curves.length > 600 ? 0.35 : 0.85;
  for (const back of [false, true]) {
    context.setLineDash(back ? [4, 3] : []);
    context.beginPath();
    for (const curve of curves) if (curve.back === back) trace(context, curve);
    context.stroke();
  }
  context.setLineDash([]);
  context.beginPath();
  for (const { toX, toY } of curves) head(context, toX, toY, isLit ? 5 : 3.5);
  context.fill();
  context.globalAlpha = 1;
}

interface Curve {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  back: boolean;
  /** The arrow leaves its bar upwards or downwards. */
  isSteep: boolean;
}

function curveOf(arrow: TimelineArrow, picture: Picture, finder: BarFinder): Curve {
  const { from, to, step, back } = arrow;
  const { scale, layout, scrollTop } = picture;
  const [giver, taker] = [layout.bar(from.lane, from.row), layout.bar(to.lane, to.row)];
  const bar = finder.own(step)?.bar;
  const box = bar && barBox(bar, scale);
  const taken = finder.own(arrow.taken)?.bar;
  // A thin bar has its label beside it.
  const isSteep = bar?.label !== undefined && box !== undefined && box.width < LEAST_LABEL && from.lane !== to.lane;
  const leaves = taker.top > giver.top ? giver.top + giver.height : giver.top;
  return {
    fromX: isSteep ? box.x + box.width / 2 : Math.min(scale.x(from.at), box ? box.x + box.width : Infinity),
    fromY: (isSteep ? leaves : giver.top + giver.height / 2) - scrollTop,
    toX: taken ? barBox(taken, scale).x : scale.x(to.at),
    toY: taker.top + taker.height / 2 - scrollTop,
    back: back === true,
    isSteep,
  };
}

function isSeen({ fromX, fromY, toX, toY }: Curve, { width, height }: Picture): boolean {
  const [left, right] = [Math.min(fromX, toX) - 40, Math.max(fromX, toX) + 40];
  return right > 0 && left < width && Math.max(fromY, toY) > 0 && Math.min(fromY, toY) < height;
}

function trace(context: CanvasRenderingContext2D, { fromX, fromY, toX, toY, isSteep }: Curve): void {
  const across = toX - fromX;
  if (isSteep) {
    const bend = Math.max(14, Math.min(across / 2, 120));
    context.moveTo(fromX, fromY);
    context.bezierCurveTo(fromX, fromY + (toY - fromY) * 0.7, toX - bend, toY, toX, toY);
    return;
  }
  const bend = across < 0 ? 26 : Math.min(Math.max(14, across / 2), 90);
  context.moveTo(fromX, fromY);
  context.bezierCurveTo(fromX + bend, fromY, toX - bend, toY, toX, toY);
}

function head(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  context.moveTo(x, y);
  context.lineTo(x - size * 1.4, y - size);
  context.lineTo(x - size * 1.4, y + size);
  context.closePath();
}

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
