import type { Vocabulary, VocabularyWord } from '../../model/registry';

/** Defines a vocabulary by its words in order; an object describes a word with aliases. */
export function defineVocabulary(
  id: string,
  words: Readonly<Record<string, string | Omit<VocabularyWord, 'word'>>>,
  traits: Pick<Vocabulary, 'signs' | 'open' | 'ordered'> = {},
): Vocabulary {
  return {
    id,
    words: Object.entries(words).map(([word, definition]) => ({
      word,
      ...(typeof definition === 'string' ? { about: definition } : definition),
    })),
    ...traits,
  };
}
