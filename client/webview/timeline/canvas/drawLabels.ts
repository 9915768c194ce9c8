import type { TimelineBar } from '../../../../server/src/shared/lspExtensions';
import { barLabels } from '../barTexts';
import { drawStepMark, MARK } from './drawStepMark';
import type { Picture } from './useCanvas';

/** The position and size, in pixels, of a step's bar on the timeline. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The free room beside a bar. */
export interface Room {
  left: number;
  right: number;
  middle: number;
  /** Its text is right-aligned. */
  isBefore: boolean;
}

/** The free room beside a bar: after it, or before it at the end of the view. */
export function roomBeside(
  inView: readonly { bar: TimelineBar; box: Box }[],
  index: number,
  reach: number,
  { width, gaps }: Picture,
): Room | undefined {
  const { bar, box } = inView[index] as { bar: TimelineBar; box: Box };
  const middle = box.y + box.height / 2;
  const [before, after] = [inView[index - 1], inView[index + 1]];
  const isLast = after?.bar.row !== bar.row;
  const nextGap = gaps.find(({ left }) => left >= box.x + box.width);
  const behind = {
    left: box.x + box.width + GAP,
    right: Math.min(isLast ? width : after.box.x, nextGap?.left ?? width) - GAP,
    middle,
    isBefore: false,
  };
  if (behind.right - behind.left >= (isLast ? LEAST_AT_END : LEAST_BESIDE)) return behind;
  if (!isLast) return undefined;
  const free = Math.max(reach, before?.bar.row === bar.row ? before.box.x + before.box.width : 0);
  const ahead = { left: free + GAP, right: box.x - GAP, middle, isBefore: true };
  return ahead.right - ahead.left >= LEAST_AT_END ? ahead : undefined;
}

/**
 * Draws the label of a thin bar beside it.
 *
 * @returns the end of the label
 */
export function drawLabelBeside(
  context: CanvasRenderingContext2D,
  bar: TimelineBar,
  room: Room,
  { palette }: Picture,
  widthOf: (text: string) => number,
): number {
  const { right, middle, isBefore } = room;
  const marks = bar.marks.slice(0, Math.min(4, Math.floor((right - room.left) / (MARK + 3))));
  const text = fitText(barLabels(bar), right - room.left - marks.length * (MARK + 3), widthOf);
  let left = isBefore ? right - marks.length * (MARK + 3) - (text === undefined ? 0 : widthOf(text)) : room.left;
  for (const mark of marks) {
    drawStepMark(context, mark, left + MARK / 2, middle, MARK, palette);
    left += MARK + 3;
  }
  if (text === undefined) return left;
  // Arrows may cross the label.
  context.strokeStyle = palette.ground;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.strokeText(text, left, middle + 0.5);
  context.fillStyle = palette.text;
  context.fillText(text, left, middle + 0.5);
  return left + widthOf(text);
}

const LEAST_BESIDE = 20;
const LEAST_AT_END = 100;
const GAP = 4;

/** The longest text that fits; if none does, the last but one shortened. Undefined if nothing fits. */
export function fitText(texts: readonly string[], room: number, widthOf: (text: string) => number): string | undefined {
  const fits = texts.find(text => widthOf(text) <= room);
  const cut = texts.at(-2);
  // A shortened name is more useful than the number alone, if enough of it is left.
  if (fits !== undefined && (fits !== texts.at(-1) || cut === undefined || room < LEAST_CUT)) return fits;
  if (cut === undefined || room < LEAST_CUT) return undefined;
  let low = 0;
  let high = cut.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (widthOf(`${cut.slice(0, middle)}…`) <= room) low = middle;
    else high = middle - 1;
  }
  // Never splits a surrogate pair.
  const end = /[\uD800-\uDBFF]$/.test(cut.slice(0, low)) ? low - 1 : low;
  return `${cut.slice(0, end).trimEnd()}…`;
}

const LEAST_CUT = 56;

/** Creates a caching text measure. */
export function textMeasure(): (context: CanvasRenderingContext2D) => (text: string) => number {
  const known = new Map<string, number>();
  let font = '';
  return context => {
    if (font !== context.font || known.size > MOST) known.clear();
    font = context.font;
    return text => {
      let width = known.get(text);
      if (width === undefined) {
        width = context.measureText(text).width;
        known.set(text, width);
      }
      return width;
    };
  };
}

const MOST = 20_000;
