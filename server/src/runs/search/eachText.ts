import { embeddedJson } from '../../text/json/embeddedJson';
import { isObject } from '../../text/pointer';

/**
 * Calls with each text in a JSON value, in order; not with the names of properties. A string that is itself JSON is not one text, but
 * has those of its own strings: what a model was asked is often written so. Any depth takes no stack.
 */
export function eachText(value: unknown, onText: (text: string) => void): void {
  const waiting: { value: unknown; level: number }[] = [{ value, level: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: here, level } = next;
    if (typeof here === 'string') {
      const inner = level < DEEPEST ? embeddedJson(here) : undefined;
      if (inner === undefined) onText(here);
      else waiting.push({ value: inner, level: level + 1 });
    } else {
      const values = Array.isArray(here) ? here : isObject(here) ? Object.values(here) : [];
      for (let at = values.length - 1; at >= 0; at--) waiting.push({ value: values[at], level });
    }
  }
}

/** JSON in a string of JSON in a string. */
const DEEPEST = 4;
