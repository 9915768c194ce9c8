/**
 * The place of the last number that is no greater than another; -1 where all are.
 *
 * @param numberAt ascending
 */
export function findLastAtOrBefore<N extends number | bigint>(
  count: number,
  numberAt: (index: number) => N,
  most: N,
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberAt(middle) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
