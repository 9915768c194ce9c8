/** Returns whether a value is a JSON object: neither null nor an array. In a file of its own, since every bundle needs it. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
