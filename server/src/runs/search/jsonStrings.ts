import { isObject } from '../../text/pointer';

/** Calls with each string in a JSON value, in order; not with the names of properties. Any depth takes no stack. */
export function eachJsonString(value: unknown, onString: (text: string) => void): void {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') onString(next);
    else if (Array.isArray(next)) for (let at = next.length - 1; at >= 0; at--) waiting.push(next[at]);
    else if (isObject(next)) {
      const values = Object.values(next);
      for (let at = values.length - 1; at >= 0; at--) waiting.push(values[at]);
    }
  }
}
