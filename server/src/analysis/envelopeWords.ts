/**
 * The words by which the server decides, without parsing, that a text has no envelope: every text with an envelope contains some of them.
 * `computeEnvelopeWords` computes them when the project is built.
 */
export interface EnvelopeHints {
  /** The score from which a kind is recognised for certain. */
  sure: number;
  kinds: KindHints[];
  /** Every text with a sure envelope has at least one of these words. Rare words are preferred. */
  anchors: string[];
  /** The names of schema files; a `$schema` that names a kind ends in one. */
  schemaFiles: string[];
  /** The names of a registry's sections, in small letters. */
  sections: string[];
  /** Names of files that describe envelopes: a name, or `*` and a suffix. */
  fileNames: string[];
}

/** The evidence for a kind or a dialect of it. */
export interface KindHints {
  evidence: WeightedWords[];
  /** The kind makes no run, so it counts only in code blocks of Markdown. */
  inMarkdownOnly?: true;
}

export type WeightedWords = [weight: number, words: Words];

/** Keys and values that must occur in a text; a list requires all of its members. Compact, since the hints are read at each start. */
export type Words = string | Words[] | { any: Words[] } | { atLeast: number; of: Words[] };

/** Returns the highest score that a value can reach in a text with the words for which `has` is true. */
export function highestScore({ evidence }: KindHints, has: (word: string) => boolean): number {
  let highest = 0;
  for (const [weight, words] of evidence) if (hasWords(words, has)) highest += weight;
  return highest;
}

function hasWords(words: Words, has: (word: string) => boolean): boolean {
  if (typeof words === 'string') return has(words);
  if (Array.isArray(words)) return words.every(one => hasWords(one, has));
  if ('any' in words) return words.any.some(one => hasWords(one, has));
  return words.of.filter(one => hasWords(one, has)).length >= words.atLeast;
}

/** Returns all words in the evidence for a kind. */
export function evidenceWords({ evidence }: KindHints): string[] {
  return evidence.flatMap(([, words]) => wordsIn(words));
}

function wordsIn(words: Words): string[] {
  if (typeof words === 'string') return [words];
  if (Array.isArray(words)) return words.flatMap(wordsIn);
  return ('any' in words ? words.any : words.of).flatMap(wordsIn);
}

/** Returns a pattern that finds words in YAML, where they may have no quotes. The first group of a match is the word. */
export function yamlWords(words: Iterable<string>): RegExp {
  return new RegExp(`(?:^|[^\\w-])${oneWordOf(words, '\\s+')}(?![\\w-])`, 'g');
}

/** Returns the source of a regular expression that matches any of some words, longest first. */
export function oneWordOf(words: Iterable<string>, space = ' '): string {
  const plain = [...new Set(words)]
    .sort((one, two) => two.length - one.length)
    .map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', space));
  return `(${plain.join('|')})`;
}

/** Matches an escape in a quoted text of YAML or JSON, which may stand for a character of a word. */
export const YAML_ESCAPE = /"[^"\n]*\\[xuU/]/;
