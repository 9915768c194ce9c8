import type { Path } from '../../model/text';
import { isObject } from '../jsonPointer';
import { endOfString } from './jsonScanner';
import { isJson, type JsonNode, jsonTree } from './parseJson';

/**
 * Parsed JSON that remembers how its values were written. When it is written again after a change, each number keeps its digits, and each list or
 * object that was on one line stays on one line.
 */
export interface LosslessJson {
  value: unknown;
  /** The written text of each list and object on one line: it is written unchanged. */
  inline: WeakMap<object, string>;
}

/**
 * Parses JSON, also with comments, so that `stringifyLossless` preserves each digit: numbers that would change are
 * represented as marked strings. Undefined for invalid JSON.
 *
 * @param inline collects inline texts across several parses whose values are combined
 */
export function parseLossless(text: string, inline: LosslessJson['inline'] = new WeakMap()): LosslessJson | undefined {
  const root = jsonTree(text);
  if (!root) return undefined;
  // A text that contains the mark itself is parsed without marking.
  const marks = !text.includes(MARK);
  const read = (node: JsonNode): unknown => {
    const json = text.slice(node.offset, node.offset + node.length);
    if (node.type === 'number' && marks && String(node.value) !== json) return MARK + json + MARK;
    if (node.type !== 'array' && node.type !== 'object') return node.value;
    const value: object = node.type === 'array' ? (node.children ?? []).map(read) : {};
    for (const { children: [key, member] = [] } of node.type === 'object' ? (node.children ?? []) : []) {
      if (!key || !member) continue;
      // Makes keys such as `__proto__` ordinary properties.
      Object.defineProperty(value, key.value, { value: read(member), ...PLAIN });
    }
    if (!json.includes('\n') && isJson(json)) inline.set(value, json);
    return value;
  };
  return { value: read(root), inline };
}

const PLAIN = { enumerable: true, configurable: true, writable: true };
const MARK = '\uE000';

/** The layout of JSON: on several lines, with a unit for each level and an indent before all; or on one line. */
export type JsonLayout = { unit: string; indent: string } | 'spaced' | 'compact';

/** Serializes a value as JSON, with the original digits and line layout of its pieces. */
export function stringifyLossless(value: unknown, layout: JsonLayout, inline: LosslessJson['inline']): string {
  if (typeof value !== 'object' || value === null) return unmarkNumbers(JSON.stringify(value) ?? 'null');
  const json = inline.get(value);
  if (json !== undefined) return json;
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const inner = typeof layout === 'string' ? layout : { ...layout, indent: layout.indent + layout.unit };
  const colon = layout === 'compact' ? ':' : ': ';
  const members = isList
    ? value.map(one => stringifyLossless(one, inner, inline))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => JSON.stringify(key) + colon + stringifyLossless(one, inner, inline));
  if (members.length === 0) return `${open}${close}`;
  if (typeof inner === 'string') return open + members.join(inner === 'compact' ? ',' : ', ') + close;
  const outer = typeof layout === 'string' ? '' : layout.indent;
  return `${open}\n${inner.indent}${members.join(`,\n${inner.indent}`)}\n${outer}${close}`;
}

/** Returns a value as text for people: strings unquoted, other values as JSON on one line. */
export function displayJson(value: unknown): string {
  if (typeof value === 'string') return unmarkNumbers(value);
  return (JSON.stringify(value) ?? '').replace(/"\uE000([^\uE000"]*)\uE000"/g, '$1');
}

/** Replaces marked numbers in a text by their digits. A JSON string that is only a marked number becomes the number. */
export function unmarkNumbers(text: string): string {
  if (!text.includes(MARK)) return text;
  const [, number] = /^"\uE000([^\uE000"]*)\uE000"$/.exec(text) ?? [];
  return number ?? text.replace(/\uE000(-?\d[\d.eE+-]*)\uE000/g, '$1');
}

/**
 * Parses JSON like `JSON.parse`, but keeps every digit: an integer beyond the safe range, such as an id of 64 or 128 bits or a
 * time in nanoseconds, becomes a string of its digits. So does a number beyond the range of doubles, `1e400`. Throws the errors
 * of `JSON.parse`.
 */
export function parseJsonBigInts(text: string): unknown {
  // Parses first, since added quotes could make invalid text valid: a long number as a key, say.
  const value: unknown = JSON.parse(text);
  const first = nextLongInteger(text, 0);
  const whole = first ? withQuotedIntegers(text, first) : text;
  const quoted = HUGE.test(whole) ? withQuotedHuge(whole) : whole;
  return quoted === text ? value : JSON.parse(quoted);
}

/**
 * Replaces the integers of a parsed value that were rounded by bigints with all their digits.
 *
 * @param writtenAt returns the text of the number at a path
 */
export function withBigInts(value: unknown, writtenAt: WrittenAt, path: Path = []): unknown {
  if (typeof value === 'number') {
    const digits = isRounded(value) ? writtenAt(path) : undefined;
    return digits !== undefined && /^-?\d+$/.test(digits) ? BigInt(digits) : value;
  }
  if (typeof value !== 'object' || value === null || path.length > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item, index) => withBigInts(item, writtenAt, [...path, index]));
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([key, member]) => [key, withBigInts(member, writtenAt, [...path, key])]));
}

/** Returns the text of the number at a path: a double has fewer digits than a text can have. */
export type WrittenAt = (path: Path) => string | undefined;

/** Returns whether a parsed value contains an integer that may have been rounded. Does not look at values nested too deeply for the stack. */
export function holdsRounded(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return isRounded(value);
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false;
  return Object.values(value).some(member => holdsRounded(member, depth + 1));
}

function isRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Returns whether a text has an integer that `JSON.parse` may round; it may be inside a string. */
export function mayRound(text: string): boolean {
  return nextLongInteger(text, 0) !== undefined;
}

/** Whether there may be a number with an exponent of three digits; it may be inside a string. */
const HUGE = /(?:^|[:,[\s])-?\d[\d.]*[eE]\+?\d\d\d/;
/** Older browsers have no look-behind, so numbers without an exponent are matched, too. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

function withQuotedHuge(text: string): string {
  return text.replace(STRING_OR_NUMBER, found =>
    found.startsWith('"') || Number.isFinite(Number(found)) ? found : `"${found}"`,
  );
}

interface Digits {
  /** The offset of the minus sign, if there is one. */
  start: number;
  end: number;
}

// Integers with fewer digits are always safe.
const LONG = 16;
const HALF = LONG / 2;

/** Returns the next long integer; it may be inside a string. */
function nextLongInteger(text: string, from: number): Digits | undefined {
  // A run of this many digits contains a multiple of the length, so only those offsets are checked.
  for (let i = from + LONG - 1; i < text.length; i += LONG) {
    if (!isDigit(text.charCodeAt(i))) continue;
    // One half of the run around the offset is complete: this quickly skips the digits of a date.
    if (!isDigit(text.charCodeAt(i - HALF)) && !isDigit(text.charCodeAt(i + HALF))) continue;
    const first = startOfDigits(text, i);
    const end = endOfDigits(text, i);
    const start = text.charCodeAt(first - 1) === MINUS ? first - 1 : first;
    if (end - first >= LONG && mayBegin(text.charCodeAt(start - 1)) && mayEnd(text.charCodeAt(end)))
      return { start, end };
    i = end - 1;
  }
  return undefined;
}

const MINUS = 45;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function startOfDigits(text: string, from: number): number {
  let start = from;
  while (isDigit(text.charCodeAt(start - 1))) start--;
  return start;
}

function endOfDigits(text: string, from: number): number {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

// A number follows a bracket, a colon, a comma, whitespace or nothing; no quote, point or exponent letter.
function mayBegin(code: number): boolean {
  return code === 91 || code === 58 || code === 44 || code <= 32 || Number.isNaN(code);
}

function mayEnd(code: number): boolean {
  return code === 44 || code === 93 || code === 125 || code <= 32 || Number.isNaN(code);
}

// For valid JSON only.
function withQuotedIntegers(text: string, first: Digits): string {
  let result = '';
  let copied = 0;
  // The string that contains the digits or follows them.
  let open = nextQuote(text, 0);
  let close = endOfString(text, open);
  for (let next: Digits | undefined = first; next; next = nextLongInteger(text, next.end)) {
    const { start, end } = next;
    while (close <= start) {
      open = nextQuote(text, close);
      close = endOfString(text, open);
    }
    const digits = text.slice(start, end);
    if (open < start || Number.isSafeInteger(Number(digits))) continue;
    result += `${text.slice(copied, start)}"${digits}"`;
    copied = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

function nextQuote(text: string, from: number): number {
  const quote = text.indexOf('"', from);
  return quote < 0 ? text.length : quote;
}

/**
 * Like `parseJsonBigInts`, but finds every number beyond the range of doubles, however it is written. For displayed values
 * only: this would be too slow for each line of a log.
 */
export function parseJsonDigits(text: string): unknown {
  const value = parseJsonBigInts(text);
  if (!BEYOND.test(text)) return value;
  const numbers = infiniteNumbers(jsonTree(text));
  if (numbers.length === 0) return value;
  let quoted = '';
  let copied = 0;
  for (const { offset, length } of numbers) {
    quoted += `${text.slice(copied, offset)}"${text.slice(offset, offset + length)}"`;
    copied = offset + length;
  }
  return parseJsonBigInts(quoted + text.slice(copied));
}

const BEYOND = /\de\+?\d{3}/i;

function infiniteNumbers(root: JsonNode | undefined): JsonNode[] {
  const found: JsonNode[] = [];
  const waiting = root ? [root] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'number' && !Number.isFinite(node.value)) found.push(node);
    for (const child of node.children ?? []) waiting.push(child);
  }
  return found.sort((one, other) => one.offset - other.offset);
}

/** Returns the object or list whose JSON a string contains, with all digits of its numbers; undefined for any other value. */
export function embeddedJson(value: unknown): object | undefined {
  if (typeof value !== 'string' || !mayBeJson(value)) return undefined;
  try {
    return parseJsonDigits(value) as object;
  } catch {
    return undefined;
  }
}

/** Returns whether a text begins as an object or a list does. */
export function mayBeJson(text: string): boolean {
  return /^\s{0,100}[[{]/.test(text);
}

/**
 * Like `JSON.stringify`, for plain values of any depth: values nested too deeply for the stack become "…".
 *
 * @param indent blanks per level
 */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? '';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify(cutBelow(value, DEEPEST), null, indent) ?? '';
  }
}

const DEEPEST = 500;

function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) return value.map(item => cutBelow(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cutBelow(member, levels - 1)]));
}

/**
 * Serializes a value as JSON with its keys in one order, so that equal values are equal texts. Values nested too deeply for the stack
 * become "…".
 */
export function sortedJson(value: unknown): string {
  return JSON.stringify(cutBelow(value, DEEPEST), (_, one: unknown) => {
    if (typeof one === 'bigint') return { bigint: String(one) };
    return isObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one;
  });
}
