import type { Vocabulary } from '../model/registry';
import type { RegistryValue } from '../model/registryDocument';
import { isLikelyTypo, nearestWord } from '../text/names/nearestWord';
import { wordNamed } from './lookup';

/** The vocabulary word that a misspelt word probably means. */
export interface ClosestWord {
  word: string;
  /** Unambiguous: the fix needs no confirmation. */
  certain: boolean;
}

/** Finds the word of a closed vocabulary that an unknown word probably means. */
export function closestWord({ words }: Vocabulary, text: string): ClosestWord | undefined {
  const known = words.map(({ word }) => word);
  const word = nearestWord(text, known);
  return word === undefined ? undefined : { word, certain: isLikelyTypo(text, word, known) };
}

/**
 * The vocabulary word of a value, for rules that compare values. A certain misspelling (`Completed`) counts as the
 * intended word, so that it hides no problems. Other text is returned unchanged, a missing value as the empty string.
 */
export function vocabularyWord(value: Pick<RegistryValue, 'text' | 'vocabulary'> | undefined): string {
  if (!value) return '';
  const { text, vocabulary } = value;
  if (text === '' || !vocabulary) return text;
  const named = wordNamed(vocabulary, text);
  // An open vocabulary has no misspellings: it allows other words.
  if (named || vocabulary.open) return named?.word ?? text;
  const meant = closestWord(vocabulary, text);
  return meant?.certain ? meant.word : text;
}
