import type { Mark } from '../../../../server/src/shared/lspExtensions';
import type { Palette } from './palette';

/**
 * Draws a mark on a step's bar on the timeline, such as for a failure, centred at a point. Each mark has its own shape; below 10 pixels, it is
 * drawn without its symbol.
 */
export function drawStepMark(
  context: CanvasRenderingContext2D,
  mark: Mark,
  x: number,
  y: number,
  size: number,
  palette: Palette,
): void {
  const across = size + 2 * AROUND;
  context.drawImage(pictureOf(mark, size, palette), x - across / 2, y - across / 2, across, across);
}

/** The width of a mark on a step's bar, in pixels. */
export const MARK = 13;

const AROUND = 3;

/** There may be thousands of marks: each is drawn once, and then copied. */
function pictureOf(mark: Mark, size: number, palette: Palette): HTMLCanvasElement {
  let known = pictures.get(palette);
  if (!known) {
    known = new Map();
    pictures.set(palette, known);
  }
  const key = `${mark} ${size} ${devicePixelRatio}`;
  let picture = known.get(key);
  if (!picture) {
    picture = drawn(mark, size, palette);
    known.set(key, picture);
  }
  return picture;
}

const pictures = new WeakMap<Palette, Map<string, HTMLCanvasElement>>();

function drawn(mark: Mark, size: number, palette: Palette): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const across = size + 2 * AROUND;
  canvas.width = Math.ceil(across * devicePixelRatio);
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const isLarge = size >= 10;
  const radius = size / 2;
  context.scale(canvas.width / across, canvas.height / across);
  context.translate(across / 2, across / 2);
  context.lineWidth = 1.5;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  // An outline that works on any background.
  if (isLarge || palette.outlined) {
    context.fillStyle = palette.ground;
    circle(context, radius + 1);
    context.fill();
  }
  FORMS[mark](context, radius - (isLarge ? 1 : 0), palette, isLarge);
  return canvas;
}

type Form = (context: CanvasRenderingContext2D, radius: number, palette: Palette, isLarge: boolean) => void;

const FORMS: Record<Mark, Form> = {
  error(context, radius, { bad, onBad }, isLarge) {
    context.fillStyle = bad;
    circle(context, radius);
    context.fill();
    if (isLarge)
      stroke(context, onBad, [
        [-2, -2, 2, 2],
        [-2, 2, 2, -2],
      ]);
  },
  problem(context, radius, { badge, onBadge, outlined }, isLarge) {
    context.fillStyle = badge;
    // A badge may have the background colour.
    context.strokeStyle = outlined ? onBadge : badge;
    outline(context, [0, -radius + 0.5, radius - 0.5, radius - 1.5, -radius + 0.5, radius - 1.5]);
    context.fill();
    context.stroke();
    if (isLarge)
      stroke(context, onBadge, [
        [0, -2, 0, 0.8],
        [0, 3, 0, 3],
      ]);
  },
  retry(context, radius, { text }) {
    const across = radius - 1;
    context.strokeStyle = text;
    context.fillStyle = text;
    context.beginPath();
    context.arc(0, 0, across, -0.2 * Math.PI, 1.35 * Math.PI);
    context.stroke();
    const [tipX, tipY] = [across * Math.cos(1.35 * Math.PI), across * Math.sin(1.35 * Math.PI)];
    outline(context, [tipX - 2, tipY + 1.5, tipX + 3, tipY + 1.2, tipX + 0.2, tipY - 3]);
    context.fill();
  },
  approval(context, radius, { text }, isLarge) {
    const across = radius - 1.5;
    context.strokeStyle = text;
    context.strokeRect(-across, -across, across * 2, across * 2);
    if (isLarge)
      stroke(context, text, [
        [-2, 0, -0.5, 1.8],
        [-0.5, 1.8, 2.3, -1.8],
      ]);
  },
  budget(context, radius, { text, ground }, isLarge) {
    context.fillStyle = text;
    outline(context, [0, -radius, radius, 0, 0, radius, -radius, 0]);
    context.fill();
    if (isLarge) stroke(context, ground, [[0, -2.2, 0, 2.2]]);
  },
  question(context, radius, { text }, isLarge) {
    context.strokeStyle = text;
    context.fillStyle = text;
    if (!isLarge) {
      circle(context, radius - 0.5);
      context.stroke();
      return;
    }
    context.beginPath();
    context.arc(0, -1.6, 2.3, Math.PI, 0.45 * Math.PI);
    context.lineTo(0, 1.6);
    context.stroke();
    stroke(context, text, [[0, 4, 0, 4]]);
  },
};

function circle(context: CanvasRenderingContext2D, radius: number): void {
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
}

/**
 * Draws an outline.
 *
 * @param points alternating x and y
 */
function outline(context: CanvasRenderingContext2D, points: readonly number[]): void {
  context.beginPath();
  for (let place = 0; place < points.length; place += 2)
    context.lineTo(points[place] as number, points[place + 1] as number);
  context.closePath();
}

function stroke(
  context: CanvasRenderingContext2D,
  colour: string,
  lines: readonly (readonly [number, number, number, number])[],
): void {
  context.strokeStyle = colour;
  context.beginPath();
  for (const [fromX, fromY, toX, toY] of lines) {
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
  }
  context.stroke();
}
