import type { SaidMatch } from '../../model/runSource';
import type { Path, Position, Range, Span } from '../../model/text';
import { rangeOf, rangeOfPart } from '../../parts/positions';
import { partTree } from '../../parts/rootPart';
import type { PartPlace } from '../../runs/findSearchedParts';
import { UNPRINTABLE } from '../../shared/shownText';
import { jsonSpans } from '../../text/json/jsonSpans';
import { nodeAt } from '../../text/json/parseJson';
import { atPath, isObject } from '../../text/jsonPointer';
import { findLastAtOrBefore } from '../../text/lines';
import { memoizeLast } from '../../text/memoize';
import type { WordPattern } from '../../text/searchWords';
import type { Said } from './scanMessageTexts';
import { plain } from './treeNodeTexts';

/** A match of a search in the messages of workflow runs, with its file and the range of the first found words there. */
export interface FileSaidMatch extends SaidMatch {
  uri: string;
  range: Range;
}

/** Converts a match of a search to its form for the editor: snippet, place and step. */
export function messageMatch(
  { uri, part, summary, step, envelope, text, path, start }: Said,
  pattern: WordPattern,
): FileSaidMatch {
  const places = pattern.places(text, LONGEST);
  const written = atPath(part.value, path);
  // JSON within a string may escape the words.
  const [{ start: from, end } = { start: 0, end: 0 }] =
    start !== undefined || written === text ? places : pattern.places(String(written), LONGEST);
  const first = { start: from - (start ?? 0), end: end - (start ?? 0) };
  return {
    run: summary.id,
    family: summary.family,
    ...(step.key !== undefined && { step: step.key }),
    title: plain(step.title, LONGEST),
    field: fieldName(atPath(part.value, envelope), path.slice(envelope.length)),
    ...snippet(text, places),
    uri,
    range: textRange(part.place, path, first),
  };
}

/** A line of text around found words, and the spans of the words in it. */
interface Snippet {
  text: string;
  marks: [start: number, end: number][];
}

/**
 * Returns a line of a text around the first of some spans. Replaces blanks by one space; removes control characters,
 * invisible characters and bidirectional controls.
 *
 * @param places the spans, in order; may overlap
 */
export function snippet(text: string, places: readonly Span[]): Snippet {
  const first = places[0]?.start ?? 0;
  const start = wholeCharacter(text, Math.max(0, first - BEFORE));
  const end = wholeCharacter(text, Math.min(text.length, start + LONGEST - 2));
  let line = start > 0 ? '…' : '';
  const marks: Snippet['marks'] = [];
  let at = start;
  const add = (to: number): void => {
    const piece = text.slice(at, to).replace(UNPRINTABLE, ' ');
    const isDouble = piece.startsWith(' ') && (line === '' || line.endsWith(' ') || line === '…');
    line += isDouble ? piece.slice(1) : piece;
    at = to;
  };
  for (const place of places) {
    const from = Math.max(at, place.start);
    const to = Math.min(end, place.end);
    if (to <= from) continue;
    add(from);
    const begin = line.length;
    add(to);
    if (line.length > begin) marks.push([begin, line.length]);
  }
  add(end);
  line = line.trimEnd();
  return { text: end < text.length ? `${line}…` : line, marks };
}

/** The maximum length of a snippet in UTF-16 units. */
export const LONGEST = 160;
const BEFORE = 50;

/** Moves an offset that splits a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  const isSplit = (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
  return isSplit ? offset - 1 : offset;
}

/**
 * Returns the range, in the file, of a piece of a string in a part; the range of the whole value if the piece can't be
 * located.
 *
 * @param path the string's path in the part
 * @param span offsets in the string
 */
function textRange(place: PartPlace, path: Path, span: Span): Range {
  if ('yaml' in place) {
    // The lines of a text of YAML may be folded: the whole text is shown.
    const root = partTree(place.yaml);
    const node = root && nodeAt(root, path);
    return node ? rangeOf(place.yaml, { start: node.offset, end: node.offset + node.length }) : rangeOfPart(place.yaml);
  }
  const json = 'json' in place ? place.json : PART_TEXT(place.file, place.start, place.end);
  const value = SPANS(json).at(path) ?? { start: 0, end: json.length };
  const within = spanInString(json, value, span);
  if ('json' in place) {
    const at = (offset: number): Position => ({ line: place.line, character: place.character + offset });
    return { start: at(within.start), end: at(within.end) };
  }
  const starts = LINE_STARTS(place.file);
  const at = (offset: number): Position => {
    const line = findLastAtOrBefore(starts.length, index => starts[index] as number, offset);
    return { line, character: offset - (starts[line] ?? 0) };
  };
  return { start: at(place.start + within.start), end: at(place.start + within.end) };
}

// The matches of a page come from few parts, one after the other.
const SPANS = memoizeLast(jsonSpans);
const LINE_STARTS = memoizeLast(lineStarts);
const PART_TEXT = memoizeLast((file: string, start: number, end: number) => file.slice(start, end));

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return starts;
}

/** Converts offsets in a string's text to offsets in its JSON, which may contain escapes. */
function spanInString(json: string, value: Span, { start, end }: Span): Span {
  if (json[value.start] !== '"') return value;
  let at = value.start + 1;
  let offset = 0;
  const goTo = (wanted: number): number => {
    for (; offset < wanted && at < value.end - 1; offset++) {
      if (json[at] !== '\\') at++;
      else at += json[at + 1] === 'u' ? 6 : 2;
    }
    return Math.min(at, value.end);
  };
  const first = goTo(start);
  return { start: first, end: goTo(end) };
}

/**
 * Returns the name of a value in an envelope: its path with dots. The key of a span's attribute replaces its list index.
 *
 * @param path the path of the value in the envelope
 */
function fieldName(envelope: unknown, path: Path): string {
  const names: string[] = [];
  let here = envelope;
  for (let at = 0; at < path.length; at++) {
    const step = path[at] as string | number;
    here = isObject(here) || Array.isArray(here) ? (here as Record<string | number, unknown>)[step] : undefined;
    const isAttribute = isObject(here) && typeof here['key'] === 'string' && path[at + 1] === 'value';
    if (!isAttribute) {
      names.push(String(step));
      continue;
    }
    const { key, value } = here as { key: string; value: unknown };
    names.push(key);
    here = value;
    at++;
    const kind = path[at + 1];
    if (kind === 'stringValue') at++;
  }
  return plain(names.join('.'), LONGEST_NAME);
}

const LONGEST_NAME = 120;
