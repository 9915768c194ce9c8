/** The vertical positions of lanes and rows, in pixels from the top of the first lane. */
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
