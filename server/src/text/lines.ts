import type { FileLang, Position, Range, Span, TextChange, TextEdit, TextFile } from '../model/text';
import { partitionPoint, replaceItems } from '../shared/arrays';

/** Splits the text of a file into lines at `\n`, `\r\n` or `\r`. Lines that are added later get the first line ending of the text. */
export function textFile(uri: string, lang: FileLang, text: string): TextFile {
  if (text.includes('\r')) {
    const { lines, ends } = splitLines(text);
    return withLineEnds({ uri, lang, lines, eol: '\n' }, ends);
  }
  const lines = text.split('\n');
  // The lines are slices of the text, so it stays in memory anyway.
  joined = new WeakMap([[lines, text]]);
  return { uri, lang, lines, eol: '\n' };
}

const LINE_ENDS = /\r\n|\n|\r/g;

/** Returns the first line end of a text; undefined if it has only one line. */
export function lineEndOf(text: string): string | undefined {
  return /\r\n|\n|\r/.exec(text)?.[0];
}

/** Returns the lines of a text, and the line end of each but the last one. */
function splitLines(text: string): { lines: string[]; ends: string[] } {
  const lines: string[] = [];
  const ends: string[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(LINE_ENDS)) {
    lines.push(text.slice(start, index));
    ends.push(end);
    start = index + end.length;
  }
  lines.push(text.slice(start));
  return { lines, ends };
}

function withLineEnds({ uri, lang, lines, eol }: TextFile, ends: readonly string[]): TextFile {
  const file = { uri, lang, lines, eol: ends[0] ?? eol };
  return ends.every(end => end === file.eol) ? file : { ...file, ends };
}

/**
 * Applies one edit to a file. Costs the edited lines and one copy of the array of lines, whatever their length. Clamps
 * a range outside the file.
 */
export function applyChange(file: TextFile, change: TextChange): TextFile {
  const { start, end } = clamped(change.range, file.lines);
  const last = file.lines.length - 1;
  const endOf = (line: number) => (line === last ? '' : (file.ends?.[line] ?? file.eol));
  // A `\r` that ends the line before and a `\n` that now follows it are one line end, so that line is read again, too.
  const first = start.character === 0 && start.line > 0 && endOf(start.line - 1) === '\r' ? start.line - 1 : start.line;
  const before = first < start.line ? `${file.lines[first]}\r` : '';
  const head = (file.lines[start.line] ?? '').slice(0, start.character);
  const tail = (file.lines[end.line] ?? '').slice(end.character);
  const { lines: written, ends } = splitLines(before + head + change.text + tail + endOf(end.line));
  // What follows the last line end is the next line.
  if (end.line < last) written.pop();
  const lines = replaceItems(file.lines, { start: first, end: end.line + 1 }, written);
  if (!file.ends && ends.every(one => one === file.eol)) return { ...file, lines };
  const allEnds = file.ends ?? new Array<string>(last).fill(file.eol);
  return withLineEnds(
    { ...file, lines },
    replaceItems(allEnds, { start: first, end: Math.min(end.line + 1, last) }, ends),
  );
}

/** Replaced lines: `start` to `endBefore` became `start` to `end`. All other lines are the same. */
export interface ReplacedLines {
  start: number;
  endBefore: number;
  end: number;
}

/** Returns the difference between two versions of a file. Fast, since lines that an edit did not touch are the same strings. */
export function replacedLines(before: readonly string[], after: readonly string[]): ReplacedLines {
  const known = compared.get(after);
  if (known?.before.deref() === before) return known.replaced;
  const replaced = findReplacedLines(before, after);
  compared = new WeakMap([[after, { before: new WeakRef(before), replaced }]]);
  return replaced;
}

// The last answer, since all work after an edit compares the same two versions.
let compared = new WeakMap<readonly string[], { before: WeakRef<readonly string[]>; replaced: ReplacedLines }>();

function findReplacedLines(before: readonly string[], after: readonly string[]): ReplacedLines {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { start, endBefore: before.length - same, end: after.length - same };
}

/** Joins lines into one text, with `\n` between them. */
export function joinLines(lines: readonly string[]): string {
  const known = joined.get(lines);
  if (known !== undefined) return known;
  const text = lines.join('\n');
  joined = new WeakMap([[lines, text]]);
  return text;
}

// The last text, since that of a version is requested several times. A closed document leaves none.
let joined = new WeakMap<readonly string[], string>();

/** Returns the offset of each line in the text of all lines. After an edit, only the edited lines are measured. */
export function lineStarts(lines: readonly string[]): Int32Array {
  const known = measured.get(lines);
  if (known) return known;
  const before = lastMeasured.deref() ?? [];
  const starts = startsAfter({ lines: before, starts: measured.get(before) ?? new Int32Array() }, lines);
  measured = new WeakMap([[lines, starts]]);
  lastMeasured = new WeakRef(lines);
  return starts;
}

let measured = new WeakMap<readonly string[], Int32Array>();
let lastMeasured = new WeakRef<readonly string[]>([]);

function startsAfter(before: { lines: readonly string[]; starts: Int32Array }, lines: readonly string[]): Int32Array {
  const starts = new Int32Array(lines.length);
  const { start, endBefore, end } = replacedLines(before.lines, lines);
  starts.set(before.starts.subarray(0, start));
  let at = start === 0 ? 0 : (starts[start - 1] as number) + (lines[start - 1] as string).length + 1;
  for (let line = start; line < end; line++) {
    starts[line] = at;
    at += (lines[line] as string).length + 1;
  }
  if (end === lines.length) return starts;
  const moved = at - (before.starts[endBefore] as number);
  starts.set(before.starts.subarray(endBefore), end);
  for (let line = end; line < lines.length; line++) starts[line] = (starts[line] as number) + moved;
  return starts;
}

