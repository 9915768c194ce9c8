import hints from '../generated/envelopeHints.json';
import type { FileLang } from '../model/text';
import { type EnvelopeHints, evidenceWords, highestScore } from './envelopeHints';

/** Takes the pieces of a text in order; returns true once the text passes. */
export type TextScan = (piece: string) => boolean;

/**
 * Scans that decide cheaply whether a text may hold an envelope or a registry; it must pass all of them, in order. The first rejects
 * nearly all texts with regular expressions alone: a loop over each string would compile to code that takes more memory than the rest
 * of a waiting server.
 *
 * Invariant: every text with a sure envelope or document passes. Some other texts pass, too.
 */
export function envelopeScans(lang: FileLang): TextScan[] {
  if (lang === 'jsonl') return [];
  const mayHaveOther = lang === 'markdown' ? mayBeDocument : () => false;
  return [anchorScan, wordScan(lang)].map(scan => piece => scan(piece) || isUndecided(piece) || mayHaveOther(piece));
}

/** Whether a file is a candidate by its name alone. */
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

/** Whether words can't decide: the text names a schema, or escapes letters and so may contain any word. */
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

// Quotes inside a string are escaped; Python prints single quotes. A truncated word ends with its line.
const quoted = (words: Iterable<string>) => `["']${oneOf(words)}\\\\*(?:["'\\r\\n]|$)`;
const ANCHOR = new RegExp(quoted(anchors));
const WORDS = new RegExp(quoted(kinds.flatMap(evidenceWords)), 'g');
const SCHEMA_FILE = new RegExp(oneOf(schemaFiles));
// Programs do not escape letters, digits, dots and hyphens, but JSON parsers accept such escapes.
const ESCAPED = /\\u00(?:2[0de]|3[0-9a]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/i;
const EMPHASIS = /[*`]/;
const SECTION = new RegExp(`^[\\s>*+#\\d.)-]*${oneOf(sections, '[\\s>]+')}[\\s:#]*$`, 'im');
