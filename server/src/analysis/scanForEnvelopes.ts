import { MAYBE } from '../families/recognitionWeights';
import hints from '../generated/envelopeHints.json';
import type { FileLang } from '../model/text';
import { type EnvelopeHints, evidenceWords, highestScore, oneWordOf, YAML_ESCAPE, yamlWords } from './envelopeWords';

/**
 * Returns quick tests for whether a text may contain an envelope or a state registry. A text has to pass all of them, in order. The first uses
 * only regular expressions and rejects nearly all texts, so that a server without envelopes to check stays small.
 *
 * Invariant: Every text with a sure envelope, or with a document such as a registry, passes. Some other texts pass, too.
 */
export function scanForEnvelopes(lang: FileLang): TextScan[] {
  if (lang === 'jsonl') return [];
  if (lang === 'yaml') return yamlScans(lang);
  if (lang !== 'markdown') return [anchorScan, wordScan(lang)].map(scan => piece => scan(piece) || isUndecided(piece));
  return [anchorScan, wordScan(lang)].map((scan, index) => {
    const yaml = yamlScans(lang)[index] as TextScan;
    const yamlIn = yamlOfMarkdown();
    return piece => scan(piece) || isUndecided(piece) || mayBeDocument(piece) || yaml(yamlIn(piece));
  });
}

/** Scans a text that arrives in pieces, one call for each piece in order. Returns true as soon as the text may hold an envelope. */
export type TextScan = (piece: string) => boolean;

function yamlScans(lang: FileLang): TextScan[] {
  const yamlAnchor = (piece: string) => piece.search(YAML_ANCHOR) >= 0;
  return [yamlAnchor, wordScan(lang, { words: yamlWordPattern })].map(
    scan => piece => scan(piece) || isUndecidedYaml(piece),
  );
}

/**
 * Returns a function that takes the pieces of a Markdown text and returns the YAML in each: the front matter, and everything from the first
 * YAML block on.
 */
function yamlOfMarkdown(): (piece: string) => string {
  let isFirst = true;
  let isBehindFence = false;
  return piece => {
    const front = isFirst && piece.startsWith('---') ? piece.slice(0, piece.indexOf('\n---', 3) + 1 || undefined) : '';
    isFirst = false;
    if (isBehindFence) return piece;
    const fence = piece.search(YAML_FENCE);
    isBehindFence = fence >= 0;
    return isBehindFence ? front + piece.slice(fence) : front;
  };
}

/**
 * Returns whether a text in an editor may hold an envelope, complete or just begun, or is so empty that the user may begin one. Looks only
 * at words, so some other texts count, too.
 */
export function mayHoldEnvelope(text: string, lang: FileLang, name: string): boolean {
  if (lang === 'jsonl' || isCandidateName(name)) return true;
  if (lang === 'yaml') return isUndecidedYaml(text) || wordScan(lang, { words: yamlWordPattern, least: MAYBE })(text);
  if (lang !== 'markdown') return isBegun(text) || isUndecided(text) || wordScan(lang, { least: MAYBE })(text);
  if (mayBeDocument(text) || hasBegunBlock(text)) return true;
  if (!FENCE.test(text)) return false;
  const yaml = yamlOfMarkdown()(text);
  const hasYaml =
    yaml !== '' && (isUndecidedYaml(yaml) || wordScan(lang, { words: yamlWordPattern, least: MAYBE })(yaml));
  return hasYaml || isUndecided(text) || wordScan(lang, { least: MAYBE })(text);
}

/** Returns whether a text is empty or has just the first characters of a JSON value. Looks only at its beginning. */
function isBegun(text: string): boolean {
  return /^[[{]?"?[\]}]*$/.test(text.trim().slice(0, MOST_BEGUN).replaceAll(/\s/g, ''));
}

/** Returns whether a Markdown text has a JSON block, closed or not, that is empty or just begun. */
function hasBegunBlock(text: string): boolean {
  for (const { index, 0: fence } of text.matchAll(JSON_FENCE)) {
    const start = index + fence.length;
    const beginning = text.slice(start, start + MOST_BEGUN).replaceAll(/[\s>]/g, '');
    if (/^[[{]?"?[\]}]*(?:`|~|$)/.test(beginning)) return true;
  }
  return false;
}

/** The maximum number of characters of a value that is just begun. */
const MOST_BEGUN = 200;
const JSON_FENCE = /^[ \t>]*(?:```|~~~)[ \t]*jsonc?[ \t]*$/gm;
const FENCE = /^(?:[ \t>*+\d.)-]*(?:```|~~~)|---)/m;

/** Returns whether a file is a candidate by its name alone. */
export function isCandidateName(name: string): boolean {
  return fileNames.some(one => (one.startsWith('*') ? name.endsWith(one.slice(1)) : name === one));
}

const { sure, kinds, anchors, schemaFiles, sections, fileNames } = hints as unknown as EnvelopeHints;

function anchorScan(piece: string): boolean {
  return ANCHOR.test(piece);
}

/** Returns a scan that passes once the words found so far suffice for some kind to reach its score. */
function wordScan(lang: FileLang, { words = () => WORDS, least = sure } = {}): TextScan {
  const found = new Set<string>();
  const possible = kinds.filter(({ inMarkdownOnly }) => lang === 'markdown' || !inMarkdownOnly);
  return piece => {
    for (const [, word = ''] of piece.matchAll(words())) found.add(word);
    return possible.some(kind => highestScore(kind, word => found.has(word)) >= least);
  };
}

/** Returns whether words can't decide: the text names a schema file, or escapes letters and so may contain any word. */
function isUndecided(piece: string): boolean {
  return (piece.includes('$schema') && SCHEMA_FILE.test(piece)) || (piece.includes('\\u00') && ESCAPED.test(piece));
}

function isUndecidedYaml(piece: string): boolean {
  return (piece.includes('$schema') && SCHEMA_FILE.test(piece)) || YAML_ESCAPE.test(piece);
}

/** Returns whether a text may be a registry, with the heading of a section, or a check module, with a table of checks by id and tier. */
function mayBeDocument(piece: string): boolean {
  const text = EMPHASIS.test(piece) ? piece.replaceAll(/[*`]/g, '') : piece;
  return SECTION.test(text) || (text.includes('|') && /\btier\b/i.test(text) && /[A-Z]-\d/.test(text));
}

// Quotes inside a string are escaped; Python prints single quotes. A truncated word ends with its line.
const quoted = (words: Iterable<string>) => `["']${oneWordOf(words)}\\\\*(?:["'\\r\\n]|$)`;
const ANCHOR = new RegExp(quoted(anchors));
const WORDS = new RegExp(quoted(kinds.flatMap(evidenceWords)), 'g');
const YAML_ANCHOR = yamlWords(anchors);
// Compiled only where there is YAML.
let yamlPattern: RegExp | undefined;
function yamlWordPattern(): RegExp {
  yamlPattern ??= yamlWords(kinds.flatMap(evidenceWords));
  return yamlPattern;
}
const YAML_FENCE = /^[ \t>*+\d.)-]*(?:```+|~~~+)[ \t]*ya?ml\b/im;
const SCHEMA_FILE = new RegExp(oneWordOf(schemaFiles));
// Programs do not escape letters, digits, dots and hyphens, but JSON parsers accept such escapes.
const ESCAPED = /\\u00(?:2[0de]|3[0-9a]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/i;
const EMPHASIS = /[*`]/;
const SECTION = new RegExp(`^[ \\t\\r>*+#\\d.)-]*${oneWordOf(sections, '[\\s>]+')}[\\s:#]*$`, 'im');
