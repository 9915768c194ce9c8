import { parseJsonBigInts } from './parseJsonBigInts';

/** The object or list whose JSON a string contains, with all digits of its numbers; undefined for any other value. */
export function embeddedJson(value: unknown): object | undefined {
  if (typeof value !== 'string' || !JSON_START.test(value)) return undefined;
  try {
    return parseJsonBigInts(value) as object;
  } catch {
    return undefined;
  }
}

const JSON_START = /^\s{0,100}[[{]/;
