import { nearestWord } from '../text/names/nearestWord';

/** Does an object lack a key only because it is misspelt there? The contract's own report of the stranger says that. */
export function isMisspelt(key: string, object: Record<string, unknown>): boolean {
  return !Object.hasOwn(object, key) && misspeltKey(key, object) !== undefined;
}

/** The key of an object that is nearly another. */
export function misspeltKey(key: string, object: Record<string, unknown>): string | undefined {
  return Object.keys(object).find(other => other !== key && nearestWord(other, [key]) !== undefined);
}
