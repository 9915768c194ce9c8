import type { Span } from '../../model/text';
import {
  CLOSE_BRACE,
  endOfValue,
  nextBracket,
  OPEN_BRACE,
  OPEN_BRACKET,
  skipTrivia,
  skipWhitespace,
} from './jsonScanner';

/** The objects in an array, as far as they were scanned. */
export interface ArrayObjects {
  spans: Span[];
  /** The offset of the closing bracket; undefined if the array is unclosed, or was not scanned to its end. */
  close?: number;
}

/**
 * The spans of the objects in an array. Only scans brackets: builds no tree, and a broken object does not hide the rest.
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
 * The spans of the objects in a root array, or of several objects one behind another, each from the beginning of a line, as programs print
 * them. Empty for any other text.
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

/** Whether a text may have several objects one behind another: one begins a line behind the end of one. */
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
