import type { Vocabulary } from '../model/registry';
import type { RegistryValue } from '../model/registryDocument';
import { isLikelyTypo, nearestWord } from '../text/names/nearestWord';
import { wordNamed } from './lookup';

/** A word of a vocabulary that another one was likely meant for. */
export interface ClosestWord {
  word: string;
  /** Beyond doubt: it can be changed without asking. */
  certain: boolean;
}

/** The word that was meant by one that a closed vocabulary does not have. */
export function closestWord({ words }: Vocabulary, text: string): ClosestWord | undefined {
  const known = words.map(({ word }) => word);
  const word = nearestWord(text, known);
  return word === undefined ? undefined : { word, certain: isLikelyTypo(text, word, known) };
}

/**
 * The word that a value holds, for rules that hold one value against another: a slip such as `Completed` counts as what it
 * was surely meant for, so that it hides nothing. Any other text is given back as it stands, and none is empty.
 */
export function vocabularyWord(value: Pick<RegistryValue, 'text' | 'vocabulary'> | undefined): string {
  if (!value) return '';
  const { text, vocabulary } = value;
  if (text === '' || !vocabulary) return text;
  const named = wordNamed(vocabulary, text);
  // An open vocabulary has no slips: other words may stand there.
  if (named || vocabulary.open) return named?.word ?? text;
  const meant = closestWord(vocabulary, text);
  return meant?.certain ? meant.word : text;
}
