/**
 * Whether a value is JSON of acceptable size for a question: neither too deep nor too long, and without special property
 * names.
 */
export function isPlainData(value: unknown): boolean {
  let remaining = MAX_SIZE;
  const fits = (part: unknown, depth: number): boolean => {
    remaining -= typeof part === 'string' ? 1 + part.length : 1;
    if (remaining < 0 || depth > MAX_DEPTH) return false;
    switch (typeof part) {
      case 'string':
      case 'boolean':
        return true;
      case 'number':
        return Number.isFinite(part);
      case 'object':
        if (part === null) return true;
        if (Array.isArray(part)) return part.every(item => fits(item, depth + 1));
        return isPlain(part) && Object.entries(part).every(([key, item]) => fits(key, depth) && fits(item, depth + 1));
      default:
        return false;
    }
  };
  return fits(value, 0);
}

/** The number of values, and of characters in texts and names: enough for the collapsed steps of a very long run. */
const MAX_SIZE = 500_000;
const MAX_DEPTH = 8;

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return !Object.keys(value).some(key => key === '__proto__' || key === 'constructor' || key === 'prototype');
}
