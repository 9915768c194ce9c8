import type { Path, Span, TextEdit } from '../../model/text';
import { partitionPoint } from '../../shared/arrays';
import type { WorkInSteps } from '../../shared/workInSteps';
import {
  type ArrayObjects,
  arrayObjects,
  COLON,
  COMMA,
  endOfToken,
  endOfValue,
  isClosedString,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './jsonScanner';

/** An array with many objects in a JSON text: its path, and the offsets of its brackets and elements. */
export interface LargeArray {
  path: Path;
  /** The opening bracket. */
  open: number;
  /** The closing bracket. */
  close: number;
  /** The start of each element. */
  starts: Int32Array;
  /** The offset after each element. */
  ends: Int32Array;
}

/** Returns a piece of a text. The whole text need not exist as one string. */
export type Slice = (span: Span) => string;

/** In characters. A shorter text is read as a whole in about a millisecond. */
export const LARGE_TEXT = 65_536;
/** An array of fewer elements is not worth the bookkeeping. */
const MANY = 64;
const DEEPEST = 10;

/**
 * Returns the arrays of many objects in a JSON text, in text order, not nested in each other. Only scans brackets and keys. Empty for a
 * short text, or if the text around the elements is not plain JSON.
 */
export function* largeArrays(text: string): WorkInSteps<readonly LargeArray[]> {
  if (text.length < LARGE_TEXT) return [];
  const found: LargeArray[] = [];
  const start = skipBlanks(text, 0);
  if (text.charCodeAt(start) !== OPEN_BRACE) return [];
  const end = yield* scanObject(text, start, [], found);
  return end !== undefined && skipBlanks(text, end) === text.length ? found : [];
}

/** Returns a root array, by the spans of its objects; undefined if anything but blanks and single commas is around them. */
export function plainRootArray(text: string, spans: readonly Span[]): LargeArray | undefined {
  const open = skipBlanks(text, 0);
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last || text.charCodeAt(open) !== OPEN_BRACKET || skipBlanks(text, open + 1) !== first.start)
    return undefined;
  const close = skipBlanks(text, last.end);
  if (text[close] !== ']' || skipBlanks(text, close + 1) !== text.length || !areSeparated(text, spans))
    return undefined;
  return { path: [], open, close, ...offsetsOf(spans) };
}

/**
 * Returns the arrays after an edit, equal to those of a new scan. Scans only the elements that the edit touched. Undefined if the edit
 * touched text outside of the elements.
 */
export function editedArrays(
  arrays: readonly LargeArray[],
  slice: Slice,
  edit: TextEdit,
): { arrays: LargeArray[]; edited: EditedElements } | undefined {
  const index = arrays.findIndex(
    ({ starts, ends }) => (starts[0] as number) < edit.start && edit.endBefore < (ends.at(-1) as number),
  );
  const array = arrays[index];
  const elements = array && scanEdited(array, slice, edit);
  if (!array || !elements) return undefined;
  const { first, endBefore, spans } = elements;
  if (array.path.length > 0 && array.starts.length - (endBefore - first) + spans.length < MANY) return undefined;
  const moved = edit.end - edit.endBefore;
  const after = arrays.map((one, at) => {
    if (at < index) return one;
    if (at > index) return movedArray(one, moved);
    return {
      ...one,
      close: one.close + moved,
      starts: spliced(
        one.starts,
        { first, endBefore, moved },
        spans.map(({ start }) => start),
      ),
      ends: spliced(
        one.ends,
        { first, endBefore, moved },
        spans.map(({ end }) => end),
      ),
    };
  });
  return { arrays: after, edited: { array: index, first, endBefore, end: first + spans.length } };
}

/** Replaced elements of one array: `first` to `endBefore` became `first` to `end`. */
export interface EditedElements {
  array: number;
  first: number;
  endBefore: number;
  end: number;
}

/** Returns the index of the element that contains or touches an offset; undefined between elements. */
export function elementAt({ starts, ends }: LargeArray, offset: number): number | undefined {
  const index = partitionPoint(ends.length, at => (ends[at] as number) < offset);
  return index < starts.length && (starts[index] as number) <= offset ? index : undefined;
}

/** Returns a text in which the large arrays are empty. */
export function shellText(text: string, arrays: readonly LargeArray[]): string {
  let shell = '';
  let at = 0;
  for (const { open, close } of arrays) {
    shell += text.slice(at, open + 1);
    at = close;
  }
  return shell + text.slice(at);
}

/** Returns a function from offsets of the shell text to offsets of the whole text. */
export function shellToText(arrays: readonly LargeArray[]): (offset: number) => number {
  let by = 0;
  const moves = arrays.map(({ open, close }) => {
    const after = open - by;
    by += close - open - 1;
    return { after, by };
  });
  return offset => offset + (moves.findLast(({ after }) => offset > after)?.by ?? 0);
}

function movedArray({ path, open, close, starts, ends }: LargeArray, moved: number): LargeArray {
  const shift = (offset: number) => offset + moved;
  return { path, open: open + moved, close: close + moved, starts: starts.map(shift), ends: ends.map(shift) };
}

function spliced(
  offsets: Int32Array,
  { first, endBefore, moved }: { first: number; endBefore: number; moved: number },
  inserted: readonly number[],
): Int32Array {
  const result = new Int32Array(first + inserted.length + offsets.length - endBefore);
  result.set(offsets.subarray(0, first));
  result.set(inserted, first);
  const end = first + inserted.length;
  result.set(offsets.subarray(endBefore), end);
  for (let at = end; at < result.length; at++) result[at] = (result[at] as number) + moved;
  return result;
}

