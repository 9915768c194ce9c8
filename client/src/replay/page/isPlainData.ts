/**
 * Whether a value is JSON of acceptable size for a question: neither deep nor long, and without special property names.
 */
export function isPlainData(value: unknown): boolean {
  let left = LARGEST;
  const fits = (one: unknown, depth: number): boolean => {
    left -= typeof one === 'string' ? 1 + one.length : 1;
    if (left < 0 || depth > DEEPEST) return false;
    switch (typeof one) {
      case 'string':
      case 'boolean':
        return true;
      case 'number':
        return Number.isFinite(one);
      case 'object':
        if (one === null) return true;
        if (Array.isArray(one)) return one.every(item => fits(item, depth + 1));
        return isPlain(one) && Object.entries(one).every(([key, item]) => fits(key, depth) && fits(item, depth + 1));
      default:
        return false;
    }
  };
  return fits(value, 0);
}

/** The number of values, and of characters of texts and names: enough for the folded steps of a very long run. */
const LARGEST = 500_000;
const DEEPEST = 8;

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return !Object.keys(value).some(key => key === '__proto__' || key === 'constructor' || key === 'prototype');
}
