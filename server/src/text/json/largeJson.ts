import type { Path, Span, TextEdit } from '../../model/text';
import { partitionPoint, replaceItems } from '../../shared/arrays';
import type { WorkInSteps } from '../../shared/workInSteps';
import { atPath, isObject } from '../jsonPointer';
import {
  arraysInBroken,
  type EditedElements,
  editedArrays,
  elementAt,
  type LargeArray,
  largeArrays,
  type Slice,
  shellText,
} from './largeArrays';
import {
  arrayPathAt,
  faultAround,
  type JsonLang,
  jsonLocationAt,
  type ParsedJson,
  parseJson,
  type SyntaxFault,
} from './parseJson';

/** A parsed JSON text with large arrays. After an edit of an element, only that element is parsed again. */
export interface LargeJson {
  /** Reads its text. */
  slice: Slice;
  arrays: readonly LargeArray[];
  /** The text without its elements, and its value. */
  shell: { text: string; value: unknown };
  /** By array, the value of each element. An edit keeps the objects of untouched elements. */
  elements: readonly (readonly unknown[])[];
  /** By array, the syntax error of each element. Spans refer to the element's own text. */
  faults: readonly (readonly (SyntaxFault | undefined)[])[];
  parsed: ParsedJson;
  /** The text around the elements is no JSON, so an edit of an element may change how the others are read. */
  isBroken?: boolean;
}

/** How to parse a text and its pieces. */
export interface ParseOptions {
  lang: JsonLang;
  /** Parses JSON, or throws. */
  parse(text: string): unknown;
  /** Returns the element of an earlier version with the same text as the one at these offsets. */
  known?: ((start: number, end: number) => ParsedJson | undefined) | undefined;
}

/** Returns a function that finds the elements of a text that an edit left as they were, by their offsets after the edit. */
export function knownElements(
  { arrays, elements, faults }: LargeJson,
  edit: TextEdit,
): (start: number, end: number) => ParsedJson | undefined {
  const moved = edit.end - edit.endBefore;
  return (start, end) => {
    const by = end <= edit.start ? 0 : start >= edit.end ? moved : undefined;
    if (by === undefined) return undefined;
    const index = partitionPoint(arrays.length, one => (arrays[one] as LargeArray).close < end - by);
    const { starts, ends } = arrays[index] ?? NO_ARRAY;
    const at = partitionPoint(starts.length, one => (starts[one] as number) < start - by);
    if (starts[at] !== start - by || ends[at] !== end - by) return undefined;
    const fault = faults[index]?.[at];
    return { value: elements[index]?.[at], ...(fault && { fault }) };
  };
}

const NO_ARRAY = { starts: new Int32Array(), ends: new Int32Array() };

/**
 * Parses a text with large arrays; undefined for any other text. If the text outside of the elements is no JSON, reads as much of it as can be
 * read.
 *
 * @param slice returns pieces of the same text later, so that the text itself need not be kept
 */
export function* parseLargeJson(text: string, slice: Slice, options: ParseOptions): WorkInSteps<LargeJson | undefined> {
  const arrays = yield* largeArrays(text);
  if (!arrays) return yield* parseBroken(text, slice, options);
  if (arrays.length === 0) return undefined;
  const shell = shellText(text, arrays);
  const { value, fault } = parsePiece(shell, options);
  if (fault) return yield* parseBroken(text, slice, options);
  yield;
  const whole = options.known ? undefined : wholeValue(text, options);
  const read = { slice, arrays, shell: { text: shell, value } };
  if (whole !== undefined) {
    const elements = arrays.map(({ path }) => atPath(whole, path) as unknown[]);
    return withParsed({ ...read, elements, faults: arrays.map(({ starts }) => new Array(starts.length)) });
  }
  return withParsed({ ...read, ...(yield* parseElements(text, arrays, options)) });
}

/** Parses a text with large arrays that is no JSON around their elements. */
function* parseBroken(text: string, slice: Slice, options: ParseOptions): WorkInSteps<LargeJson | undefined> {
  if (wholeValue(text, options) !== undefined) return undefined;
  yield;
  const found = yield* arraysInBroken(text);
  if (found.length === 0) return undefined;
  const shell = shellText(text, found);
  const { value } = parsePiece(shell, options);
  const arrays: LargeArray[] = [];
  for (const array of found) {
    const path = arrayPathAt(shell, array.open - arrays.reduce((sum, { open, close }) => sum + close - open - 1, 0));
    if (!path) return undefined;
    arrays.push({ ...array, path });
  }
  yield;
  const read = yield* parseElements(text, arrays, options);
  const objects = arrays.flatMap(({ starts, ends }) =>
    Array.from(starts, (start, at) => ({ start, end: ends[at] as number })),
  );
  const firstBroken = read.faults.flat().findIndex(fault => fault !== undefined);
  const fault = faultAround(text, { objects, firstBroken }, options.lang);
  if (!fault) return undefined;
  const json = withParsed({ slice, arrays, shell: { text: shell, value }, ...read });
  return { ...json, parsed: { ...json.parsed, fault }, isBroken: true };
}

