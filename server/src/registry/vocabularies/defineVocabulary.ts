import type { Vocabulary, VocabularyWord } from '../../model/registry';

/** Defines the words of a vocabulary in order; a word with aliases is an object. */
export function defineVocabulary(
  id: string,
  words: Readonly<Record<string, string | Omit<VocabularyWord, 'word'>>>,
  traits: Pick<Vocabulary, 'signs' | 'open' | 'ordered'> = {},
): Vocabulary {
  return {
    id,
    words: Object.entries(words).map(([word, said]) => ({
      word,
      ...(typeof said === 'string' ? { about: said } : said),
    })),
    ...traits,
  };
}
