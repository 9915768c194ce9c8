import { partitionPoint } from '../shared/partitionPoint';
/**
 * The index of the last number that is at most a given one; -1 where all are greater.
 *
 * @param numberAt ascending
 */
export function findLastAtOrBefore<N extends number | bigint>(
  count: number,
  numberAt: (index: number) => N,
  most: N,
): number {
  return partitionPoint(count, index => numberAt(index) <= most) - 1;
}
