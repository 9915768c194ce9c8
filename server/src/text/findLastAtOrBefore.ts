import { partitionPoint } from '../shared/partitionPoint';
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
  return partitionPoint(count, index => numberAt(index) <= most) - 1;
}
