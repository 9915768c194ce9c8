/**
 * The range of lines in which two texts differ, without their common beginning and end. Line numbers from 0, `to`
 * exclusive.
 */
export function differingLines(
  before: readonly string[],
  after: readonly string[],
): { from: number; beforeTo: number; afterTo: number } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { from, beforeTo: before.length - same, afterTo: after.length - same };
}
