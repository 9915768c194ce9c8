import type { Span } from '../../../model/text';
import { UNPRINTABLE } from '../../../shared/unprintable';

/** Some text around words, on one line, and the words in it. */
export interface Snippet {
  text: string;
  marks: [start: number, end: number][];
}

/**
 * One line of a text around the first of some places in it. Blanks become a space, and control characters, invisible ones and those that
 * change the direction of text are left out.
 *
 * @param places in order; may overlap
 */
export function snippet(text: string, places: readonly Span[]): Snippet {
  const first = places[0]?.start ?? 0;
  const start = wholeCharacter(text, Math.max(0, first - BEFORE));
  const end = wholeCharacter(text, Math.min(text.length, start + LONGEST - 2));
  let line = start > 0 ? '…' : '';
  const marks: Snippet['marks'] = [];
  let at = start;
  const add = (to: number): void => {
    const piece = text.slice(at, to).replace(UNPRINTABLE, ' ');
    const isDouble = piece.startsWith(' ') && (line === '' || line.endsWith(' ') || line === '…');
    line += isDouble ? piece.slice(1) : piece;
    at = to;
  };
  for (const place of places) {
    const from = Math.max(at, place.start);
    const to = Math.min(end, place.end);
    if (to <= from) continue;
    add(from);
    const begin = line.length;
    add(to);
    if (line.length > begin) marks.push([begin, line.length]);
  }
  add(end);
  line = line.trimEnd();
  return { text: end < text.length ? `${line}…` : line, marks };
}

/** UTF-16 units. */
export const LONGEST = 160;
const BEFORE = 50;

/** An offset that doesn't split a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  const isSplit = (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
  return isSplit ? offset - 1 : offset;
}
