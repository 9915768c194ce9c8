import { type Axis, activeAt, type Found, type IdleGap, timeAt } from '../../../../server/src/shared/lspExtensions';
import { numberText } from '../../ui/numberTexts';
import type { Scale } from '../laneLayout';
import type { Palette } from './palette';
import type { CanvasSize } from './useCanvas';

/** The data from which the axis of the timeline is drawn. */
export interface AxisPicture extends CanvasSize {
  palette: Palette;
  scale: Scale;
  axis: Axis;
  ticks: Tick[];
  matches: Found['matches'];
  idle: readonly IdleGap[];
  loop: { from: number; to: number } | undefined;
}

/** Draws the axis of the timeline: ticks, search matches, and the range that playback repeats. */
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

interface Tick {
  at: number;
  text: string;
}

/** The minimum distance of ticks with their texts, in pixels. */
const ROOM: Record<Axis, number> = { even: 56, time: 96, active: 96 };

interface TickOptions {
  axis: Axis;
  scale: Scale;
  /** The end of the axis. */
  end: number;
  /** The run's start, in milliseconds since 1970; without it, times are relative. */
  startedAt?: number | undefined;
  /** The idle times omitted from the axis `active`. */
  idle?: readonly IdleGap[];
}

/** Ticks at round values: step numbers, or times of day. */
export function axisTicks({ axis, scale, end, startedAt, idle = [] }: TickOptions): Tick[] {
  const least = ROOM[axis] / scale.density;
  if (!Number.isFinite(least)) return [];
  if (axis === 'even') return evenTicks(scale, end, least);
  const inTimes = (section: AxisSection) =>
    startedAt === undefined ? elapsedTicks(section, least) : clockTicks(section, least, startedAt);
  return axis === 'time' ? inTimes(scale) : activeTicks(scale, least, idle, inTimes);
}

/** A section of the time axis. */
type AxisSection = Pick<Scale, 'from' | 'to'>;

/** The ticks of each section between the gaps, as far as there is room: time is continuous only within a section. */
function activeTicks(
  { from, to }: Scale,
  least: number,
  idle: readonly IdleGap[],
  inTimes: (section: AxisSection) => Tick[],
): Tick[] {
  const [first, last] = [timeAt(idle, from), timeAt(idle, to)];
  const within = idle.filter(gap => gap.to > first && gap.from < last);
  const sections = [first, ...within.map(gap => gap.to)].map((start, place) => ({
    from: Math.max(first, start),
    to: Math.min(last, within[place]?.from ?? last),
  }));
  const ticks: Tick[] = [];
  for (const { at, text } of sections.filter(section => section.from <= section.to).flatMap(inTimes)) {
    const place = activeAt(idle, at);
    const before = ticks.at(-1);
    if (!before || place - before.at >= least * 0.8) ticks.push({ at: place, text });
  }
  return ticks;
}

/** Ticks at step numbers. Step 1 is at 0. */
function evenTicks(scale: Scale, end: number, least: number): Tick[] {
  const by = Math.max(1, roundUp(least));
  const ticks = places(scale, by, -1)
    .filter(at => at >= 0 && at < end)
    .map(at => ({ at, text: numberText(at + 1) }));
  const first = ticks[0]?.at ?? Number.POSITIVE_INFINITY;
  return scale.from <= 0 && first >= least ? [{ at: 0, text: '1' }, ...ticks] : ticks;
}

function elapsedTicks(scale: AxisSection, least: number): Tick[] {
  const by = niceTime(least);
  return places(scale, by, 0)
    .filter(at => at >= 0)
    .map(at => ({ at, text: elapsedText(at, by) }));
}

function clockTicks(scale: AxisSection, least: number, startedAt: number): Tick[] {
  const start = new Date(startedAt);
  if (Number.isNaN(start.getTime())) return elapsedTicks(scale, least);
  const by = niceTime(least);
  // Round in local time, not in time since 1970.
  const wall = startedAt - start.getTimezoneOffset() * MINUTE;
  return places(scale, by, -(wall % by)).map(at => ({ at, text: clockText(startedAt + at, by) }));
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TIMES = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map(count => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map(count => count * MINUTE),
  ...[1, 2, 3, 6, 12].map(count => count * HOUR),
];

function niceTime(least: number): number {
  return TIMES.find(time => time >= least) ?? roundUp(least / DAY) * DAY;
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find(one => one * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

const MOST = 200;

function places({ from, to }: AxisSection, by: number, offset: number): number[] {
  const first = Math.ceil((from - offset) / by - 1e-9);
  const last = Math.floor((to - offset) / by + 1e-9);
  const count = Math.min(Math.max(0, last - first + 1), MOST);
  return Array.from({ length: count || 0 }, (_, index) => offset + (first + index) * by);
}

function clockText(at: number, by: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const isMidnight = date.getHours() + date.getMinutes() + date.getSeconds() + date.getMilliseconds() === 0;
  if (by >= DAY || (isMidnight && by >= MINUTE)) return `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const minutes = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (by >= MINUTE) return minutes;
  const seconds = `${minutes}:${two(date.getSeconds())}`;
  return by >= SECOND ? seconds : `${seconds}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** `250 ms`, `1:30`, `2:05:00`, `3 d`. */
function elapsedText(at: number, by: number): string {
  if (by < SECOND) return at < SECOND ? `${Math.round(at)} ms` : `${(at / SECOND).toFixed(3)} s`;
  if (by >= DAY) return `${Math.round(at / DAY)} d`;
  const seconds = Math.round(at / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
