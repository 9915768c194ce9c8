import hints from '../generated/envelopeHints.json';
import type { FileLang } from '../model/text';

/** Takes the pieces of a text in order; true once the text passes. */
export type TextScan = (piece: string) => boolean;

/**
 * Scans that decide cheaply whether a text may hold an envelope or a registry: it must pass one after the other. The first rejects
 * nearly all texts with regular expressions alone; a loop over each string would compile code that takes more memory than the rest
 * of a server that waits.
 *
 * Invariant: every text in which a kind or a document is recognised for certain passes. Some others do.
 */
export function envelopeScans(lang: FileLang): TextScan[] {
  if (lang === 'jsonl') return [];
  const mayHaveOther = lang === 'markdown' ? mayBeDocument : () => false;
  return [anchorScan, wordScan(lang)].map(scan => piece => scan(piece) || isUndecided(piece) || mayHaveOther(piece));
}

/** Whether a file counts by its name alone, whatever its text. */
export function isCandidateName(name: string): boolean {
  return fileNames.some(one => (one.startsWith('*') ? name.endsWith(one.slice(1)) : name === one));
}

const { sure, kinds, anchors, schemaFiles, sections, fileNames } = hints as unknown as EnvelopeHints;

function anchorScan(piece: string): boolean {
  return ANCHOR.test(piece);
}

/** Passes once some kind can reach its score with the words found so far. */
function wordScan(lang: FileLang): TextScan {
  const found = new Set<string>();
  const possible = kinds.filter(({ inMarkdownOnly }) => lang === 'markdown' || !inMarkdownOnly);
  return piece => {
    for (const [, word = ''] of piece.matchAll(WORDS)) found.add(word);
    return possible.some(kind => highestScore(kind, word => found.has(word)) >= sure);
  };
}

/** Whether words don't decide: the text names a schema, or escapes letters, so that it may have any word. */
function isUndecided(piece: string): boolean {
  return (piece.includes('$schema') && SCHEMA_FILE.test(piece)) || (piece.includes('\\u00') && ESCAPED.test(piece));
}

/** Whether a line may be the heading of a registry's section, or a table may list checks by id: its header has a tier. */
function mayBeDocument(piece: string): boolean {
  const text = EMPHASIS.test(piece) ? piece.replaceAll(/[*`]/g, '') : piece;
  return SECTION.test(text) || (text.includes('|') && /\btier\b/i.test(text) && /[A-Z]-\d/.test(text));
}

function oneOf(words: Iterable<string>, space = ' '): string {
  const plain = [...new Set(words)].map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', space));
  return `(${plain.join('|')})`;
}

// In a string its quotes are escaped; Python prints single ones. A word that is broken off ends with its line.
const quoted = (words: Iterable<string>) => `["']${oneOf(words)}\\\\*(?:["'\\r\\n]|$)`;
const ANCHOR = new RegExp(quoted(anchors));
const WORDS = new RegExp(quoted(kinds.flatMap(evidenceWords)), 'g');
const SCHEMA_FILE = new RegExp(oneOf(schemaFiles));
// No program escapes letters, digits, dots and hyphens, but a reader would understand it.
const ESCAPED = /\\u00(?:2[0de]|3[0-9a]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/i;
const EMPHASIS = /[*`]/;
const SECTION = new RegExp(`^[\\s>*+#\\d.)-]*${oneOf(sections, '[\\s>]+')}[\\s:#]*$`, 'im');

/** What a text can't lack if any kind is recognised in it; `computeEnvelopeHints` computes it. */
export interface EnvelopeHints {
  /** The score from which a kind is recognised for certain. */
  sure: number;
  kinds: KindHints[];
  /** Words of which every text with a sure envelope has at least one: rare ones, where there is a choice. */
  anchors: string[];
  /** The names of schema files, one of which a `$schema` ends in. */
  schemaFiles: string[];
  /** The names of a registry's sections, in small letters. */
  sections: string[];
  /** Names of files that describe envelopes: a name, or `*` and a suffix. */
  fileNames: string[];
}

/** The evidence for a kind or a dialect of it. */
export interface KindHints {
  evidence: WeightedWords[];
  /** Makes no run, and so matters only where blocks in Markdown are checked. */
  inMarkdownOnly?: true;
}

export type WeightedWords = [weight: number, words: Words];

/** Keys and values that must occur in a text: of a list all. Short, since the hints are read at each start. */
export type Words = string | Words[] | { any: Words[] } | { atLeast: number; of: Words[] };

/** The highest score that a value can reach in a text that has some words. */
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

/** All words of the evidence for a kind. */
export function evidenceWords({ evidence }: KindHints): string[] {
  return evidence.flatMap(([, words]) => wordsIn(words));
}

function wordsIn(words: Words): string[] {
  if (typeof words === 'string') return [words];
  if (Array.isArray(words)) return words.flatMap(wordsIn);
  return ('any' in words ? words.any : words.of).flatMap(wordsIn);
}
