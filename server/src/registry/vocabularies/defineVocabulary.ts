import type { Vocabulary, VocabularyWord } from '../../model/registry';

/** Words with what they mean, in their order; a word with other spellings is given as an object. */
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
