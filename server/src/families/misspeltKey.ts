import { nearestWord } from '../text/names';

/** Whether an object has only a misspelt form of a key, which the schema check reports. */
export function isMisspelt(key: string, object: Record<string, unknown>): boolean {
  return !Object.hasOwn(object, key) && misspeltKey(key, object) !== undefined;
}

/** The key of an object that resembles a given one. */
export function misspeltKey(key: string, object: Record<string, unknown>): string | undefined {
  return Object.keys(object).find(other => other !== key && nearestWord(other, [key]) !== undefined);
}
