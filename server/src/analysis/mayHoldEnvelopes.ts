import hints from '../generated/envelopeHints.json';
import type { FileLang } from '../model/text';
import { type EnvelopeHints, evidenceWords, highestScore } from './envelopeHints';

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