/** Returns the length of the text of lines. */
export function textLength(lines: readonly string[]): number {
  return (lineStarts(lines).at(-1) ?? 0) + (lines.at(-1) ?? '').length;
}

/** Returns a piece of the text of lines. */
export function textBetween(lines: readonly string[], { start, end }: Span): string {
  const starts = lineStarts(lines);
  const first = partitionPoint(starts.length, line => (starts[line] as number) <= start) - 1;
  const after = partitionPoint(starts.length, line => (starts[line] as number) <= end);
  const from = start - (starts[first] as number);
  if (after <= first + 1) return (lines[first] as string).slice(from, from + end - start);
  return lines
    .slice(first, after)
    .join('\n')
    .slice(from, from + end - start);
}

/** Returns the edit between two versions of a text, in offsets. */
export function editBetween(before: readonly string[], after: readonly string[]): TextEdit {
  const { start, endBefore, end } = replacedLines(before, after);
  // The lines before the edit are the same. Uses the later version, whose lines are measured anyway.
  const offset = start === 0 ? 0 : (lineStarts(after)[start - 1] as number) + (after[start - 1] as string).length + 1;
  const removed = linesText(before, start, endBefore);
  const inserted = linesText(after, start, end);
  const prefix = commonLength(removed, inserted, (text, from, to) => text.slice(from, to));
  const most = Math.min(removed.length, inserted.length) - prefix;
  const suffix = Math.min(
    most,
    commonLength(removed, inserted, (text, from, to) => text.slice(text.length - to, text.length - from)),
  );
  return {
    start: offset + prefix,
    endBefore: offset + removed.length - suffix,
    end: offset + inserted.length - suffix,
  };
}

function linesText(lines: readonly string[], start: number, end: number): string {
  return lines
    .slice(start, end)
    .map(line => `${line}\n`)
    .join('');
}

/** Returns the number of equal characters from one side. Compares pieces, since a line may have ten million. */
function commonLength(one: string, two: string, pieceOf: (text: string, from: number, to: number) => string): number {
  const shorter = Math.min(one.length, two.length);
  let same = 0;
  for (let size = 4096; size > 0; size >>= 4) {
    while (same + size <= shorter && pieceOf(one, same, same + size) === pieceOf(two, same, same + size)) same += size;
  }
  return same;
}

function clamped(range: Range, lines: readonly string[]): Range {
  const clamp = (at: Range['start']): Range['start'] => {
    if (at.line < 0) return { line: 0, character: 0 };
    const line = Math.min(at.line, lines.length - 1);
    const length = lines[line]?.length ?? 0;
    return { line, character: at.line > line ? length : Math.min(Math.max(at.character, 0), length) };
  };
  return { start: clamp(range.start), end: clamp(range.end) };
}

/** Returns the file's text with its line endings. */
export function fileText(file: TextFile): string {
  const { lines, eol, ends } = file;
  if (ends) return lines.map((line, at) => line + (ends[at] ?? '')).join('');
  return eol === '\n' ? joinLines(lines) : lines.join(eol);
}

/**
 * Applies changes that don't overlap. The rest stays byte for byte, including its line endings; changed lines end with
 * `eol`.
 */
export function applyChanges(text: string, changes: readonly TextChange[], eol: string): string {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(LINE_ENDS)) starts.push(index + end.length);
  const offsetOf = ({ line, character }: Position) => (starts[line] ?? text.length) + character;
  let result = '';
  let at = 0;
  for (const { range, text: written } of changes.toSorted((one, two) =>
    comparePositions(one.range.start, two.range.start),
  )) {
    result += text.slice(at, offsetOf(range.start)) + written.replaceAll('\n', eol);
    at = offsetOf(range.end);
  }
  return result + text.slice(at);
}

/** Returns whether two ranges overlap or touch. */
export function rangesTouch(one: Range, two: Range): boolean {
  return comparePositions(one.end, two.start) >= 0 && comparePositions(two.end, one.start) >= 0;
}

/** Compares two positions: negative if the first one comes first. */
export function comparePositions(one: Position, two: Position): number {
  return one.line - two.line || one.character - two.character;
}

/**
 * Returns the index of the last number that is at most a given one; -1 if all are greater.
 *
 * @param numberAt ascending
 */
export function findLastAtOrBefore<N extends number | bigint>(
  count: number,
  numberAt: (index: number) => N,
  most: N,
): number {
  return partitionPoint(count, index => numberAt(index) <= most) - 1;
}

/**
 * Returns the spans that are within another one.
 *
 * @param spans in the order of their starts
 */
export function spansWithin<S extends Span>(spans: readonly S[], { start, end }: Span): S[] {
  const found: S[] = [];
  for (let index = lastStartingUpTo(spans, start - 1) + 1; index < spans.length; index++) {
    const one = spans[index] as S;
    if (one.start > end) break;
    if (one.end <= end) found.push(one);
  }
  return found;
}

/**
 * Returns the index of the last span that starts at or before an offset; -1 if none does.
 *
 * @param spans in the order of their starts
 */
export function lastStartingUpTo(spans: readonly Span[], offset: number): number {
  return findLastAtOrBefore(spans.length, index => (spans[index] as Span).start, offset);
}

/** Returns the offset of the first character of a line. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the offset of the end of a line: of its line end, or of the text. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}
