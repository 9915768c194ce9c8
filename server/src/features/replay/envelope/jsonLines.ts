import { truncate } from '../../../shared/truncate';
import { findLastAtOrBefore } from '../../../text/findLastAtOrBefore';
import { COLON, COMMA, endOfToken, isClosing, isOpening, SLASH, skipWhitespace } from '../../../text/json/jsonScanner';

/** A text split into lines, each created on demand. */
export interface TextLines {
  count: number;
  /** The text has more lines than `count`. */
  isCut: boolean;
  /** @param most the maximum number of characters; a longer line ends with `…` */
  line(index: number, most: number): string;
  /** Converts an offset in the text to a position in the lines. */
  placeOf(offset: number): { line: number; character: number };
}

/**
 * Formats JSON with one value per line, indented by two spaces. Tokens stay as written, digit by digit. Stores only the start
 * offset and depth of each line, so that ten megabytes stay cheap.
 *
 * @param most the maximum number of lines; the rest of the text is left out
 */
export function jsonLines(text: string, most = MOST_LINES): TextLines {
  const starts: number[] = [];
  const depths: number[] = [];
  let depth = 0;
  let before = NONE;
  let at = skipWhitespace(text, 0);
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const closes = isClosing(code);
    if (closes && depth > 0) depth--;
    if (beginsLine(before, code)) {
      if (starts.length === most) break;
      starts.push(at);
      depths.push(depth);
    }
    if (isOpening(code)) depth++;
    before = code;
    at = skipWhitespace(text, endOfToken(text, at));
  }
  const end = at;
  const endOf = (index: number) => starts[index + 1] ?? end;
  return {
    count: starts.length,
    isCut: end < text.length,
    line: (index, most) => formatLine(text, starts[index] ?? text.length, endOf(index), depths[index] ?? 0, most),
    placeOf(offset) {
      const line = Math.max(
        0,
        findLastAtOrBefore(starts.length, index => starts[index] as number, offset),
      );
      return { line, character: characterOf(text, starts[line] ?? 0, offset, depths[line] ?? 0) };
    },
  };
}

/** An unformatted text in lines. */
export function plainLines(text: string, most = MOST_LINES): TextLines {
  const starts = [0];
  let last = text.length;
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
    if (starts.length === most) {
      last = index;
      break;
    }
    starts.push(index + end.length);
  }
  const endOf = (index: number) => starts[index + 1] ?? last;
  return {
    count: starts.length,
    isCut: last < text.length,
    line(index, most) {
      const start = starts[index] ?? text.length;
      return truncateLine(text.slice(start, Math.min(endOf(index), start + most + 3)).replace(/[\r\n]+$/, ''), most);
    },
    placeOf(offset) {
      const line = Math.max(
        0,
        findLastAtOrBefore(starts.length, index => starts[index] as number, offset),
      );
      return { line, character: offset - (starts[line] ?? 0) };
    },
  };
}

/** Truncates a line without splitting a surrogate pair. */
export function truncateLine(text: string, most: number): string {
  return truncate(text, most, most);
}

// A text of sixty megabytes may consist of brackets and commas only.
const MOST_LINES = 2_000_000;

const NONE = -1;

function beginsLine(before: number, code: number): boolean {
  if (before === NONE || before === COMMA || before === SLASH || code === SLASH) return true;
  if (isOpening(before)) return !isClosing(code);
  return isClosing(code);
}

function formatLine(text: string, start: number, end: number, depth: number, most: number): string {
  let line = ' '.repeat(Math.min(2 * depth, most));
  for (let at = start; at < end && line.length <= most; ) {
    const next = endOfToken(text, at);
    line += text.slice(at, Math.min(next, at + most + 1));
    if (text.charCodeAt(at) === COLON) line += ' ';
    at = skipWhitespace(text, next);
  }
  // A comment may span several lines.
  return truncateLine(line.replace(/\s*[\r\n]\s*/g, ' '), most);
}

function characterOf(text: string, start: number, offset: number, depth: number): number {
  let character = 2 * depth;
  for (let at = start; at < offset; ) {
    const next = endOfToken(text, at);
    if (next > offset) return character + offset - at;
    character += next - at + (text.charCodeAt(at) === COLON ? 1 : 0);
    at = skipWhitespace(text, next);
  }
  return character;
}
