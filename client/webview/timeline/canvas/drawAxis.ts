import { type Axis, activeAt, type Found, type IdleGap } from '../../../../server/src/shared/protocol';
import type { Tick } from '../layout/axisTicks';
import type { Scale } from '../layout/scale';
import type { Palette } from './palette';
import type { CanvasSize } from './useCanvas';

export interface AxisPicture extends CanvasSize {
  palette: Palette;
  scale: Scale;
  axis: Axis;
  ticks: Tick[];
  matches: Found['matches'];
  idle: readonly IdleGap[];
  loop: { from: number; to: number } | undefined;
}

/** Draws the axis above the lanes: ticks, search matches, and the repeated range. */
export function drawAxis(context: CanvasRenderingContext2D, picture: AxisPicture): void {
  const { palette, scale, ticks, loop, width, height } = picture;
  context.font = palette.smallFont;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (const { at, text } of ticks) {
    const x = Math.round(scale.x(at));
    const isCut = x + 5 + context.measureText(text).width > width;
    if (isCut || x < 0) continue;
    context.fillStyle = palette.line;
    context.fillRect(x, height - 7, 1, 7);
    context.fillStyle = palette.quiet;
    context.fillText(text, x + 3, height / 2 - 2);
  }
  if (loop) drawLoop(context, picture, loop);
  drawMatches(context, picture);
}

function drawLoop(
  context: CanvasRenderingContext2D,
  { scale, palette, height }: AxisPicture,
  { from, to }: { from: number; to: number },
): void {
  const [left, right] = [scale.x(from), scale.x(to)];
  context.fillStyle = palette.text;
  context.globalAlpha = 0.8;
  context.fillRect(left, height - 2, right - left, 2);
  for (const [x, by] of [
    [left, 5],
    [right, -5],
  ] as const) {
    context.beginPath();
    context.moveTo(x, height);
    context.lineTo(x, height - 8);
    context.lineTo(x + by, height);
    context.fill();
  }
  context.globalAlpha = 1;
}

/** Draws a tick for each match; overlapping ones are merged. */
function drawMatches(context: CanvasRenderingContext2D, picture: AxisPicture): void {
  const { palette, height } = picture;
  context.fillStyle = palette.match;
  for (const x of matchPlaces(picture)) context.fillRect(x - 1, height - 7, 3, 7);
}

/** The distinct pixels with matches in view. */
export function matchPlaces({
  matches,
  axis,
  idle,
  scale,
}: Pick<AxisPicture, 'matches' | 'axis' | 'idle' | 'scale'>): Set<number> {
  const places = new Set<number>();
  for (const { step, time } of matches) {
    const at = axis === 'even' ? step + 0.5 : axis === 'active' ? activeAt(idle, time) : time;
    if (at < scale.from || at > scale.to) continue;
    const x = Math.round(scale.x(at));
    places.add(x - (x % 2));
  }
  return places;
}
