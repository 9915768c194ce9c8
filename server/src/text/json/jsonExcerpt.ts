import type { Span } from '../../model/text';
import { elementAt, type LargeArray } from './largeArrays';
import { type LargeJson, replaceAt } from './largeJson';

/**
 * A JSON text with some elements of one large array, and one of each other large array, since a list may have to have one.
 * What holds for an element there holds for it in the whole text, but for its index.
 */
export interface Excerpt {
  text: string;
  value: Record<string, unknown>;
  /** Its elements, in order. */
  pieces: readonly Piece[];
  /** What it is made of, in order: each span of the whole text, and where it is in the excerpt. */
  copies: readonly { from: Span; at: number }[];
}

/** An element in an excerpt. Offsets are those of the excerpt's text. */
export interface Piece {
  /** The index of its array among the large arrays. */
  array: number;
  /** Its index in the excerpt's array. */
  at: number;
  start: number;
  end: number;
}

/** The excerpt with elements of one array, by index. */
export function excerptOf(
  { slice, arrays, shell, elements }: LargeJson,
  array: number,
  { from, to }: { from: number; to: number },
): Excerpt {
  const pieces: Piece[] = [];
  const copies: { from: Span; at: number }[] = [];
  let text = '';
  let value: unknown = shell.value;
  // In the whole text, and in that of the shell.
  let whole = 0;
  let bare = 0;
  const copyShell = (length: number) => {
    copies.push({ from: { start: whole, end: whole + length }, at: text.length });
    text += shell.text.slice(bare, bare + length);
    bare += length;
  };
  for (const [other, { path, open, close, starts, ends }] of arrays.entries()) {
    copyShell(open + 1 - whole);
    const [first, end] = other === array ? [from, to] : [0, 1];
    // All at once: finding the lines of an offset would take longer than copying the elements.
    const runStart = starts[first] as number;
    const run = slice({ start: runStart, end: ends[end - 1] as number });
    for (let index = first; index < end; index++) {
      // Blanks keep the end of one copy apart from the start of the next.
      text += index > first ? ' , ' : ' ';
      const span = { start: starts[index] as number, end: ends[index] as number };
      copies.push({ from: span, at: text.length });
      pieces.push({ array: other, at: index - first, start: text.length, end: text.length + span.end - span.start });
      text += run.slice(span.start - runStart, span.end - runStart);
    }
    text += ' ';
    value = replaceAt(value, path, elements[other]?.slice(first, end));
    whole = close;
  }
  copyShell(shell.text.length - bare);
  return { text, value: value as Record<string, unknown>, pieces, copies };
}

/** The offset in the text without elements of one in an excerpt. */
export function shellOffset({ copies, pieces }: Excerpt, offset: number): number {
  let bare = 0;
  for (const { from, at } of copies) {
    if (pieces.some(({ start }) => start === at)) continue;
    const length = from.end - from.start;
    if (offset <= at + length) return bare + Math.max(0, offset - at);
    bare += length;
  }
  return bare;
}

/** The excerpt around an offset of the whole text; undefined between the elements of a large array. */
export function excerptAround(json: LargeJson, offset: number): { excerpt: Excerpt; offset: number } | undefined {
  const { arrays } = json;
  const array = arrays.findIndex(({ open, close }) => open < offset && offset <= close);
  const index = array < 0 ? 0 : elementAt(arrays[array] as LargeArray, offset);
  if (index === undefined) return undefined;
  const excerpt = excerptOf(json, Math.max(0, array), { from: index, to: index + 1 });
  const copy = excerpt.copies.find(({ from }) =>
    array < 0 ? from.start <= offset && offset <= from.end : from.start < offset && offset < from.end,
  );
  return copy && { excerpt, offset: copy.at + offset - copy.from.start };
}
