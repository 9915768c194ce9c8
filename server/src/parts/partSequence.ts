import type { Part, Position, TextEdit, TextFile } from '../model/text';
import { partitionPoint, replaceItems } from '../shared/arrays';
import type { WorkInSteps } from '../shared/workInSteps';
import {
  type EditedElements,
  editedArrays,
  LARGE_TEXT,
  type LargeArray,
  plainRootArray,
  type Slice,
} from '../text/json/largeArrays';
import {
  editLargeJson,
  knownElements,
  type LargeJson,
  type ParseOptions,
  parseLargeJson,
} from '../text/json/largeJson';
import { editBetween, lineStarts, type ReplacedLines, replacedLines, textBetween, textLength } from '../text/lines';
import { stripByteOrderMark } from './positions';
import { rememberLargeJson, rootPart } from './rootPart';
import { elementPart, elementParts, linePart, objectSpans, partOfLine, type RootHolder } from './splitIntoParts';

/**
 * The parts of a file with many parts: the lines of a log, the elements of a root array, or several objects in a row. After an edit, only the
 * changed parts are split off again. An envelope with large arrays is a sequence of one part.
 */
export interface PartSequence {
  lines: readonly string[];
  parts: readonly Part[];
  /** Holds the root of the elements. */
  holder?: RootHolder;
  /** The places of the elements if nothing but blanks and single commas is between them; offsets are those of the root's text. */
  array?: LargeArray;
  /** The value of a single envelope with large arrays. */
  json?: LargeJson;
}

/** A sequence after an edit: parts `start` to `endBefore` became `start` to `end`. */
export interface EditedSequence extends ReplacedLines {
  sequence: PartSequence;
  /** The parts from `end` to here have the same text as before, but another place, so these are new objects. */
  moved: number;
  /** The elements of the only envelope that became others, if nothing else did. */
  elements?: EditedElements;
}

interface PartSequenceOptions {
  /** The whole file is one envelope, even a root array. */
  isWhole?: boolean;
  /** Parses JSON, or throws; without it, an envelope with large arrays is read as any other. */
  parse?: ParseOptions['parse'] | undefined;
}

/**
 * Splits a file into a sequence of parts; undefined for a file of another form. Parts that an edit neither changes nor moves are the same
 * objects before and after it; only text around the edit is scanned and parsed, until the parts are where they were.
 *
 * @param before the sequence of an earlier version of the file, made with the same options
 */
export function* partSequence(
  file: TextFile,
  before: PartSequence | undefined,
  { isWhole = false, parse }: PartSequenceOptions,
): WorkInSteps<EditedSequence | undefined> {
  const { lines, lang } = file;
  if (before?.lines === lines) return unchanged(before);
  if (lang === 'jsonl') return lineSequence(lines, before);
  if (lang !== 'json' && lang !== 'jsonc') return undefined;
  const edited = before && editedElements(file, before, parse);
  if (edited) return edited;
  return (
    (isWhole ? undefined : elementSequence(file, before)) ?? (parse && (yield* envelopeSequence(file, before, parse)))
  );
}

function unchanged(sequence: PartSequence): EditedSequence {
  const end = sequence.parts.length;
  return { sequence, start: end, endBefore: end, end, moved: end };
}

function lineSequence(lines: readonly string[], before: PartSequence = NONE): EditedSequence {
  const replaced = replacedLines(before.lines, lines);
  const { start, endBefore, end } = replaced;
  const fresh = lines.slice(start, end).map((line, index) => partOfLine(line, start + index));
  const parts = replaceItems(before.parts, { start, end: endBefore }, fresh);
  const moved = end === endBefore ? end : parts.length;
  for (let at = end; at < moved; at++) {
    const { text, map } = parts[at] as Part;
    parts[at] = linePart(`line ${at + 1}`, text, at, map.at(0)?.character ?? 0);
  }
  return { sequence: { lines, parts }, ...replaced, moved };
}

const NONE: PartSequence = { lines: [], parts: [] };

/** Returns the language of a JSON file's parts. */
export function jsonLanguageOf({ lang }: TextFile): 'json' | 'jsonc' {
  return lang === 'jsonc' ? 'jsonc' : 'json';
}

function elementSequence(file: TextFile, before: PartSequence = NONE): EditedSequence | undefined {
  const root = rootPart(file, jsonLanguageOf(file));
  const spans = objectSpans(file.lines, root);
  if (spans.length === 0) return undefined;
  const holder = before.holder ?? { root };
  holder.root = root;
  const parts = elementParts(holder, spans);
  const { start: same, endBefore, end } = replacedParts(before.parts, parts);
  let [start, moved] = [same, end];
  for (const [at, part] of parts.entries()) {
    const known = at < same ? before.parts[at] : at >= end ? before.parts[at + endBefore - end] : undefined;
    if (known && isInPlace(known, at, part.map.at(0) as Position)) parts[at] = known;
    else if (at < same) start = Math.min(start, at);
    else if (at >= end) moved = at + 1;
  }
  const array = plainRootArray(root.text, spans);
  return { sequence: { lines: file.lines, parts, holder, ...(array && { array }) }, start, endBefore, end, moved };
}

