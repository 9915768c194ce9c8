import type { FoundName } from '../../model/name';
import type { PatternedKind } from '../../model/registry';
import type { Position, Range, SourceFile } from '../../model/text';
import { canonicalId, idsIn } from '../../registry/ids';

/** An id as written in a file. */
export interface IdPlace {
  id: string;
  kind: PatternedKind;
  range: Range;
}

/** The id that contains or touches the cursor: in cells, prose, headings, and JSON strings and keys. */
export function idAt({ lines }: SourceFile, { line, character }: Position): IdPlace | undefined {
  return idsOnLine(lines[line] ?? '', line).find(
    ({ range }) => range.start.character <= character && character <= range.end.character,
  );
}

/**
 * The occurrences of an id in a file, in any of its spellings, in document order.
 *
 * @param declared the locations of the id's declarations, in this and other files
 */
export function idOccurrences(
  id: string,
  { uri, lines }: SourceFile,
  declared: readonly { uri: string; range: Range }[] = [],
): FoundName[] {
  const wanted = canonicalId(id);
  const mark = idMark(id);
  const starts = new Set(declared.filter(one => one.uri === uri).map(({ range }) => positionKey(range.start)));
  return lines.flatMap((text, line) =>
    text.includes(mark)
      ? idsOnLine(text, line)
          .filter(place => canonicalId(place.id) === wanted)
          .map(({ id: written, kind, range }) => ({
            name: { kind, text: written },
            range,
            role: starts.has(positionKey(range.start)) ? 'defines' : 'refers',
            part: 'root',
            path: [],
            write: to => spelledLike(written, to, kind),
            refuses: () => undefined,
          }))
      : [],
  );
}

function positionKey({ line, character }: Position): string {
  return `${line}:${character}`;
}

// An id with several spellings keeps that of the occurrence: the dash, and the leading zeros of a story.
function spelledLike(old: string, id: string, kind: PatternedKind): string {
  if (kind !== 'checklist' && kind !== 'story') return id;
  const [, letters = '', dash = '', digits = ''] = /^([A-Z]+)(-?)(\d+)$/.exec(old) ?? [];
  const number = /\d+$/.exec(id)?.[0] ?? '';
  const hasZeros = digits.startsWith('0') || (dash !== '' && digits.length >= 3);
  const written = kind === 'story' ? String(Number(number)).padStart(hasZeros ? digits.length : 0, '0') : number;
  return `${letters}${dash}${written}`;
}

/** The text that every spelling of an id contains: its number, without leading zeros. */
export function idMark(id: string): string {
  return /[1-9]\d*$|0$/.exec(id)?.[0] ?? id;
}

// No id spans lines, so each line is scanned as it is in the file, whether it belongs to a cell, a quoted block or a document
// in a string. Only escapes need handling.
function idsOnLine(text: string, line: number): IdPlace[] {
  return idsIn(withoutEscapes(text)).map(({ id, kind, start, end }) => ({
    id,
    kind,
    range: { start: { line, character: start }, end: { line, character: end } },
  }));
}

/**
 * Replaces each JSON escape, even in nested strings, by characters of the same width: blanks, or `x` if the escape stands for a
 * word character.
 */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\+(?:u([\dA-Fa-f]{4})|["/bfnrt]|(?=[^\\]|$))/g, (all, hex?: string) =>
    (hex && WORD.test(String.fromCharCode(Number.parseInt(hex, 16))) ? 'x' : ' ').repeat(all.length),
  );
}

const WORD = /[\p{L}\p{M}\p{N}]/u;
