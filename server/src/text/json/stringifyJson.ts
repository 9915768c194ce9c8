/**
 * Like `JSON.stringify`, for plain values of any depth: what nests deeper than takes the stack becomes "…".
 *
 * @param indent blanks per level
 */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? '';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify(cutBelow(value, DEEPEST), null, indent) ?? '';
  }
}

const DEEPEST = 500;

function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) return value.map(item => cutBelow(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cutBelow(member, levels - 1)]));
}
