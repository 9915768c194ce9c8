import type { Series } from '../../../../server/src/shared/protocol';

export type ChartLook = 'line' | 'bars' | 'area';

/** Maps points to positions in a chart, in pixels; y grows downwards. */
export interface ChartScale {
  x(step: number): number;
  y(value: number): number;
  /** The index of the point nearest to a position. */
  nearest(x: number): number;
  /** Values for horizontal grid lines. */
  ticks: number[];
}

export interface ChartArea {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Computes the scale of a chart.
 *
 * @param most the maximum of the axis; by default that of the points, rounded up
 */
export function chartScale(points: Series, steps: number, area: ChartArea, most?: number): ChartScale {
  const highest = points.reduce((found, { value }) => Math.max(found, value), 0);
  const top = most ?? roundedUp(highest);
  const width = area.right - area.left;
  const last = Math.max(1, steps - 1);
  const x = (step: number) => area.left + (Math.min(Math.max(0, step), last) / last) * width;
  const y = (value: number) => area.bottom - (Math.min(Math.max(0, value), top) / top) * (area.bottom - area.top);
  return { x, y, nearest: place => nearest(points, ((place - area.left) / width) * last), ticks: [top / 2, top] };
}

/** The next number that is 1, 2 or 5 times a power of ten, or half of one. */
export function roundedUp(value: number): number {
  if (!Number.isFinite(value) || value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const share = [1, 1.5, 2, 3, 4, 5, 6, 8].find(one => one * power >= value) ?? 10;
  return share * power;
}

// Points are sorted by step.
function nearest(points: Series, step: number): number {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.step ?? 0) < step) low = middle + 1;
    else high = middle;
  }
  const before = points[low - 1];
  const after = points[low];
  if (!before || !after) return low;
  return step - before.step <= after.step - step ? low - 1 : low;
}
