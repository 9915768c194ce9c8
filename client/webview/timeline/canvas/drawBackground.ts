import type { IdleGap } from '../../../../server/src/shared/protocol';
import type { Scale } from '../laneLayout';
import type { GapBox, Picture } from './useCanvas';

/** Draws the background of the bars: lines between lanes, and the repeated range. */
export function drawBackground(
  context: CanvasRenderingContext2D,
  picture: Picture,
  range: { from: number; to: number } | undefined,
): void {
  const { palette, layout, scrollTop, width, height } = picture;
  if (range) shade(context, picture, range);
  context.fillStyle = palette.line;
  context.globalAlpha = palette.outlined ? 0.35 : 0.55;
  for (let lane = layout.laneAt(scrollTop); lane < layout.count; lane++) {
    const bottom = layout.top(lane + 1) - scrollTop;
    if (bottom > height) break;
    context.fillRect(0, Math.round(bottom) - 1, width, 1);
  }
  context.globalAlpha = 1;
}

function shade(
  context: CanvasRenderingContext2D,
  { scale, palette, height }: Picture,
  range: { from: number; to: number },
): void {
  const [left, right] = [Math.round(scale.x(range.from)), Math.round(scale.x(range.to))];
  context.fillStyle = palette.text;
  context.globalAlpha = 0.07;
  context.fillRect(left, 0, right - left, height);
  context.globalAlpha = 0.8;
  context.strokeStyle = palette.text;
  context.lineWidth = 1;
  context.beginPath();
  for (const x of [left - 0.5, right + 0.5]) {
    context.moveTo(x, 0);
    context.lineTo(x, height);
  }
  context.stroke();
  context.globalAlpha = 1;
}

/** The visible gaps. */
export function gapBoxes(idle: readonly IdleGap[], scale: Scale): GapBox[] {
  return idle
    .map(({ at, shown, took }) => ({ left: Math.round(scale.x(at)), right: Math.round(scale.x(at + shown)), took }))
    .filter(({ left, right }) => right > 0 && left < scale.width);
}

/** Draws omitted idle time: hatched, above concurrent bars, with its duration. */
export function drawIdle(context: CanvasRenderingContext2D, picture: Picture): void {
  const { gaps, height, palette } = picture;
  for (const { left, right, took } of gaps) {
    context.save();
    context.beginPath();
    context.rect(left, 0, Math.max(2, right - left), height);
    context.clip();
    context.globalAlpha = 0.65;
    context.fillStyle = palette.ground;
    context.fillRect(left, 0, right - left, height);
    context.globalAlpha = 0.45;
    hatch(context, left, right, height, palette.quiet);
    context.restore();
    context.fillStyle = palette.quiet;
    context.fillRect(left, 0, 1, height);
    context.fillRect(right - 1, 0, 1, height);
    writeAlong(context, `${took} idle`, { left, right, picture });
  }
}

const APART = 7;

function hatch(context: CanvasRenderingContext2D, left: number, right: number, height: number, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = left - height; x < right; x += APART) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.stroke();
}

/** Writes horizontally where there is room, else vertically. */
function writeAlong(
  context: CanvasRenderingContext2D,
  text: string,
  { left, right, picture: { height, palette } }: { left: number; right: number; picture: Picture },
): void {
  context.save();
  context.font = palette.smallFont;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  const wide = context.measureText(text).width;
  const isAcross = wide + 8 <= right - left;
  if (isAcross || (right - left >= 14 && wide + 8 <= height)) {
    context.translate((left + right) / 2, height / 2);
    if (!isAcross) context.rotate(Math.PI / 2);
    context.fillStyle = palette.ground;
    context.fillRect(-wide / 2 - 4, -8, wide + 8, 16);
    context.fillStyle = palette.text;
    context.fillText(text, 0, 0.5);
  }
  context.restore();
}
