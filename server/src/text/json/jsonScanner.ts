import type { Span } from '../../model/text';

/**
 * Token-level JSON scanning: builds no tree, uses no stack, tolerates malformed input. Comments count as whitespace. As in jsonc-parser, an
 * unclosed string ends with its line, so that a missing quote affects no further line.
 */

/**
 * Returns the offset after the token that begins at an offset: a string, bracket, comma, comment, word or number. Always greater than the
 * offset.
 */
export function endOfToken(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === QUOTE) return endOfString(text, at);
  if (code === SLASH) return endOfComment(text, at) ?? at + 1;
  if (isMark(code)) return at + 1;
  let end = at + 1;
  for (; end < text.length; end++) {
    const next = text.charCodeAt(end);
    if (next <= SPACE || next === QUOTE || next === SLASH || isMark(next)) break;
  }
  return end;
}

/**
 * Returns the offset after the value that begins at an offset: after the closing bracket of a list or an object, or the text's end if the
 * bracket is unclosed.
 */
export function endOfValue(text: string, at: number): number {
  if (!isOpening(text.charCodeAt(at))) return endOfToken(text, at);
  let depth = 0;
  for (let bracket = at; bracket < text.length; bracket = nextBracket(text, bracket + 1)) {
    if (isOpening(text.charCodeAt(bracket))) depth++;
    else if (--depth === 0) return bracket + 1;
  }
  return text.length;
}

/** Returns the offset of the next bracket outside strings and comments; the text's length if there is none. */
export function nextBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (code === SLASH) at = (endOfComment(text, at) ?? at + 1) - 1;
    else if (isOpening(code) || isClosing(code)) return at;
  }
  return text.length;
}

/** Returns the first offset at or after `from` that is not whitespace. */
export function skipWhitespace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Returns the first offset at or after `from` that is neither whitespace nor comment. */
export function skipTrivia(text: string, from: number): number {
  let at = skipWhitespace(text, from);
  for (let end = endOfComment(text, at); end !== undefined; end = endOfComment(text, at))
    at = skipWhitespace(text, end);
  return at;
}

export function isOpening(code: number): boolean {
  return code === OPEN_BRACE || code === OPEN_BRACKET;
}

export function isClosing(code: number): boolean {
  return code === CLOSE_BRACE || code === CLOSE_BRACKET;
}

export const SPACE = 32;
export const QUOTE = 34;
export const COMMA = 44;
export const SLASH = 47;
export const COLON = 58;
export const OPEN_BRACKET = 91;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
const NEWLINE = 10;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const STAR = 42;
const MARK = 0xfeff;

function isMark(code: number): boolean {
  return code === COMMA || code === COLON || isOpening(code) || isClosing(code);
}

function isBlank(code: number): boolean {
  return code <= SPACE || code === MARK;
}

/** Returns the offset after the string that begins at an offset: after its closing quote, or the end of its line where it is unclosed. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; ) {
    const near = Math.min(at + NEAR, text.length);
    for (; at < near; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at + 1;
      if (code === NEWLINE) return at;
      if (code === BACKSLASH) at++;
    }
    // A search skips a string of ten megabytes at once. The line's end is searched within the string only: in a text of a
    // single line, each of very many strings would search to the end of the text.
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    const newline = text.slice(at, end).indexOf('\n');
    at = newline < 0 ? end : at + newline;
    if (isEscaped(text, at)) at++;
  }
  return text.length;
}

/** In characters: a search costs as much as checking about so many one by one. */
const NEAR = 24;

/** Returns whether the string between two offsets has a closing quote. */
export function isClosedString(text: string, { start, end }: Span): boolean {
  return end - start > 1 && text.charCodeAt(end - 1) === QUOTE && !isEscaped(text, end - 1);
}

/** Returns whether a text ends inside a string that is not closed. */
export function endsInString(text: string): boolean {
  for (let start = skipTrivia(text, 0); start < text.length; ) {
    const end = endOfToken(text, start);
    if (end === text.length) return text.charCodeAt(start) === QUOTE && !isClosedString(text, { start, end });
    start = skipTrivia(text, end);
  }
  return false;
}

function isEscaped(text: string, at: number): boolean {
  let escapes = 0;
  while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
  return escapes % 2 === 1;
}

function endOfComment(text: string, at: number): number | undefined {
  if (text.charCodeAt(at) !== SLASH) return undefined;
  const second = text.charCodeAt(at + 1);
  if (second !== SLASH && second !== STAR) return undefined;
  const end = second === SLASH ? text.indexOf('\n', at) : text.indexOf('*/', at + 2);
  if (end < 0) return text.length;
  return second === SLASH ? end : end + 2;
}

