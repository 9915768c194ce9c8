/**
 * Adds to a list; an empty one stays as it is, so that many can be the same. Most lists of a run have one member, and the engine
 * makes room for 17 when an empty list grows.
 */
export function appended<T>(list: T[], one: T): T[] {
  if (list.length === 0) return [one];
  list.push(one);
  return list;
}
