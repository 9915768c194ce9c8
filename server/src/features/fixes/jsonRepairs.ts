import { jsonrepair } from 'jsonrepair';
import type { Span } from '../../model/text';
import { t } from '../../shared/l10n';
import { truncate } from '../../shared/shownText';
import { type JsonLang, parseJson } from '../../text/json/parseJson';

/**
 * Returns the changes that turn faulty JSON, such as with trailing commas, into valid JSON. Empty for valid JSON, and for a text that can't be
 * repaired. Layout, digits and the characters of strings stay as they are, unless the title of the quick fix says otherwise.
 */
export function jsonRepairs(text: string, lang: JsonLang): JsonRepair[] {
  if (text.length > MAX_REPAIR_LENGTH || !parseJson(text, lang).fault) return [];
  const found = surroundings(text);
  if (!found) return [];
  const byLines = repairsOf(text, lang, found, 'line');
  return byLines.length > 0 ? byLines : repairsOf(text, lang, found, 'text');
}

/** One change that brings a text closer to JSON. */
export interface JsonRepair {
  at: Span;
  text: string;
  /** The title of the quick fix; equal for all changes of one sort. */
  title: string;
}

function repairsOf(text: string, lang: JsonLang, { inner, around }: Surroundings, reach: StringReach): JsonRepair[] {
  const tokens = looseTokens(text.slice(inner.start, inner.end), reach).map(token => shifted(token, inner.start));
  const kept = tokens.filter(({ type }) => type !== 'comment');
  if (depthOf(kept) > DEEPEST) return [];
  const repaired = repairedTokens(plainText(text, tokens, inner));
  if (!repaired) return [];
  const changes = changesBetween(kept, repaired, inner.start);
  const comments = tokens
    .filter(({ type }) => type === 'comment')
    .map(comment => ({ at: comment, text: '', title: t`Remove the comments` }));
  const all = [
    ...around,
    ...changes.filter(({ title }) => lang === 'json' || title !== TRAILING),
    // Keeps comments that the language allows.
    ...comments.filter(({ at }) => lang === 'json' || text[at.start] === '#'),
  ].sort((one, two) => one.at.start - two.at.start || one.at.end - two.at.end);
  return isSound(text, all, lang, [kept, repaired]) ? all : [];
}

// The library backtracks in nested text.
const DEEPEST = 100;

function depthOf(tokens: readonly LooseToken[]): number {
  let depth = 0;
  let deepest = 0;
  for (const { type, text } of tokens) {
    if (type !== 'sign') continue;
    if (text === '{' || text === '[') deepest = Math.max(deepest, ++depth);
    else if (text === '}' || text === ']') depth--;
  }
  return deepest;
}

// In characters: repairs are computed when the cursor moves.
export const MAX_REPAIR_LENGTH = 200_000;
const TRAILING = t`Remove the trailing comma`;
const AROUND = t`Remove the text around the JSON`;

/** Applies repairs to a text. */
export function applyRepairs(text: string, repairs: readonly JsonRepair[]): string {
  let end = 0;
  const pieces = repairs.map(repair => {
    const piece = text.slice(end, repair.at.start) + repair.text;
    end = repair.at.end;
    return piece;
  });
  return pieces.join('') + text.slice(end);
}

interface Surroundings {
  /** The span of the answer, the JSON in a model's text. */
  inner: Span;
  around: JsonRepair[];
}

/**
 * Finds a model's text and fence around its answer, which is JSON. Undefined if the answer can't be determined.
 */
