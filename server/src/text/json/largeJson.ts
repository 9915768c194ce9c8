import type { Path, TextEdit } from '../../model/text';
import { replaceItems } from '../../shared/replaceItems';
import type { Steps } from '../../shared/steps';
import { atPath, isObject } from '../pointer';
import { type EditedElements, editedArrays, type LargeArray, largeArrays, type Slice, shellText } from './largeArrays';
import { type JsonLang, type ParsedJson, parseJson, type SyntaxFault } from './parseJson';

/** A JSON text with large arrays, read so that an edit of an element costs the element. */
export interface LargeJson {
  /** Reads its text. */
  slice: Slice;
  arrays: readonly LargeArray[];
  /** The text without its elements, and its value. */
  shell: { text: string; value: unknown };
  /** By array: the value of each element. Values that an edit did not touch are the same objects. */
  elements: readonly (readonly unknown[])[];
  /** By array: the syntax errors of elements, by index in order; spans are those of the element's own text. */
  faults: readonly ReadonlyMap<number, SyntaxFault>[];
  parsed: ParsedJson;
}

/**
 * Reads a text with large arrays; undefined for any other text, and where it is no JSON outside of the elements.
 *
 * @param slice reads the same text later; so the text itself need not be kept
 */
export function* parseLargeJson(text: string, slice: Slice, lang: JsonLang): Steps<LargeJson | undefined> {
  const arrays = yield* largeArrays(text);
  if (arrays.length === 0) return undefined;
  const shell = shellText(text, arrays);
  const { value, fault } = parseJson(shell, lang);
  if (fault) return undefined;
  yield;
  const whole = wholeValue(text);
  const read = { slice, arrays, shell: { text: shell, value } };
  if (whole !== undefined) {
    const elements = arrays.map(({ path }) => atPath(whole, path) as unknown[]);
    return withParsed({ ...read, elements, faults: arrays.map(() => new Map()) });
  }
  yield;
  const parsed: ParsedJson[][] = [];
  for (const { starts, ends } of arrays) {
    const some: ParsedJson[] = [];
    parsed.push(some);
    for (const [at, start] of starts.entries()) {
      some.push(parseJson(text.slice(start, ends[at]), lang));
      yield;
    }
  }
  return withParsed({
    ...read,
    elements: parsed.map(some => some.map(one => one.value)),
    faults: parsed.map(some => new Map(definedEntries(some.map(({ fault }) => fault)))),
  });
}

/**
 * Reads a text after an edit: the same as reading it anew, but for the cost and the identity of values. Undefined where
 * the edit touched more than elements.
 */
export function editLargeJson(
  before: LargeJson,
  { slice, lang, edit }: { slice: Slice; lang: JsonLang; edit: TextEdit },
): { after: LargeJson; edited: EditedElements } | undefined {
  const scanned = editedArrays(before.arrays, slice, edit);
  if (!scanned) return undefined;
  const { arrays, edited } = scanned;
  const { starts, ends } = arrays[edited.array] as LargeArray;
  const read: ParsedJson[] = [];
  for (let at = edited.first; at < edited.end; at++)
    read.push(parseJson(slice({ start: starts[at] as number, end: ends[at] as number }), lang));
  const elements = before.elements.map((values, index) =>
    index === edited.array
      ? replaceItems(
          values,
          { start: edited.first, end: edited.endBefore },
          read.map(({ value }) => value),
        )
      : values,
  );
  const found = read.map(({ fault }) => fault);
  const faults = before.faults.map((some, index) =>
    index === edited.array ? replaceEntries(some, edited, found) : some,
  );
  return { after: withParsed({ slice, arrays, shell: before.shell, elements, faults }), edited };
}

/** What is known of some elements, by index in order, after an edit. */
export function replaceEntries<T>(
  entries: ReadonlyMap<number, T>,
  { first, endBefore, end }: Omit<EditedElements, 'array'>,
  inserted: readonly (T | undefined)[],
): ReadonlyMap<number, T> {
  const before: [number, T][] = [];
  const after: [number, T][] = [];
  for (const [at, one] of entries) {
    if (at < first) before.push([at, one]);
    else if (at >= endBefore) after.push([at + end - endBefore, one]);
  }
  return new Map([...before, ...definedEntries(inserted, first), ...after]);
}

/** The items that are there, by index. */
export function definedEntries<T>(items: readonly (T | undefined)[], first = 0): [number, T][] {
  return items.flatMap((item, at): [number, T][] => (item === undefined ? [] : [[first + at, item]]));
}

function wholeValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withParsed(read: Omit<LargeJson, 'parsed'>): LargeJson {
  const { arrays, elements, faults, shell } = read;
  let { value } = shell;
  for (const [index, { path }] of arrays.entries()) value = replaceAt(value, path, elements[index]);
  const fault = firstFault(arrays, faults);
  return { ...read, parsed: { value, ...(fault && { fault }) } };
}

function firstFault(
  arrays: readonly LargeArray[],
  faults: readonly ReadonlyMap<number, SyntaxFault>[],
): SyntaxFault | undefined {
  for (const [index, some] of faults.entries()) {
    const [first] = some;
    if (!first) continue;
    const [at, { span, message }] = first;
    const start = arrays[index]?.starts[at] as number;
    return { span: { start: start + span.start, end: start + span.end }, message };
  }
  return undefined;
}

/** A copy of a value with another value at a path. */
export function replaceAt(value: unknown, [step, ...rest]: Path, set: unknown): unknown {
  if (step === undefined) return set;
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? replaceAt(one, rest, set) : one));
  if (!isObject(value)) return value;
  return { ...value, [step]: replaceAt(value[step], rest, set) };
}
