import type { Span } from '../model/text';

/**
 * Counts by binary search how many indexes from 0 on meet a condition.
 *
 * @param isBefore true for all indexes up to some point, and false from there on
 */
export function partitionPoint(count: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns a copy of a list with the items of a span replaced. Equally many items are the fastest case. */
export function replaceItems<T>(items: readonly T[], { start, end }: Span, inserted: readonly T[]): T[] {
  if (inserted.length !== end - start) return items.slice(0, start).concat(inserted, items.slice(end));
  const copy = items.slice();
  for (const [index, item] of inserted.entries()) copy[start + index] = item;
  return copy;
}