/** Parses each element of large arrays by itself. */
function* parseElements(
  text: string,
  arrays: readonly LargeArray[],
  options: ParseOptions,
): WorkInSteps<Pick<LargeJson, 'elements' | 'faults'>> {
  const parsed: ParsedJson[][] = [];
  for (const { starts, ends } of arrays) {
    const some: ParsedJson[] = [];
    parsed.push(some);
    for (const [at, start] of starts.entries()) {
      const end = ends[at] as number;
      some.push(options.known?.(start, end) ?? parsePiece(text.slice(start, end), options));
      yield;
    }
  }
  return {
    elements: parsed.map(some => some.map(one => one.value)),
    faults: parsed.map(some => some.map(({ fault }) => fault)),
  };
}

/**
 * Parses a text after an edit. Equals a new parse, but parses only touched elements and keeps the other values. Undefined if
 * the text around the elements was no JSON, or if the edit touched it.
 */
export function editLargeJson(
  before: LargeJson,
  { slice, edit, ...options }: ParseOptions & { slice: Slice; edit: TextEdit },
): { after: LargeJson; edited: EditedElements } | undefined {
  const scanned = before.isBroken ? undefined : editedArrays(before.arrays, slice, edit);
  if (!scanned) return undefined;
  const { arrays, edited } = scanned;
  const { starts, ends } = arrays[edited.array] as LargeArray;
  const read: ParsedJson[] = [];
  for (let at = edited.first; at < edited.end; at++)
    read.push(parsePiece(slice({ start: starts[at] as number, end: ends[at] as number }), options));
  const replaced = { start: edited.first, end: edited.endBefore };
  const withEdited = <T>(lists: readonly (readonly T[])[], fresh: readonly T[]) =>
    lists.map((list, index) => (index === edited.array ? replaceItems(list, replaced, fresh) : list));
  const elements = withEdited(
    before.elements,
    read.map(({ value }) => value),
  );
  const faults = withEdited(
    before.faults,
    read.map(({ fault }) => fault),
  );
  return { after: withParsed({ slice, arrays, shell: before.shell, elements, faults }), edited };
}

function wholeValue(text: string, { parse }: ParseOptions): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function parsePiece(text: string, options: ParseOptions): ParsedJson {
  const value = wholeValue(text, options);
  return value === undefined ? parseJson(text, options.lang) : { value };
}

function withParsed(read: Omit<LargeJson, 'parsed'>): LargeJson {
  const { arrays, elements, faults, shell } = read;
  let { value } = shell;
  for (const [index, { path }] of arrays.entries()) value = replaceAt(value, path, elements[index]);
  const fault = firstFault(arrays, faults);
  return { ...read, parsed: { value, ...(fault && { fault }) } };
}

function firstFault(arrays: readonly LargeArray[], faults: LargeJson['faults']): SyntaxFault | undefined {
  for (const [index, some] of faults.entries()) {
    const at = some.findIndex(fault => fault !== undefined);
    const fault = some[at];
    if (!fault) continue;
    const start = arrays[index]?.starts[at] as number;
    return { span: { start: start + fault.span.start, end: start + fault.span.end }, message: fault.message };
  }
  return undefined;
}

/** Returns a copy of a value with another value at a path. */
export function replaceAt(value: unknown, [step, ...rest]: Path, set: unknown): unknown {
  if (step === undefined) return set;
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? replaceAt(one, rest, set) : one));
  if (!isObject(value)) return value;
  return { ...value, [step]: replaceAt(value[step], rest, set) };
}

/**
 * A JSON text with some elements of one large array, and one element of each other large array, since lists may have to be non-empty.
 * Results for an element of an excerpt hold for the whole text, except for its index.
 */
export interface Excerpt {
  text: string;
  value: Record<string, unknown>;
  /** Its elements, in order. */
  pieces: readonly Piece[];
  /** The copied spans of the whole text, in order, each with its offset in the excerpt. */
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

/** Returns the excerpt with elements of one array, by index. */
export function excerptOf(
  { slice, arrays, shell, elements }: LargeJson,
  array: number,
  { from, to }: { from: number; to: number },
): Excerpt {
  const pieces: Piece[] = [];
  const copies: { from: Span; at: number }[] = [];
  let text = '';
  let value: unknown = shell.value;
  // The offset in the whole text; below, the offset in the shell text.
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

/** Returns the path at an offset in an element of a large array, of which only this element is read; undefined outside of elements. */
export function elementPathAt({ arrays, slice }: LargeJson, offset: number): Path | undefined {
  const array = arrays.find(({ open, close }) => open < offset && offset <= close);
  const index = array && elementAt(array, offset);
  if (!array || index === undefined) return undefined;
  const start = array.starts[index] as number;
  const element = slice({ start, end: array.ends[index] as number });
  // An offset before the opening bracket or behind the closing one belongs to the text around the element.
  if (offset === start || offset === start + element.length) return undefined;
  return [...array.path, index, ...(jsonLocationAt(element, offset - start)?.path ?? [])];
}

/** Maps an offset of an excerpt to the shell text. */
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

/**
 * Returns the excerpt around an offset of the whole text, and the offset in the excerpt. Undefined between the elements of a large array.
 */
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
