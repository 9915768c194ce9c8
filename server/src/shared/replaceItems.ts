import type { Span } from '../model/text';

/** A copy of a list with other items in place of some. As many others cost one copy of the list. */
export function replaceItems<T>(items: readonly T[], { start, end }: Span, inserted: readonly T[]): T[] {
  if (inserted.length !== end - start) return items.slice(0, start).concat(inserted, items.slice(end));
  const copy = items.slice();
  for (const [index, item] of inserted.entries()) copy[start + index] = item;
  return copy;
}
