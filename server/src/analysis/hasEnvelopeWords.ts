import { MAYBE } from '../families/recognitionWeights';
import type { Family } from '../model/family';
import { memoizeByObject } from '../text/memoize';
import { kindHints, proofHints } from './computeEnvelopeWords';
import { evidenceWords, highestScore, type KindHints, YAML_ESCAPE, yamlWords } from './envelopeWords';

/**
 * Returns false if a text of YAML or JSON surely contains no envelope, since it lacks words that an envelope of these protocols would contain.
 * Saves parsing most YAML files in a workspace, and most large files of malformed JSON.
 */
export function hasEnvelopeWords(text: string, families: readonly Family[]): boolean {
  if (text.includes('$schema') || YAML_ESCAPE.test(text)) return true;
  const { kinds, words, hasOthers } = hintsOf(families);
  if (hasOthers) return true;
  const found = new Set<string>();
  for (const [, word = ''] of text.matchAll(words)) found.add(word);
  return kinds.some(kind => highestScore(kind, word => found.has(word)) >= MAYBE);
}

interface Hints {
  kinds: readonly KindHints[];
  words: RegExp;
  /** Some kind has evidence that can't be expressed as words. */
  hasOthers: boolean;
}

const hintsOf = memoizeByObject((families: readonly Family[]): Hints => {
  const all = families.flatMap(family => family.kinds);
  let hasOthers = false;
  const kinds = all.flatMap(kind => {
    try {
      return kindHints(kind);
    } catch {
      // A declared kind may have keys of any characters.
      hasOthers = true;
      return [];
    }
  });
  for (const { shipped } of families) if (shipped) kinds.push(proofHints(shipped.proof));
  return { kinds, words: yamlWords(kinds.flatMap(evidenceWords)), hasOthers };
});
