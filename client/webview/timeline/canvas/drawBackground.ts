import type { Picture } from './picture';

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