function surroundings(text: string): Surroundings | undefined {
  const whole = { inner: { start: 0, end: text.length }, around: [] };
  for (const { index: start } of [...text.slice(0, LONGEST_PREAMBLE).matchAll(/[{[]/g)].slice(0, MOST_OPENINGS)) {
    const before = text.slice(0, start);
    const end = closingIn(text, start);
    const behind = text.slice(end);
    // The answer's own brace is missing, or more JSON follows.
    if (/["']\s*:\s*$/.test(before) || /^\s*[,{["'}\]]/.test(behind)) return isBlank(before) ? whole : undefined;
    // The answer contains all braces.
    if (`${before}${behind}`.includes('{')) continue;
    const around = [...removal(before, 0), ...removal(behind, end)];
    // Comments at either end belong to the answer.
    return { inner: { start: isBlank(before) ? 0 : start, end: isBlank(behind) ? text.length : end }, around };
  }
  return undefined;
}

// With a longer text before it, the answer would be a guess.
const LONGEST_PREAMBLE = 10_000;
const MOST_OPENINGS = 10;

function removal(text: string, from: number): JsonRepair[] {
  if (isBlank(text)) return [];
  const start = from + text.search(/\S/);
  return [{ at: { start, end: start + text.trim().length }, text: '', title: AROUND }];
}

function isBlank(text: string): boolean {
  return looseTokens(text).every(({ type }) => type === 'comment');
}

/** Returns the end of the value that begins at an offset; the end of the text for an unclosed value. */
function closingIn(text: string, start: number): number {
  let depth = 0;
  for (const token of looseTokens(text.slice(start))) {
    if (token.type !== 'sign') continue;
    if (token.text === '{' || token.text === '[') depth++;
    else if ((token.text === '}' || token.text === ']') && --depth === 0) return start + token.end;
  }
  return text.length;
}

function shifted(token: LooseToken, by: number): LooseToken {
  return { ...token, start: token.start + by, end: token.end + by };
}

/** Blanks comments and replaces constants of other languages, which the library supports incompletely. */
function plainText(text: string, tokens: readonly LooseToken[], { start, end }: Span): string {
  const plain = tokens.flatMap(token => {
    if (token.type === 'comment') return [{ at: token, text: '', title: '' }];
    const constant = token.type === 'word' ? FOREIGN_CONSTANTS.get(token.text) : undefined;
    return constant === undefined ? [] : [{ at: token, text: constant, title: '' }];
  });
  return applyRepairs(text.slice(0, end), plain).slice(start);
}

function repairedTokens(text: string): LooseToken[] | undefined {
  try {
    return looseTokens(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** Returns the changes from one token sequence to the other, each from where they diverge to where they meet again. */
function changesBetween(tokens: readonly LooseToken[], repaired: readonly LooseToken[], start: number): JsonRepair[] {
  const changes: JsonRepair[] = [];
  let [here, there] = [0, 0];
  while (here < tokens.length || there < repaired.length) {
    const [skipped, added] = distanceToNext(tokens, here, repaired, there);
    const gone = tokens.slice(here, here + skipped);
    const come = repaired.slice(there, there + added);
    if (skipped + added > 0) {
      const behind = tokens[here - 1]?.end ?? start;
      const at = { start: gone[0]?.start ?? behind, end: gone.at(-1)?.end ?? behind };
      changes.push({ at, text: joined(come), title: titleOf(gone, come, tokens[here + skipped]) });
    }
    here += skipped;
    there += added;
    const [token, wanted] = [tokens[here], repaired[there]];
    if (token && wanted && token.text !== wanted.text)
      changes.push({ at: token, text: wanted.text, title: titleOf([token], [wanted], tokens[here + 1]) });
    here++;
    there++;
  }
  return changes;
}

/** Returns how many tokens to skip in each sequence until both continue equally; all tokens if they never do. */
function distanceToNext(
  tokens: readonly LooseToken[],
  here: number,
  repaired: readonly LooseToken[],
  there: number,
): [number, number] {
  const [token, wanted] = [tokens[here], repaired[there]];
  // A single comma would match too many others.
  if (token?.text === ',' && wanted?.text !== ',') return [1, 0];
  if (token?.text !== ',' && wanted?.text === ',') return [0, 1];
  for (let distance = 0; distance <= FARTHEST; distance++) {
    for (let skipped = distance; skipped >= 0; skipped--) {
      const added = distance - skipped;
      const [from, to] = [here + skipped, there + added];
      if (!isSame(tokens[from], repaired[to])) continue;
      if (distance === 0 || isSame(tokens[from + 1], repaired[to + 1])) return [skipped, added];
    }
  }
  return [tokens.length - here, repaired.length - there];
}

const FARTHEST = 60;

function isSame(one: LooseToken | undefined, other: LooseToken | undefined): boolean {
  if (!one || !other) return one === other;
  return one.meaning === other.meaning && (one.type === 'sign') === (other.type === 'sign');
}

/** Joins JSON tokens as written, with a space after commas and colons. */
function joined(tokens: readonly LooseToken[]): string {
  return tokens.map(({ text }, index) => (/[,:]/.test(text) && index < tokens.length - 1 ? `${text} ` : text)).join('');
}

function titleOf(gone: readonly LooseToken[], come: readonly LooseToken[], next: LooseToken | undefined): string {
  const [before, after] = [gone[0], come[0]];
  if (!before)
    return come.every(({ text }) => text === ',')
      ? t`Add the missing comma`
      : t`Add the missing ${shown(joined(come))}`;
  if (!after) {
    if (gone.some(({ text }) => text !== ',')) return t`Remove ${shown(gone.map(({ text }) => text).join(' '))}`;
    return !next || /[}\]]/.test(next.text) ? TRAILING : t`Remove the comma`;
  }
  if (gone.length === 1 && come.length === 1) {
    if (isUnclosed(before)) return t`Add the missing quote`;
    if (before.type === 'word' && FOREIGN_CONSTANTS.has(before.text)) return t`Change ${before.text} to ${after.text}`;
    if (before.type === 'string' && before.text[0] !== '"') return t`Change to double quotes`;
    if (before.type === 'word' && after.type === 'string')
      return next?.text === ':' ? t`Put the key in quotes` : t`Put the text in quotes`;
  }
  return t`Change ${shown(gone.map(({ text }) => text).join(' '))} to ${shown(joined(come))}`;
}

function isUnclosed({ type, text }: LooseToken): boolean {
  return type === 'string' && (text.length === 1 || !/["'\u201d\u2019\x60]$/.test(text));
}

function shown(text: string): string {
  return truncate(text, 40, 37);
}

/** Returns whether the result is JSON, equals the library's result, and keeps all texts in order. */
function isSound(
  text: string,
  repairs: readonly JsonRepair[],
  lang: JsonLang,
  [tokens, repaired]: [readonly LooseToken[], readonly LooseToken[]],
): boolean {
  const after = applyRepairs(text, repairs);
  if (parseJson(after, lang).fault) return false;
  const written = looseTokens(after).filter(({ type }) => type !== 'comment');
  const isAsMade =
    written.length === repaired.length && written.every((one, index) => one.text === repaired[index]?.text);
  return (isAsMade || lang === 'jsonc') && hasAllTexts(tokens, repaired);
}

function hasAllTexts(tokens: readonly LooseToken[], repaired: readonly LooseToken[]): boolean {
  const all = repaired.map(({ meaning }) => meaning).join('\n');
  let from = 0;
  return tokens.every(({ type, meaning }) => {
    if (type === 'sign' || !/\w/.test(meaning)) return true;
    const at = all.indexOf(meaning, from);
    from = at;
    return at >= 0;
  });
}

/** A token of text meant to be JSON: a bracket, a comma, a string in any quotes, a word, a comment. */
interface LooseToken extends Span {
  type: 'sign' | 'string' | 'word' | 'comment';
  text: string;
  /** The meaning in any notation: the same for `'a'`, `"a"` and a bare `a`. */
  meaning: string;
}

/** How far an unclosed string extends: to the end of its line, or of the text. */
type StringReach = 'line' | 'text';

/** Splits text meant to be JSON into tokens, without validating. Whitespace is omitted. Never throws. */
function looseTokens(text: string, reach: StringReach = 'line'): LooseToken[] {
  const tokens: LooseToken[] = [];
  for (const { 0: found, index, groups } of text.matchAll(TOKEN[reach])) {
    const type = (Object.keys(groups ?? {}).find(name => groups?.[name] !== undefined) ?? 'word') as LooseToken['type'];
    tokens.push({ type, text: found, start: index, end: index + found.length, meaning: meaningOf(type, found) });
  }
  return tokens;
}

// The pattern never backtracks: the text may be long, and hostile.
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
const FOREIGN_CONSTANTS: ReadonlyMap<string, string> = new Map([
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
