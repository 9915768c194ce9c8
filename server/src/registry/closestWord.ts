import type { RegistryValue, Vocabulary } from '../model/registry';
import { isLikelyTypo, nearestWord } from '../text/similarNames';
import { wordNamed } from './findSectionDefinitions';

/** The allowed word that a misspelt word in a state registry (`index.md`), such as a status, probably means. */
export interface ClosestWord {
  word: string;
  /** The word is unambiguous: a fix needs no confirmation. */
  certain: boolean;
}

/** Finds the word of a closed vocabulary that an unknown word probably means; undefined if no word is similar. */
export function closestWord({ words }: Vocabulary, text: string): ClosestWord | undefined {
  const known = words.map(({ word }) => word);
  const word = nearestWord(text, known);
  return word === undefined ? undefined : { word, certain: isLikelyTypo(text, word, known) };
}

/**
 * Returns the vocabulary word of a value, for rules that compare values. An unambiguous misspelling (`Completed`) counts
 * as the correct word and so hides no problems. Returns any other text unchanged, and the empty string without a value.
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
