import type { Vocabulary } from '../model/registry';
import { wordNamed } from '../registry/lookup';

/** Returns whether a text is a placeholder: `{x}`, `{{x}}`, or a union of words, `absent/present`. */
export function isPlaceholder(text: string, vocabulary?: Vocabulary): boolean {
  return /^\{{1,2}[^{}\n]{1,80}\}{1,2}$/.test(text.trim()) || alternatives(text, vocabulary).length > 0;
}

/** Returns whether a text contains a placeholder: `specs/{{feature_id}}/spec.md`. */
export function hasPlaceholder(text: string): boolean {
  return /\{{1,2}[^{}\n]{1,80}\}{1,2}/.test(text);
}

/** The words of a union in place of a value, `absent/present` or `a|b`; empty for other texts. */
export function alternatives(text: string, vocabulary: Vocabulary | undefined): string[] {
  if (!vocabulary || text.length > 500 || !/[|/]/.test(text) || wordNamed(vocabulary, text)) return [];
  const words = text.split(/\\?\||\//).map(word => word.trim());
  return words.every(word => word !== '' && wordNamed(vocabulary, word)) ? [...new Set(words)] : [];
}
