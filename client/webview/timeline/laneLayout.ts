import type { Timeline, TimelineBar } from '../../../server/src/shared/lspExtensions';

/** The vertical positions of the timeline's lanes and rows, in pixels from the top of the first lane. */
export interface LaneLayout {
  count: number;
  /** The total height. */
  total: number;
  top(lane: number): number;
  height(lane: number): number;
  /** The lane at a vertical position, or the nearest one. */
  laneAt(y: number): number;
  /** The row of a lane at a vertical position, from 0, or the nearest one. */
  rowAt(lane: number, y: number): number;
  bar(lane: number, row: number): { top: number; height: number };
}

const LANE = 34;
const BAR = 20;
const NESTED_BAR = 16;
const GAP = 2;
const AROUND = 7;

/**
 * Computes the layout.
 *
 * @param rows the number of rows of each lane, at least 1
 */
export function laneLayout(rows: readonly number[]): LaneLayout {
  const count = rows.length;
  const tops = new Float64Array(count + 1);
  for (let lane = 0; lane < count; lane++) tops[lane + 1] = (tops[lane] as number) + laneHeight(rows[lane] ?? 1);
  const top = (lane: number) => tops[Math.min(Math.max(0, lane), count)] as number;
  return {
    count,
    total: top(count),
    top,
    height: lane => top(lane + 1) - top(lane),
    laneAt(y) {
      let low = 0;
      let high = Math.max(0, count - 1);
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (top(middle) <= y) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    rowAt(lane, y) {
      const last = Math.max(1, rows[lane] ?? 1) - 1;
      const row = Math.floor((y - top(lane) - AROUND + GAP / 2) / (NESTED_BAR + GAP));
      return last === 0 ? 0 : Math.min(Math.max(0, row), last);
    },
    bar(lane, row) {
      if ((rows[lane] ?? 1) <= 1) return { top: top(lane) + AROUND, height: BAR };
      return { top: top(lane) + AROUND + row * (NESTED_BAR + GAP), height: NESTED_BAR };
    },
  };
}

function laneHeight(rows: number): number {
  return rows <= 1 ? LANE : 2 * AROUND + rows * (NESTED_BAR + GAP) - GAP;
}

/** The width of the folding chevron at the start of a bar, in pixels. */
export const CHEVRON = 16;
/** Thinner bars have their label beside them. */
export const LEAST_LABEL = 18;
const THINNEST = 2;
/** The minimum width of a bar with room beside it, for its label. */
const THINNEST_ALONE = 6;

/**
 * The horizontal extent of a bar: its duration, or the minimum visible width, but never beyond the bar of its parent.
 */
export function barBox(
  { from, to, label, within }: Pick<TimelineBar, 'from' | 'to' | 'label' | 'within'>,
  scale: Scale,
): { x: number; width: number } {
  const x = scale.x(from);
  const exact = scale.x(to) - x;
  const least = label === undefined ? THINNEST : THINNEST_ALONE;
  if (!within || exact >= least) return { x, width: Math.max(exact, least) };
  const room = scale.x(within.to) - scale.x(within.from);
  const width = Math.max(exact, Math.min(least, Math.max(room, THINNEST)));
  return { x: Math.min(x, scale.x(within.to) - width), width };
}

/** Returns whether a bar has foldable nested steps, and room for the chevron. */
export function hasChevron({ count, hides, holds }: TimelineBar, width: number): boolean {
  return count === 1 && (hides !== undefined || (holds ?? 0) > 0) && width >= CHEVRON + 4;
}

/** Maps positions on an axis to pixels of the track. */
export interface Scale {
  from: number;
  to: number;
  width: number;
  x(at: number): number;
  at(x: number): number;
  /** Pixels per unit of the axis. */
  density: number;
}

/** Padding at both ends in pixels, for the handle of the playhead. */
export const PAD = 12;

/**
 * Creates the scale of a range.
 *
 * @param width of the track in pixels, with the padding
 */
export function scaleOf({ from, to }: { from: number; to: number }, width: number): Scale {
  const density = Math.max(1, width - 2 * PAD) / Math.max(to - from, 1e-9);
  return {
    from,
    to,
    width,
    density,
    x: at => PAD + (at - from) * density,
    at: x => from + (x - PAD) / density,
  };
}

export interface Hit extends FoundBar {
  /** The pointer is on the folding chevron. */
  onChevron: boolean;
}

/** The tolerance for thin bars, in pixels. */
const NEAR = 3;

/**
 * The bar at a position of the track; of overlapping bars, the topmost.
 *
 * @param y below the top of the first lane
 */
export function hitTest(timeline: Timeline, layout: LaneLayout, scale: Scale, x: number, y: number): Hit | undefined {
  if (y < 0 || y >= layout.total) return undefined;
  const lane = layout.laneAt(y);
  const row = layout.rowAt(lane, y);
  const { top, height } = layout.bar(lane, row);
  if (y < top - NEAR || y > top + height + NEAR) return undefined;
  let best: Hit | undefined;
  let least = NEAR;
  for (const bar of timeline.lanes.find(one => one.lane === lane)?.bars ?? []) {
    if (bar.row !== row) continue;
    const box = barBox(bar, scale);
    const away = Math.max(box.x - x, x - box.x - box.width, 0);
    if (away > least) continue;
    least = away;
    best = { lane, bar, onChevron: hasChevron(bar, box.width) && x - box.x <= CHEVRON };
  }
  return best;
}

export interface FoundBar {
  lane: number;
  bar: TimelineBar;
}

/** Finds bars by step. */
export interface BarFinder {
  /** The bar of this step alone. */
  own(step: number): FoundBar | undefined;
  /** The bar that contains a step: its own, a merged one, or that of a step it is folded into. */
  around(step: number, place: { lane: number; at: number }): FoundBar | undefined;
}

export function barFinder({ lanes }: Pick<Timeline, 'lanes'>): BarFinder {
  const own = new Map<number, FoundBar>();
  const wide: FoundBar[] = [];
  for (const { lane, bars } of lanes) {
    for (const bar of bars) {
      if (bar.count === 1) own.set(bar.step, { lane, bar });
      if (bar.count > 1 || bar.hides !== undefined) wide.push({ lane, bar });
    }
  }
  return {
    own: step => own.get(step),
    around(step, { lane, at }) {
      const mayHold = ({ bar }: FoundBar) => bar.step <= step && bar.from <= at && at <= bar.to;
      const latest = (found: FoundBar | undefined, one: FoundBar) =>
        !found || one.bar.step >= found.bar.step ? one : found;
      return (
        own.get(step) ??
        wide
          .filter(one => one.lane === lane && one.bar.count > 1 && mayHold(one))
          .reduce(latest, undefined as FoundBar | undefined) ??
        wide
          .filter(one => one.bar.hides !== undefined && mayHold(one))
          .reduce(latest, undefined as FoundBar | undefined)
      );
    },
  };
}
