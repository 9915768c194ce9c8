import { parseJsonDigits } from './parseJsonDigits';

/** The object or list whose JSON a string contains, with all digits of its numbers; undefined for any other value. */
export function embeddedJson(value: unknown): object | undefined {
  if (typeof value !== 'string' || !mayBeJson(value)) return undefined;
  try {
    return parseJsonDigits(value) as object;
  } catch {
    return undefined;
  }
}

/** Whether a text begins as an object or a list does. */
export function mayBeJson(text: string): boolean {
  return /^\s{0,100}[[{]/.test(text);
}
