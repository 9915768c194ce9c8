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
