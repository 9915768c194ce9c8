import type { Span } from '../model/text';

/**
 * Finds by binary search the first index at which a condition no longer holds; returns `count` if it always holds.
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

/** Adds an item to the list of a key; a key without a list gets one. */
export function addToList<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Groups items by their keys. Keys are in the order of their first items, the items of each key in their order. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) addToList(groups, keyOf(item), item);
  return groups;
}

/** Compares two values for sorting, in ascending order. */
export function compareValues<T extends number | bigint | string>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
