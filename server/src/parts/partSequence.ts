import type { Part, Position, Span, TextFile } from '../model/text';
import { partitionPoint, replaceItems } from '../shared/arrays';
import { editedArrays, type LargeArray, plainRootArray } from '../text/json/largeArrays';
import { editBetween, lineStarts, type ReplacedLines, replacedLines, textBetween } from '../text/lines';
import { stripByteOrderMark } from './positions';
import { rootPart } from './rootPart';
import { elementPart, elementParts, linePart, objectSpans, partOfLine, type RootHolder } from './splitIntoParts';

/** The parts of a file that holds many in a row: the lines of a log, the elements of a root array, or several objects. */
export interface PartSequence {
  lines: readonly string[];
  parts: readonly Part[];
  /** Holds the root of the elements. */
  holder?: RootHolder;
  /** The places of the elements if nothing but blanks and single commas is between them; offsets are those of the root's text. */
  array?: LargeArray;
}

/** A sequence after an edit: parts `start` to `endBefore` became `start` to `end`. */
export interface EditedSequence extends ReplacedLines {
  sequence: PartSequence;
  /** The parts from `end` to here have the same text as before, but another place, so these are new objects. */
  moved: number;
}

/**
 * Splits a file into a sequence of parts; undefined for a file of another form. Parts that an edit neither changes nor moves are the same
 * objects before and after it; only text around the edit is scanned, until the parts are where they were.
 *
 * @param before the sequence of an earlier version of the file
 */
export function partSequence(file: TextFile, before?: PartSequence): EditedSequence | undefined {
  const { lines, lang } = file;
  if (before?.lines === lines) return unchanged(before);
  if (lang === 'jsonl') return lineSequence(lines, before);
  if (lang !== 'json' && lang !== 'jsonc') return undefined;
  return (before && editedElements(file, before)) ?? elementSequence(file, before);
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

function elementSequence(file: TextFile, before: PartSequence = NONE): EditedSequence | undefined {
  const root = rootPart(file, file.lang === 'jsonc' ? 'jsonc' : 'json');
  const spans = objectSpans(file, root);
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

/** Reads only the elements that an edit touched; undefined if it touched anything else. */
function editedElements(file: TextFile, before: PartSequence): EditedSequence | undefined {
  const { lines } = file;
  const { array, holder } = before;
  const mark = stripByteOrderMark(lines[0] ?? '').character;
  if (!array || !holder || mark !== stripByteOrderMark(before.lines[0] ?? '').character) return undefined;
  const { start, endBefore, end } = editBetween(before.lines, lines);
  const slice = (span: Span) => textBetween(lines, { start: span.start + mark, end: span.end + mark });
  const edit = { start: start - mark, endBefore: endBefore - mark, end: end - mark };
  const read = editedArrays([array], slice, edit);
  const now = read?.arrays[0];
  if (!read || !now) return undefined;
  holder.root = rootPart(file, holder.root.lang);
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
