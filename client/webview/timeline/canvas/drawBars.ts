import type { Timeline, TimelineBar, TimelineLane } from '../../../../server/src/shared/lspExtensions';
import { type IconName, icons } from '../../ui/Icon';
import { laneColourIndex } from '../../ui/laneClasses';
import { barLabels } from '../barTexts';
import { barBox, CHEVRON, hasChevron, LEAST_LABEL } from '../laneLayout';
import { type Box, drawLabelBeside, fitText, roomBeside, textMeasure } from './drawLabels';
import { drawStepMark, MARK } from './drawStepMark';
import { type BarPaint, paintOf } from './palette';
import type { Picture } from './useCanvas';

/** Draws the visible bars of the timeline, one for each step, with their labels. */
export function drawBars(context: CanvasRenderingContext2D, picture: Picture, lanes: Timeline['lanes']): void {
  const { layout, scrollTop, height, palette } = picture;
  context.font = palette.font;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  const widthOf = measure(context);
  for (const lane of lanes) {
    const top = layout.top(lane.lane) - scrollTop;
    const colour = laneColourIndex(lane.lane, lane.icon);
    if (top > height || top + layout.height(lane.lane) < 0) continue;
    const inView = lane.bars
      .map(bar => ({ bar, box: boxOf(bar, lane, picture) }))
      .filter(({ box }) => isSeen(box, picture));
    const isOpen = ({ bar }: { bar: TimelineBar }) => bar.outcome === 'pending';
    const boxes = (some: typeof inView) => some.map(({ box }) => box);
    fillBars(context, boxes(inView.filter(one => !isOpen(one))), paintOf(palette.bars, colour), palette);
    fillOpenBars(context, boxes(inView.filter(isOpen)), paintOf(palette.pending, colour));
    const marked: number[] = [];
    // The end of the label beside the previous bar.
    let reach = { row: -1, x: 0 };
    for (const [index, { bar, box }] of inView.entries()) {
      const paint = paintOf(isOpen({ bar }) ? palette.pending : palette.bars, colour);
      if (box.width >= LEAST_LABEL) fillBar(context, bar, box, paint, picture, widthOf);
      else {
        const free = reach.row === bar.row ? reach.x : 0;
        const room = bar.label === undefined ? undefined : roomBeside(inView, index, free, picture);
        if (room) reach = { row: bar.row, x: drawLabelBeside(context, bar, room, picture, widthOf) };
        else drawSmallMark(context, bar, box, picture, marked);
      }
    }
  }
}

const measure = textMeasure();
const INSET = 6;
const NARROW = 44;
/** In pixels: a narrower bar shows its number instead of an icon. */
const LEAST_WITH_ICON = 34;

function boxOf(bar: TimelineBar, { lane }: TimelineLane, { scale, layout, scrollTop }: Picture): Box {
  const { x, width } = barBox(bar, scale);
  const { top, height } = layout.bar(lane, bar.row);
  return { x, width, y: top - scrollTop, height };
}

function isSeen({ x, width }: Box, picture: Picture): boolean {
  return x < picture.width && x + width > 0;
}

/**
 * Bars of one colour form one path, since filling dominates the time. An outline in the background colour separates
 * adjacent bars.
 */
function fillBars(
  context: CanvasRenderingContext2D,
  boxes: readonly Box[],
  { fill, edge }: BarPaint,
  { outlined, ground }: Picture['palette'],
): void {
  if (boxes.length === 0) return;
  trace(context, boxes);
  context.fillStyle = fill;
  context.fill();
  // A thin bar would vanish.
  if (!outlined)
    trace(
      context,
      boxes.filter(({ width }) => width > WIDE),
    );
  context.strokeStyle = outlined ? edge : ground;
  context.lineWidth = LINE;
  context.stroke();
}

function trace(context: CanvasRenderingContext2D, boxes: readonly Box[]): void {
  context.beginPath();
  for (const { x, y, width, height } of boxes) {
    const inset = width > WIDE ? LINE / 2 : 0;
    if (width > WIDE) context.roundRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, 3);
    else context.rect(x, y, width, height);
  }
}

