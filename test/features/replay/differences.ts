import { valueDifferences } from '../../../server/src/features/replay/envelopeDifference';
import type { DifferenceRow } from '../../../server/src/shared/replay';
import { parseJsonBigInts } from '../../../server/src/text/json/losslessJson';

/** `+ /a: 1`, `- /a: 1`, `/a: 1 -> 2`, `/a/2 moved 0 -> 2` */
export function shown({ path, change, one, other }: DifferenceRow): string {
  if (change === 'added') return `+ ${path}: ${other}`;
  if (change === 'removed') return `- ${path}: ${one}`;
  return change === 'moved' ? `${path} moved ${one} -> ${other}` : `${path}: ${one} -> ${other}`;
}

export const differ = (one: string, other: string) =>
  valueDifferences(parseJsonBigInts(one), parseJsonBigInts(other)).map(shown);
