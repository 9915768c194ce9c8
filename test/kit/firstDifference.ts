import { inspect, isDeepStrictEqual } from 'node:util';

/**
 * Where two plain values first differ, and what stands there; undefined for equal ones. Unlike the assertions of a test
 * runner it is quick for large values, so that a property can shrink.
 */
export function firstDifference(one: unknown, two: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(one, two)) return undefined;
  if (isContainer(one) && isContainer(two) && Array.isArray(one) === Array.isArray(two)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(two)])) {
      const found = firstDifference(one[key], two[key], `${path}/${key}`);
      if (found !== undefined) return found;
    }
  }
  return `${path}: ${shown(one)} is not ${shown(two)}`;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: Number.POSITIVE_INFINITY }).slice(0, 500);
}