/** The number of unchanged elements to scan after an edit, since a missing quote may reach into the next element. */
const RESERVE = 8;

/** Scans from the first touched element of an edit to the start of an untouched one. */
function scanEdited({ starts, ends, close }: LargeArray, slice: Slice, { start, endBefore, end }: TextEdit) {
  const moved = end - endBefore;
  // An element that ends where the edit begins may continue in it.
  const first = partitionPoint(ends.length, at => (ends[at] as number) < start);
  const from = starts[first] as number;
  if (from >= start) return undefined;
  let next = partitionPoint(starts.length, at => (starts[at] as number) <= endBefore);
  const reserve = next + RESERVE;
  const until = (reserve < starts.length ? (starts[reserve] as number) : close) + moved + 1;
  const text = slice({ start: from, end: until });
  let follower: number | undefined;
  const isKnown = (offset: number) => {
    while (next < starts.length && (starts[next] as number) + moved < offset + from) next++;
    if (next === starts.length || (starts[next] as number) + moved !== offset + from) return false;
    follower = offset;
    return true;
  };
  const { spans, close: closed } = arrayObjects(text, 0, isKnown);
  if (follower === undefined) {
    if (closed !== close + moved - from) return undefined;
    next = starts.length;
  }
  if (spans.length === 0 || !areSeparated(text, spans, follower)) return undefined;
  if (follower === undefined && skipBlanks(text, (spans.at(-1) as Span).end) !== closed) return undefined;
  const inText = spans.map(span => ({ start: span.start + from, end: span.end + from }));
  return { first, endBefore: next, spans: inText };
}

/** Returns the offset after the object; undefined if it is not plain JSON. */
function* scanObject(text: string, open: number, path: Path, found: LargeArray[]): WorkInSteps<number | undefined> {
  const keys = new Set<string>();
  let at = skipBlanks(text, open + 1);
  if (text[at] === '}') return at + 1;
  for (;;) {
    if (text.charCodeAt(at) !== QUOTE) return undefined;
    const end = endOfToken(text, at);
    const key = keyIn(text, { start: at, end });
    at = skipBlanks(text, end);
    if (key === undefined || keys.has(key) || text.charCodeAt(at) !== COLON) return undefined;
    keys.add(key);
    const after = yield* scanValue(text, skipBlanks(text, at + 1), [...path, key], found);
    if (after === undefined) return undefined;
    at = skipBlanks(text, after);
    if (text[at] === '}') return at + 1;
    if (text.charCodeAt(at) !== COMMA) return undefined;
    at = skipBlanks(text, at + 1);
  }
}

function keyIn(text: string, span: Span): string | undefined {
  if (!isClosedString(text, span)) return undefined;
  try {
    return JSON.parse(text.slice(span.start, span.end));
  } catch {
    return undefined;
  }
}

function* scanValue(text: string, at: number, path: Path, found: LargeArray[]): WorkInSteps<number | undefined> {
  if (at >= text.length) return undefined;
  const code = text.charCodeAt(at);
  if (path.length > DEEPEST) return endOfValue(text, at);
  if (code === OPEN_BRACE) return yield* scanObject(text, at, path, found);
  return code === OPEN_BRACKET ? yield* scanArray(text, at, path, found) : endOfToken(text, at);
}

function* scanArray(text: string, open: number, path: Path, found: LargeArray[]): WorkInSteps<number | undefined> {
  const { spans, close } = yield* arrayObjectsInSteps(text, open);
  if (close === undefined) return undefined;
  const [first] = spans;
  const isPlain =
    first !== undefined &&
    skipBlanks(text, open + 1) === first.start &&
    areSeparated(text, spans) &&
    skipBlanks(text, (spans.at(-1) as Span).end) === close;
  if (isPlain && spans.length >= MANY) {
    found.push({ path, open, close, ...offsetsOf(spans) });
  } else if (isPlain) {
    for (const [index, { start, end }] of spans.entries()) {
      if (end - start < LARGE_TEXT) continue;
      if ((yield* scanObject(text, start, [...path, index], found)) !== end) return undefined;
    }
  }
  return close + 1;
}

function offsetsOf(spans: readonly Span[]): Pick<LargeArray, 'starts' | 'ends'> {
  return { starts: Int32Array.from(spans, ({ start }) => start), ends: Int32Array.from(spans, ({ end }) => end) };
}

function* arrayObjectsInSteps(text: string, open: number): WorkInSteps<ArrayObjects> {
  const spans: Span[] = [];
  for (let from = open; ; ) {
    let next: number | undefined;
    const scanned = arrayObjects(text, from, start => {
      if (start < from + SCANNED_AT_ONCE) return false;
      next = start;
      return true;
    });
    for (const span of scanned.spans) spans.push(span);
    if (next === undefined) return { ...scanned, spans };
    from = next;
    yield;
  }
}

const SCANNED_AT_ONCE = 1_000_000;

/** Returns whether objects are separated by exactly one comma. */
function areSeparated(text: string, spans: readonly Span[], follower?: number): boolean {
  return spans.every(({ end }, index) => {
    const next = spans[index + 1]?.start ?? follower;
    if (next === undefined) return true;
    const comma = skipBlanks(text, end);
    return text.charCodeAt(comma) === COMMA && skipBlanks(text, comma + 1) === next;
  });
}

// Skips only the whitespace that JSON allows. The parser handles all other text.
function skipBlanks(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
  }
}
