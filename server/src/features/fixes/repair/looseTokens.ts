import type { Span } from '../../../model/text';

/** A token of text meant to be JSON: a bracket, a comma, a string in any quotes, a word, a comment. */
export interface LooseToken extends Span {
  type: 'sign' | 'string' | 'word' | 'comment';
  text: string;
  /** Its meaning in any notation: the same for `'a'`, `"a"` and a bare `a`. */
  meaning: string;
}

/** How far an unclosed string extends: to the end of its line, or of the text. */
export type StringReach = 'line' | 'text';

/** Splits text meant to be JSON into tokens, without validating. Whitespace is omitted. Never throws. */
export function looseTokens(text: string, reach: StringReach = 'line'): LooseToken[] {
  const tokens: LooseToken[] = [];
  for (const { 0: found, index, groups } of text.matchAll(TOKEN[reach])) {
    const type = (Object.keys(groups ?? {}).find(name => groups?.[name] !== undefined) ?? 'word') as LooseToken['type'];
    tokens.push({ type, text: found, start: index, end: index + found.length, meaning: meaningOf(type, found) });
  }
  return tokens;
}

// No backtracking: the text may be long, and hostile.
const TOKEN: Record<StringReach, RegExp> = { line: tokenPattern(String.raw`\n`), text: tokenPattern('') };

function tokenPattern(end: string): RegExp {
  const strings = [
    ['"', '"'],
    ["'", "'"],
    [String.raw`\u201c`, String.raw`\u201d`],
    [String.raw`\u2018`, String.raw`\u2019`],
    [String.raw`\x60`, String.raw`\x60`],
  ].map(([open, close]) => String.raw`${open}(?:[^${close}\\${end}]|\\[^\n])*${close}?`);
  const comment = String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|#[^\n]*`;
  const word = String.raw`[^\s{}[\]:,"'\u201c\u2018\x60]+`;
  return new RegExp(`(?<string>${strings.join('|')})|(?<comment>${comment})|(?<sign>[{}[\\]:,])|(?<word>${word})`, 'g');
}

/** Constants of Python and JavaScript, with their JSON notation. */
export const FOREIGN_CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['None', 'null'],
  ['undefined', 'null'],
  ['NaN', 'null'],
  ['Infinity', 'null'],
  ['-Infinity', 'null'],
  ['True', 'true'],
  ['False', 'false'],
]);

function meaningOf(type: LooseToken['type'], text: string): string {
  if (type === 'word') return FOREIGN_CONSTANTS.get(text) ?? text;
  if (type !== 'string') return text;
  return withoutQuotes(text).replace(/\\(u[\da-fA-F]{4}|[\s\S])/g, (_, sign: string) => unescaped(sign));
}

function withoutQuotes(text: string): string {
  const closing = { '\u201c': '\u201d', '\u2018': '\u2019' }[text[0] ?? ''] ?? text[0] ?? '';
  return text.length > 1 && text.endsWith(closing) ? text.slice(1, -1) : text.slice(1);
}

function unescaped(sign: string): string {
  if (sign.length === 5) return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
  return ESCAPES[sign] ?? sign;
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
