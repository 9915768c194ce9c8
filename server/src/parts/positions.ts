import type { Part, Position, Range, Segment, SegmentMap, Span } from '../model/text';
import { partitionPoint } from '../shared/arrays';

/** Converts an offset in the text of a part (a line of a log, say) to a position in the part's file. */
export function positionAt(part: Part, offset: number): Position {
  const segment = segmentAt(part.map, offset);
  return { line: segment.line, character: segment.character + offset - segment.at };
}

/** Returns the file range of a span in a part's text. */
export function rangeOf(part: Part, span: Span): Range {
  return { start: positionAt(part, span.start), end: positionAt(part, span.end) };
}

/** Returns the file range of a whole part. */
export function rangeOfPart(part: Part): Range {
  return rangeOf(part, { start: 0, end: part.map.textLength ?? part.text.length });
}

/** Returns the offset in a part's text of a file position; undefined if the position is outside the part, or in a line's prefix. */
export function offsetAt(part: Part, position: Position): number | undefined {
  const { map } = part;
  for (let i = segmentIndex(map, position); i >= 0; i--) {
    const segment = map.at(i) as Segment;
    if (segment.line !== position.line) return undefined;
    const offset = segment.at + position.character - segment.character;
    const next = map.at(i + 1);
    const end = (next?.at ?? part.text.length + 1) - 1;
    if (offset >= segment.at && offset <= end) return offset;
    // The position is within an escape sequence, which represents the character before the next segment.
    if (next?.line === position.line && offset > end) return end;
  }
  return undefined;
}

/**
 * Returns the innermost part at a file position.
 *
 * @param parts in file order, a part before those nested in it
 */
export function partAt(parts: readonly Part[], position: Position): Part | undefined {
  return parts[indexAt(parts.length, index => parts[index] as Part, position)];
}

/** Returns the first item whose part is the innermost part at a file position. */
export function withPartAt<T extends { part: Part }>(all: readonly T[], position: Position): T | undefined {
  const partOf = (index: number) => (all[index] as T).part;
  let index = indexAt(all.length, partOf, position);
  while (index > 0 && partOf(index - 1) === partOf(index)) index--;
  return all[index];
}

function indexAt(length: number, partOf: (index: number) => Part, position: Position): number {
  const count = partitionPoint(length, index => beginsAtOrBefore(partOf(index).map.at(0) as Segment, position));
  let index = count - 1;
  while (index >= 0 && offsetAt(partOf(index), position) === undefined) index--;
  return index;
}

function segmentAt(map: SegmentMap, offset: number): Segment {
  const count = partitionPoint(map.length, index => (map.at(index) as Segment).at <= offset);
  return map.at(Math.max(0, count - 1)) as Segment;
}

// The last segment that begins at or before a position.
function segmentIndex(map: SegmentMap, position: Position): number {
  return partitionPoint(map.length, index => beginsAtOrBefore(map.at(index) as Segment, position)) - 1;
}

function beginsAtOrBefore({ line, character }: Segment, position: Position): boolean {
  return line < position.line || (line === position.line && character <= position.character);
}

const MARK = '\uFEFF';

/** Returns a file's first line, or its text, without its byte order mark, if any. */
export function stripByteOrderMark(line: string): { text: string; character: number } {
  return line.startsWith(MARK) ? { text: line.slice(1), character: 1 } : { text: line, character: 0 };
}

/**
 * The JSON in a line of a log: without its byte order mark and, in a stream of server-sent events, without the field's name. Lines with
 * another field or a comment have none.
 */
export function jsonOfLine(line: string): { text: string; character: number } {
  const stripped = stripByteOrderMark(line);
  // No JSON of an envelope begins with a letter or a colon: for nearly all lines one comparison decides.
  if (/^[[{\s]/.test(stripped.text)) return stripped;
  const [field, name] = EVENT_FIELD.exec(stripped.text) ?? [];
  if (field === undefined) return stripped;
  const from = name === 'data' ? field.length : stripped.text.length;
  return { text: stripped.text.slice(from), character: stripped.character + from };
}

/** The beginning of a line of server-sent events; without a name it is a comment. */
const EVENT_FIELD = /^(data|event|id|retry|): ?/;
