import type { Path, Span } from '../../model/text';
import { findLastAtOrBefore } from '../lines';
import {
  COLON,
  COMMA,
  endOfToken,
  endOfValue,
  isClosing,
  isOpening,
  nextBracket,
  OPEN_BRACKET,
  skipTrivia,
} from './jsonScanner';
import { mayBeJson } from './losslessJson';

/**
 * Finds the offsets of values in a large JSON text without parsing it: scans tokens, and remembers the offsets found on the way. A tree of ten
 * megabytes would take seconds. Never throws, and in malformed text finds whatever looks like JSON.
 */
export interface JsonSpans {
  /** The span of the value at a path. If a key is duplicate, the last one counts. */
  at(path: Path): Span | undefined;
  /** The members of a list or an object; undefined for other values. */
  members(path: Path): JsonMembers | undefined;
  /** The members of the value at a span. */
  membersIn(span: Span): JsonMembers | undefined;
  /** The path of the innermost value that contains an offset, in itself or in its key. */
  pathAt(offset: number): (string | number)[];
}

export interface JsonMembers {
  isList: boolean;
  count: number;
  /** A property's name, or the index in an array. */
  name(index: number): string | number;
  value(index: number): Span;
}

export function jsonSpans(text: string): JsonSpans {
  const begin = skipTrivia(text, 0);
  const ends = endsOfLong(text, begin);
  const endAt = (start: number) => ends.get(start) ?? endOfValue(text, start);
  const root: Span | undefined = begin < text.length ? { start: begin, end: endAt(begin) } : undefined;
  const known = new Map<number, Members>();

  function membersAt({ start }: Span): Members | undefined {
    if (!isOpening(text.charCodeAt(start))) return undefined;
    let members = known.get(start);
    if (!members) {
      if (known.size >= MOST_KNOWN) known.clear();
      members = membersOf(text, start, endAt);
      known.set(start, members);
    }
    return members;
  }

  function at(path: Path): Span | undefined {
    let here = root;
    for (const step of path) {
      const members = here && membersAt(here);
      const index = members && memberIndex(members, step);
      here = index === undefined ? undefined : members?.value(index);
    }
    return here;
  }

  return {
    at,
    membersIn: membersAt,
    members(path) {
      const span = at(path);
      return span && membersAt(span);
    },
    pathAt(offset) {
      const path: (string | number)[] = [];
      let here = root;
      while (here) {
        const members = membersAt(here);
        const index = members ? members.last(offset) : -1;
        if (!members || index < 0) break;
        const value = members.value(index);
        if (offset >= value.end) break;
        path.push(members.name(index));
        here = offset >= value.start ? value : undefined;
      }
      return path;
    },
  };
}

/** The span of the value at a path; if that leads into JSON in a string, the span of the string. Undefined if there is neither. */
export function spanOnWay(text: string, path: Path, spans: Pick<JsonSpans, 'at'>): Span | undefined {
  return wayOf(text, path, spans)?.span;
}

/**
 * The text of the value at a path, which may lead into JSON in a string: what is behind that is a path in the string's own text. Undefined if
 * there is none.
 */
export function textAtPath(
  text: string,
  path: Path,
  spans: Pick<JsonSpans, 'at'> = jsonSpans(text),
): string | undefined {
  const way = wayOf(text, path, spans);
  if (!way) return undefined;
  const { span, rest } = way;
  if (rest.length === 0) return text.slice(span.start, span.end);
  const inner = stringAt(text, span);
  return inner === undefined ? undefined : textAtPath(inner, rest);
}

/** The path of the innermost value at an offset, as `pathAt` finds it; goes on into JSON in the string that is there. */
export function pathIntoStrings(text: string, offset: number, spans: Pick<JsonSpans, 'at' | 'pathAt'>): Path {
  const path = spans.pathAt(offset);
  const span = spans.at(path);
  if (!span || text[span.start] !== '"' || span.end - span.start > LONGEST_ENTERED) return path;
  const inner = stringAt(text, span);
  if (inner === undefined || !mayBeJson(inner)) return path;
  const last = Math.min(offset, span.end - 1);
  // The offset may be within an escape.
  for (let end = last; end > span.start && end > last - LONGEST_ESCAPE; end--) {
    const before = stringAt(`${text.slice(span.start, end)}"`, { start: 0, end: end - span.start + 1 });
    if (before !== undefined) return [...path, ...pathIntoStrings(inner, before.length, jsonSpans(inner))];
  }
  return path;
}