/** The objects in an array, as far as they were scanned. */
export interface ArrayObjects {
  spans: Span[];
  /** The offset of the closing bracket; undefined if the array is unclosed, or was not scanned to its end. */
  close?: number;
}

/**
 * Returns the spans of the objects in an array. Only scans brackets: builds no tree, and a broken object does not hide the rest.
 *
 * @param from the array's opening bracket, or the start of one of its objects
 * @param isKnown ends the scan at the start of an object
 */
export function arrayObjects(
  text: string,
  from: number,
  isKnown: (start: number) => boolean = () => false,
): ArrayObjects {
  const spans: Span[] = [];
  const open: number[] = text.charCodeAt(from) === OPEN_BRACKET ? [] : [OPEN_BRACKET];
  let start = -1;
  const closeObject = (at: number) => {
    if (open.length === 1 && start >= 0) {
      spans.push({ start, end: at });
      start = -1;
    }
  };
  for (let i = from; i < text.length; i = nextBracket(text, i + 1)) {
    const code = text.charCodeAt(i);
    switch (code) {
      case OPEN_BRACE:
        // An object directly inside an object, without a colon before it: the previous element is unclosed, and the
        // next one begins here.
        if (open.at(-1) === OPEN_BRACE && !isAfterColon(text, i)) {
          open.length = 1;
          closeObject(endOfUnclosed(text, i));
        }
        if (open.length === 1) {
          if (isKnown(i)) return { spans };
          start = i;
        }
        open.push(code);
        break;
      case OPEN_BRACKET:
        open.push(code);
        break;
      case CLOSE_BRACE:
        if (open.length > 1) {
          open.length = Math.max(1, open.lastIndexOf(OPEN_BRACE));
          closeObject(i + 1);
        }
        break;
      default: {
        const closed = open.lastIndexOf(OPEN_BRACKET);
        if (closed === 0) {
          open.length = 1;
          closeObject(endOfUnclosed(text, i));
          return { spans, close: i };
        }
        open.length = closed;
        closeObject(i + 1);
      }
    }
  }
  open.length = 1;
  closeObject(text.trimEnd().length);
  return { spans };
}

/**
 * Returns the spans of the objects in a root array, or of several objects in a row, each beginning a line, as programs print them. Empty
 * for any other text.
 */
export function rootObjects(text: string): Span[] {
  const begin = skipTrivia(text, 0);
  // A second byte order mark is a syntax error of the file, which parts for the elements would hide.
  if (text.startsWith('\uFEFF')) return [];
  if (text.charCodeAt(begin) === OPEN_BRACKET) return arrayObjects(text, begin).spans;
  return text.charCodeAt(begin) === OPEN_BRACE && BEHIND.test(text) ? objectsBehind(text, begin) : [];
}

const BEHIND = /\}\s*[\n\r]\{/;

function objectsBehind(text: string, begin: number): Span[] {
  const spans: Span[] = [];
  for (let start = begin; start < text.length; ) {
    const isInPlace = spans.length === 0 || /[\n\r]/.test(text.charAt(start - 1));
    if (text.charCodeAt(start) !== OPEN_BRACE || !isInPlace) return [];
    const end = endOfValue(text, start);
    spans.push({ start, end: end === text.length ? text.trimEnd().length : end });
    start = skipWhitespace(text, end);
  }
  return spans.length > 1 ? spans : [];
}

/** Returns whether a text may have several objects in a row: an object begins a line after the end of another. */
export function mayHaveObjectsBehind(lines: readonly string[]): boolean {
  let last = '';
  for (const line of lines) {
    if (line.startsWith('{') && last.trimEnd().endsWith('}')) return true;
    if (line.trim() !== '') last = line;
  }
  return false;
}

function isAfterColon(text: string, at: number): boolean {
  return /:\s*$/.test(text.slice(Math.max(0, at - 200), at));
}

// The end of an unclosed element: before the comma, if there is one.
function endOfUnclosed(text: string, at: number): number {
  const before = text.slice(0, at).trimEnd();
  return before.endsWith(',') ? before.length - 1 : before.length;
}

/**
 * Compacts JSON to one line: removes whitespace between tokens and leaves the tokens unchanged, numbers with all their
 * digits. Undefined for invalid JSON.
 */
export function compactJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens: string[] = [];
  for (let at = skipWhitespace(text, 0); at < text.length; ) {
    const end = endOfToken(text, at);
    tokens.push(text.slice(at, end));
    at = skipWhitespace(text, end);
  }
  return tokens.join('');
}
