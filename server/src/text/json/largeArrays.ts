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
  isOpening,
  nextBracket,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './jsonScanner';

/** An array with so many objects in a JSON text that an edit should not parse all of them again. */
export interface LargeArray extends ArrayPlace {
  path: Path;
}

/** The offsets of an array's brackets and elements. */
interface ArrayPlace {
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
/** The value around the arrays is copied for each of them: a text with more arrays is read like any other. */
const MOST_ARRAYS = 500;

/**
 * Returns the arrays of many objects in a JSON text, in text order, not nested in each other. Only scans brackets and keys. Empty for a
 * short text; undefined if the text around the elements is not plain JSON, or if there are only arrays with more than objects and commas.
 */
export function* largeArrays(text: string): WorkInSteps<readonly LargeArray[] | undefined> {
  if (text.length < LARGE_TEXT) return [];
  const found: FoundArrays = { plain: [], hasMixed: false };
  const start = skipBlanks(text, 0);
  if (text.charCodeAt(start) !== OPEN_BRACE) return undefined;
  const end = yield* scanObject(text, start, [], found);
  const isPlain = end !== undefined && skipBlanks(text, end) === text.length;
  if (found.plain.length > MOST_ARRAYS) return [];
  return isPlain && (found.plain.length > 0 || !found.hasMixed) ? found.plain : undefined;
}

interface FoundArrays {
  plain: LargeArray[];
  /** There is an array of many objects with anything but single commas between them. */
  hasMixed: boolean;
}

/**
 * Returns the arrays of many objects in a text that is no JSON around them, in text order, not nested in each other. Their elements may have
 * any text between them, and an array without a closing bracket ends with the text.
 */
export function* arraysInBroken(text: string): WorkInSteps<readonly ArrayPlace[]> {
  const found: ArrayPlace[] = [];
  yield* scanBroken(text, { start: 0, end: text.length }, found, 0);
  return found.length > MOST_ARRAYS ? [] : found;
}

// Each level is scanned to its end, so their number is limited.
function* scanBroken(text: string, { start, end }: Span, found: ArrayPlace[], depth: number): WorkInSteps<void> {
  for (let open = nextBracket(text, start); open < end; open = nextBracket(text, open + 1)) {
    if (text.charCodeAt(open) !== OPEN_BRACKET) continue;
    const { spans, close = text.length } = yield* arrayObjectsInSteps(text, open);
    if (spans.length >= MANY) found.push({ open, close, ...offsetsOf(spans) });
    else if (depth < DEEPEST)
      for (const span of spans)
        if (span.end - span.start >= LARGE_TEXT)
          yield* scanBroken(text, { start: span.start + 1, end: span.end }, found, depth + 1);
    open = close;
  }
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

/**
 * Returns a text without the objects of lists, where nothing but blanks and single commas is between them, and with `{}` for all others: its
 * first syntax error is that of the whole text.
 *
 * @param objects in text order
 * @param kept the index of an object that stays as it is, such as the first broken one
 * @returns `toWhole` maps an offset to the whole text
 */
export function withoutObjects(
  text: string,
  objects: readonly Span[],
  kept: number,
): { text: string; toWhole(offset: number): number } {
  let short = '';
  let at = 0;
  const copies: { at: number; from: number }[] = [];
  const copy = (end: number) => {
    copies.push({ at: short.length, from: at });
    short += text.slice(at, end);
    at = end;
  };
  for (const [index, { start, end }] of objects.entries()) {
    const isFollower = index > 0 && at === objects[index - 1]?.end && isSeparator(text, at, start);
    if (index === kept || !isFollower) {
      copy(start);
      if (index !== kept) short += '{}';
    }
    if (index !== kept) at = end;
  }
  copy(text.length);
  return {
    text: short,
    toWhole(offset) {
      const last = copies.findLast(one => one.at <= offset);
      return offset + (last ? last.from - last.at : 0);
    },
  };
}

/** Returns a text in which the large arrays are empty. */
export function shellText(text: string, arrays: readonly ArrayPlace[]): string {
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
function* scanObject(text: string, open: number, path: Path, found: FoundArrays): WorkInSteps<number | undefined> {
  const keys = new Set<string>();
  let at = skipBlanks(text, open + 1);
  if (text[at] === '}') return at + 1;
  for (;;) {
    if (keys.size % KEYS_AT_ONCE === KEYS_AT_ONCE - 1) yield;
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

const KEYS_AT_ONCE = 1000;

function keyIn(text: string, span: Span): string | undefined {
  if (!isClosedString(text, span)) return undefined;
  try {
    return JSON.parse(text.slice(span.start, span.end));
  } catch {
    return undefined;
  }
}

function* scanValue(text: string, at: number, path: Path, found: FoundArrays): WorkInSteps<number | undefined> {
  if (at >= text.length) return undefined;
  const code = text.charCodeAt(at);
  if (path.length > DEEPEST) return endOfValue(text, at);
  if (code === OPEN_BRACE) return endOfSmallObject(text, at) ?? (yield* scanObject(text, at, path, found));
  return code === OPEN_BRACKET ? yield* scanArray(text, at, path, found) : endOfToken(text, at);
}

/** Returns the offset after an object that is too short to have a large array. */
function endOfSmallObject(text: string, open: number): number | undefined {
  let depth = 0;
  const end = Math.min(text.length, open + SHORTEST_WITH_ARRAY);
  for (let at = open; at < end; at = nextBracket(text, at + 1)) {
    if (isOpening(text.charCodeAt(at))) depth++;
    else if (--depth === 0) return at + 1;
  }
  return undefined;
}

/** In characters: of an array with the fewest and smallest objects. */
const SHORTEST_WITH_ARRAY = '{},'.length * MANY;

function* scanArray(text: string, open: number, path: Path, found: FoundArrays): WorkInSteps<number | undefined> {
  const { spans, close } = yield* arrayObjectsInSteps(text, open);
  if (close === undefined) return undefined;
  const [first] = spans;
  const isPlain =
    first !== undefined &&
    skipBlanks(text, open + 1) === first.start &&
    areSeparated(text, spans) &&
    skipBlanks(text, (spans.at(-1) as Span).end) === close;
  if (isPlain && spans.length >= MANY) {
    found.plain.push({ path, open, close, ...offsetsOf(spans) });
  } else if (isPlain) {
    for (const [index, { start, end }] of spans.entries()) {
      if (end - start < LARGE_TEXT) continue;
      if ((yield* scanObject(text, start, [...path, index], found)) !== end) return undefined;
    }
  }
  if (!isPlain && spans.length >= MANY) found.hasMixed = true;
  return close + 1;
}

function offsetsOf(spans: readonly Span[]): Pick<ArrayPlace, 'starts' | 'ends'> {
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
    return isSeparator(text, end, next);
  });
}

/** Returns whether a single comma and blanks are between two offsets. */
function isSeparator(text: string, start: number, end: number): boolean {
  const comma = skipBlanks(text, start);
  return text.charCodeAt(comma) === COMMA && skipBlanks(text, comma + 1) === end;
}

// Skips only the whitespace that JSON allows. The parser handles all other text.
function skipBlanks(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
  }
}