const WIDE = 5;
const LINE = 1.5;

/** Draws pending steps, which are open at their right end. */
function fillOpenBars(context: CanvasRenderingContext2D, boxes: readonly Box[], { fill, edge }: BarPaint): void {
  context.fillStyle = fill;
  for (const { x, y, width, height } of boxes) context.fillRect(x, y, width, height);
  context.strokeStyle = edge;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const { x, y, width, height } of boxes) {
    const [left, top, right, bottom] = [x + 0.75, y + 0.75, x + width, y + height - 0.75];
    context.moveTo(right, top);
    context.lineTo(left, top);
    context.lineTo(left, bottom);
    context.lineTo(right, bottom);
  }
  context.stroke();
}

function fillBar(
  context: CanvasRenderingContext2D,
  bar: TimelineBar,
  box: Box,
  paint: BarPaint,
  { palette, width, gaps }: Picture,
  widthOf: (text: string) => number,
): void {
  // A bar that begins left of the view has its label in view.
  const inset = box.width < NARROW ? INSET / 2 : INSET;
  let right = Math.min(box.x + box.width, width) - inset + 1;
  let left = Math.max(box.x, 0) + inset;
  const middle = box.y + box.height / 2;
  context.fillStyle = paint.text;
  if (hasChevron(bar, box.width)) {
    drawChevron(context, box.x + CHEVRON / 2, middle, bar.hides !== undefined);
    left = Math.max(left, box.x + CHEVRON);
  }
  // Likewise, a bar that begins in an idle gap has its label after the gap.
  const gap = gaps.find(one => left < one.right && left + ICON > one.left);
  if (gap && gap.right < right) left = gap.right + inset;
  if (bar.icon && right - left >= LEAST_WITH_ICON) {
    drawIcon(context, bar.icon, { left: left - 1, middle, colour: paint.text });
    left += ICON + 3;
  }
  const labels = barLabels(bar);
  const marks = bar.marks.slice(0, 4);
  const isTight = right - left - marks.length * (MARK + 3) < widthOf(labels.at(-1) as string);
  // Without room for both, the worst mark is at the corner.
  if (isTight && marks[0]) drawStepMark(context, marks[0], right + 2, box.y + 1, SMALL + 1, palette);
  for (const mark of isTight ? [] : marks) {
    drawStepMark(context, mark, right - MARK / 2 + 2, middle, MARK, palette);
    right -= MARK + 3;
  }
  const text = right - left < 6 ? undefined : fitText(labels, right - left, widthOf);
  if (text === undefined) return;
  context.fillStyle = paint.text;
  context.fillText(text, left, middle + 0.5);
}

function drawChevron(context: CanvasRenderingContext2D, x: number, y: number, isFolded: boolean): void {
  context.beginPath();
  if (isFolded) {
    context.moveTo(x - 2, y - 4);
    context.lineTo(x + 3, y);
    context.lineTo(x - 2, y + 4);
  } else {
    context.moveTo(x - 4, y - 2);
    context.lineTo(x, y + 3);
    context.lineTo(x + 4, y - 2);
  }
  context.fill();
}

const SMALL = 7;

/** Draws a mark above a bar that is too thin for it; of several marks close together only the first. */
function drawSmallMark(
  context: CanvasRenderingContext2D,
  { marks, row }: TimelineBar,
  box: Box,
  { palette }: Picture,
  marked: number[],
): void {
  const [worst] = marks;
  const x = box.x + box.width / 2;
  if (worst === undefined || x - (marked[row] ?? Number.NEGATIVE_INFINITY) < SMALL + 2) return;
  marked[row] = x;
  drawStepMark(context, worst, x, box.y - 1, SMALL, palette);
}

/** The width of an icon in a bar, in pixels. */
const ICON = 13;

/** Draws an icon in a colour, vertically centred. */
function drawIcon(
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