function replacedParts(before: readonly Part[], after: readonly Part[]): ReplacedLines {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start]?.text === after[start]?.text) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same)?.text === after.at(-1 - same)?.text) same++;
  return { start, endBefore: before.length - same, end: after.length - same };
}

/** Reads one envelope with large arrays. Elements that an edit neither touched nor made others keep their values. */
function* envelopeSequence(
  file: TextFile,
  before: PartSequence = NONE,
  parse: ParseOptions['parse'],
): WorkInSteps<EditedSequence | undefined> {
  const lang = jsonLanguageOf(file);
  const root = rootPart(file, lang);
  const { lines } = file;
  const mark = stripByteOrderMark(lines[0] ?? '').character;
  if (textLength(lines) - mark < LARGE_TEXT) return undefined;
  const edit = before.json && editOf(before.lines, lines);
  const known = before.json && edit ? knownElements(before.json, edit) : undefined;
  const json = yield* parseLargeJson(root.text, sliceOf(lines, mark), { lang, parse, known });
  return json && { ...ofEnvelope(root, json, lines), endBefore: before.parts.length };
}

/** Returns the edit between two versions of a text without their byte order mark; undefined if only one has a mark. */
function editOf(before: readonly string[], lines: readonly string[]): TextEdit | undefined {
  const mark = stripByteOrderMark(lines[0] ?? '').character;
  if (mark !== stripByteOrderMark(before[0] ?? '').character) return undefined;
  const { start, endBefore, end } = editBetween(before, lines);
  return { start: start - mark, endBefore: endBefore - mark, end: end - mark };
}

function ofEnvelope(root: Part, json: LargeJson, lines: readonly string[]): EditedSequence {
  rememberLargeJson(root, json);
  return { sequence: { lines, parts: [root], json }, start: 0, endBefore: 1, end: 1, moved: 1 };
}

/** Reads only the elements that an edit touched; undefined if it touched anything else. */
function editedElements(
  file: TextFile,
  before: PartSequence,
  parse: ParseOptions['parse'] | undefined,
): EditedSequence | undefined {
  const { lines } = file;
  const { array, holder, json } = before;
  const edit = array || json ? editOf(before.lines, lines) : undefined;
  if (!edit) return undefined;
  const mark = stripByteOrderMark(lines[0] ?? '').character;
  const slice = sliceOf(lines, mark);
  if (array && holder) return editedRoot(file, { ...before, array, holder }, { slice, mark, edit });
  const read = json && parse && editLargeJson(json, { slice, edit, lang: jsonLanguageOf(file), parse });
  return read && { ...ofEnvelope(rootPart(file, jsonLanguageOf(file)), read.after, lines), elements: read.edited };
}

/** Returns a function that reads pieces of a text without its byte order mark. */
function sliceOf(lines: readonly string[], mark: number): Slice {
  return ({ start, end }) => textBetween(lines, { start: start + mark, end: end + mark });
}

function editedRoot(
  file: TextFile,
  before: PartSequence & { array: LargeArray; holder: RootHolder },
  { slice, mark, edit }: { slice: Slice; mark: number; edit: TextEdit },
): EditedSequence | undefined {
  const { lines } = file;
  const { array, holder } = before;
  const read = editedArrays([array], slice, edit);
  const now = read?.arrays[0];
  if (!read || !now) return undefined;
  holder.root = rootPart(file, jsonLanguageOf(file));
  const { edited } = read;
  const lineOffsets = lineStarts(lines);
  const beginOf = (element: number): Position => {
    const offset = (now.starts[element] as number) + mark;
    const line = partitionPoint(lineOffsets.length, at => (lineOffsets[at] as number) <= offset) - 1;
    return { line, character: offset - (lineOffsets[line] as number) };
  };
  const fresh = Array.from({ length: edited.end - edited.first }, (_, index) => {
    const at = edited.first + index;
    const span = { start: now.starts[at] as number, end: now.ends[at] as number };
    return elementPart(holder, at, { text: slice(span), begin: beginOf(at) });
  });
  const parts = replaceItems(before.parts, { start: edited.first, end: edited.endBefore }, fresh);
  const isMoved = edited.end !== edited.endBefore || lines.length !== before.lines.length;
  // Elements that begin in an edited line may have moved within it.
  const { end: endLine } = replacedLines(before.lines, lines);
  let moved = edited.end;
  for (; moved < parts.length; moved++) {
    const begin = beginOf(moved);
    if (!isMoved && begin.line >= endLine) break;
    const part = parts[moved] as Part;
    if (!isInPlace(part, moved, begin)) parts[moved] = elementPart(holder, moved, { text: part.text, begin });
  }
  return { sequence: { lines, parts, holder, array: now }, ...edited, start: edited.first, moved };
}

function isInPlace({ id, map }: Part, index: number, { line, character }: Position): boolean {
  const begin = map.at(0);
  return id === String(index) && begin?.line === line && begin.character === character;
}