/** In characters: the cursor moves often. */
const LONGEST_ENTERED = 1_000_000;
const LONGEST_ESCAPE = 6;

/** The value at a path, or the string on the way there with the path that is left. */
function wayOf(text: string, path: Path, spans: Pick<JsonSpans, 'at'>): { span: Span; rest: Path } | undefined {
  for (let length = path.length; length >= 0; length--) {
    const span = spans.at(path.slice(0, length));
    if (!span) continue;
    return length === path.length || text[span.start] === '"' ? { span, rest: path.slice(length) } : undefined;
  }
  return undefined;
}

function stringAt(text: string, { start, end }: Span): string | undefined {
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return undefined;
  }
}

const MOST_KNOWN = 1000;
/** Larger lists and objects are not read: a text of sixty megabytes may be nothing but commas. */
const MOST_MEMBERS = 2_000_000;

interface Members extends JsonMembers {
  /** The last member that begins at or before an offset; -1 if none does. */
  last(offset: number): number;
  /** The last member of each name; empty for a list. */
  named(): Map<string, number>;
}

function memberIndex(members: Members, step: string | number): number | undefined {
  if (!members.isList) return members.named().get(String(step));
  // An index may be given as text.
  const index = step === '' ? -1 : Number(step);
  return Number.isInteger(index) && index >= 0 && index < members.count ? index : undefined;
}

/**
 * The ends of the long lists and objects in the value at an offset, itself included, as `endOfValue` finds them. Without them each level of a
 * deep nesting would be scanned to its end for the level around it.
 */
function endsOfLong(text: string, begin: number): Map<number, number> {
  const ends = new Map<number, number>();
  if (!isOpening(text.charCodeAt(begin))) return ends;
  const open: number[] = [];
  const close = (end: number): void => {
    const start = open.pop() as number;
    if (end - start >= LONG) ends.set(start, end);
  };
  for (let at = begin; at < text.length; at = nextBracket(text, at + 1)) {
    if (isOpening(text.charCodeAt(at))) open.push(at);
    else close(at + 1);
    if (open.length === 0) return ends;
  }
  while (open.length > 0) close(text.length);
  return ends;
}

/** In characters: shorter values are scanned again at each level, so that few ends are kept. */
const LONG = 4000;

function membersOf(text: string, start: number, endAt: (start: number) => number): Members {
  const isList = text.charCodeAt(start) === OPEN_BRACKET;
  // The start of each member (in an object, of its name), and the start and end of its value.
  const begins: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = skipTrivia(text, start + 1); at < text.length && !isClosing(text.charCodeAt(at)); ) {
    if (starts.length === MOST_MEMBERS) break;
    const begin = at;
    if (isBetween(text, at)) {
      at = skipTrivia(text, at + 1);
      continue;
    }
    if (!isList) {
      at = skipTrivia(text, endOfToken(text, at));
      // A name without a value.
      if (text.charCodeAt(at) !== COLON) continue;
      at = skipTrivia(text, at + 1);
      if (at >= text.length || isBetween(text, at) || isClosing(text.charCodeAt(at))) continue;
    }
    const end = endAt(at);
    begins.push(begin);
    starts.push(at);
    ends.push(end);
    at = skipTrivia(text, end);
  }
  const name = (index: number) => (isList ? index : nameAt(text, begins[index] as number));
  let names: Map<string, number> | undefined;
  return {
    isList,
    count: starts.length,
    name,
    value: index => ({ start: starts[index] ?? 0, end: ends[index] ?? 0 }),
    last: offset => findLastAtOrBefore(begins.length, index => begins[index] as number, offset),
    named() {
      names ??= new Map(begins.map((begin, index) => [nameAt(text, begin), index]));
      return names;
    },
  };
}

function isBetween(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === COMMA || code === COLON;
}

function nameAt(text: string, begin: number): string {
  const token = text.slice(begin, endOfToken(text, begin));
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

/** Returns the span of a node of a syntax tree. */
export function nodeSpan({ offset, length }: { offset: number; length: number }): Span {
  return { start: offset, end: offset + length };
}
