import type { Rows, Window } from '../../../shared/replay';

/** The rows in a window, clamped to the rows that exist and to `most` rows. */
export function windowRows<Row>(window: Window, total: number, most: number, row: (index: number) => Row): Rows<Row> {
  const { from, count } = clampWindow(window, total, most);
  return { rows: Array.from({ length: count }, (_, index) => row(from + index)), from, total };
}

/** Clamps a window to the rows that exist and to `most` rows. */
export function clampWindow({ from, count }: Window, total: number, most: number): Required<Window> {
  const first = Math.min(wholeNumber(from, 0), total);
  return { from: first, count: Math.min(total - first, wholeNumber(count, most), most) };
}

// The value comes from the page and may be anything.
function wholeNumber(number: unknown, otherwise: number): number {
  return typeof number === 'number' && number >= 0 ? Math.floor(number) : otherwise;
}
