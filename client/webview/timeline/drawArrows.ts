import type { TimelineArrow } from '../../../server/src/protocol';
import type { Picture } from './picture';

/** The handoffs, from the end of one bar to the beginning of another. */
export function drawArrows(
  context: CanvasRenderingContext2D,
  picture: Picture,
  arrows: readonly TimelineArrow[],
  isLit = false,
): void {
  const curves = arrows.map(arrow => curveOf(arrow, picture)).filter(curve => isSeen(curve, picture));
  const { palette } = picture;
  const colour = isLit ? palette.bright : palette.quiet;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = isLit ? 2.25 : 1.2;
  // Where there are many, what they lead to is to be seen through them.
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
}

function curveOf({ from, to, back }: TimelineArrow, { scale, layout, scrollTop }: Picture): Curve {
  const middle = ({ lane, row }: TimelineArrow['from']) => {
    const { top, height } = layout.bar(lane, row);
    return top + height / 2 - scrollTop;
  };
  return {
    fromX: scale.x(from.at) - 1,
    fromY: middle(from),
    toX: scale.x(to.at) + 2,
    toY: middle(to),
    back: back === true,
  };
}

function isSeen({ fromX, fromY, toX, toY }: Curve, { width, height }: Picture): boolean {
  const [left, right] = [Math.min(fromX, toX) - 40, Math.max(fromX, toX) + 40];
  return right > 0 && left < width && Math.max(fromY, toY) > 0 && Math.min(fromY, toY) < height;
}

function trace(context: CanvasRenderingContext2D, { fromX, fromY, toX, toY }: Curve): void {
  const across = toX - fromX;
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
