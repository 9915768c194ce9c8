import type { Span } from '../../model/text';
import { CLOSE_BRACE, nextBracket, OPEN_BRACE, OPEN_BRACKET, skipTrivia } from './jsonScanner';

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

/** The spans of the objects in a root array. Empty if the root is not an array. */
export function rootArrayObjects(text: string): Span[] {
  const begin = skipTrivia(text, 0);
  // A second byte order mark is a syntax error of the file, which parts for the elements would hide.
  if (text.charCodeAt(begin) !== OPEN_BRACKET || text.startsWith('\uFEFF')) return [];
  return arrayObjects(text, begin).spans;
}

function isAfterColon(text: string, at: number): boolean {
  return /:\s*$/.test(text.slice(Math.max(0, at - 200), at));
}

// The end of an unclosed element: before the comma, if there is one.
function endOfUnclosed(text: string, at: number): number {
  const before = text.slice(0, at).trimEnd();
  return before.endsWith(',') ? before.length - 1 : before.length;
}
