import type { Position, Range, SourceFile } from '../../model/text';
import { canonicalId, idsIn, type PatternedKind } from '../../registry/ids';

/** An id as it stands in a file. */
export interface IdPlace {
  id: string;
  kind: PatternedKind;
  range: Range;
}

/** An id in one of several files. */
export interface IdLocation extends IdPlace {
  uri: string;
}

/** The id that the cursor is in or at an end of: in cells, prose and headings, in the strings and keys of JSON. */
export function idAt({ lines }: SourceFile, { line, character }: Position): IdPlace | undefined {
  return idsOnLine(lines[line] ?? '', line).find(
    ({ range }) => range.start.character <= character && character <= range.end.character,
  );
}

/** The places in a file of an id, in any of its spellings, in order. */
export function placesOf(id: string, { lines }: SourceFile): IdPlace[] {
  const meant = canonicalId(id);
  const mark = markOf(id);
  return lines.flatMap((text, line) =>
    text.includes(mark) ? idsOnLine(text, line).filter(place => canonicalId(place.id) === meant) : [],
  );
}

/** What every spelling of an id holds: its number, of a story without the zeros before it. */
export function markOf(id: string): string {
  return /[1-9]\d*$|0$/.exec(id)?.[0] ?? id;
}

// No id runs over a line, so a line is read as it stands in the file, whatever it is part of: a cell, a quoted block, a
// document in a string. All that is in the way are escapes.
function idsOnLine(text: string, line: number): IdPlace[] {
  return idsIn(withoutEscapes(text)).map(({ id, kind, start, end }) => ({
    id,
    kind,
    range: { start: { line, character: start }, end: { line, character: end } },
  }));
}

/**
 * A line in which each escape of a JSON string, and of strings within it, has given way to what it stands for: nothing of
 * a word, or a letter that belongs to one. All else keeps its place.
 */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\+(?:u([\dA-Fa-f]{4})|["/bfnrt]|(?=[^\\]|$))/g, (all, hex?: string) =>
    (hex && WORD.test(String.fromCharCode(Number.parseInt(hex, 16))) ? 'x' : ' ').repeat(all.length),
  );
}

const WORD = /[\p{L}\p{M}\p{N}]/u;
