import type { RegistryValue, Vocabulary } from '../model/registry';
import { isLikelyTypo, nearestWord } from '../text/names';
import { wordNamed } from './lookup';

/** The vocabulary word that is probably meant by a misspelt word. */
export interface ClosestWord {
  word: string;
  /** Unambiguous, so the fix needs no confirmation. */
  certain: boolean;
}

/** Finds the word of a closed vocabulary that is probably meant by an unknown word. */
export function closestWord({ words }: Vocabulary, text: string): ClosestWord | undefined {
  const known = words.map(({ word }) => word);
  const word = nearestWord(text, known);
  return word === undefined ? undefined : { word, certain: isLikelyTypo(text, word, known) };
}

/**
 * The vocabulary word of a value, for rules that compare values. An unambiguous misspelling (`Completed`) counts as the
 * word that was meant, so that it hides no problems. Returns other text unchanged, and the empty string for no value.
 */
export function vocabularyWord(value: Pick<RegistryValue, 'text' | 'vocabulary'> | undefined): string {
  if (!value) return '';
  const { text, vocabulary } = value;
  if (text === '' || !vocabulary) return text;
  const known = wordNamed(vocabulary, text);
  // An open vocabulary has no misspellings: it allows other words.
  if (known || vocabulary.open) return known?.word ?? text;
  const closest = closestWord(vocabulary, text);
  return closest?.certain ? closest.word : text;
}
