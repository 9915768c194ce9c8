/**
 * Returns whether a value is a JSON object, which is neither null nor an array. The function has a file of its own, since every bundle
 * contains it.
 */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
