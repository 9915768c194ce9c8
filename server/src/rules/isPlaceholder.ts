import type { Vocabulary } from '../model/registry';
import { wordNamed } from '../registry/lookup';

/** Is a text a place held for a value: `{x}`, `{{x}}`, or all the words to choose from, `absent/present`? */
export function isPlaceholder(text: string, vocabulary?: Vocabulary): boolean {
  return /^\{{1,2}[^{}\n]{1,80}\}{1,2}$/.test(text.trim()) || alternatives(text, vocabulary).length > 0;
}

/** Does a text hold such a place: `specs/{{feature_id}}/spec.md`? */
export function hasPlaceholder(text: string): boolean {
  return /\{{1,2}[^{}\n]{1,80}\}{1,2}/.test(text);
}

/** The words of a union that was left as a value, `absent/present` or `a|b`; none where it is no union of words. */
export function alternatives(text: string, vocabulary: Vocabulary | undefined): string[] {
  if (!vocabulary || text.length > 500 || !/[|/]/.test(text) || wordNamed(vocabulary, text)) return [];
  const words = text.split(/\\?\||\//).map(word => word.trim());
  return words.every(word => word !== '' && wordNamed(vocabulary, word)) ? [...new Set(words)] : [];
}
