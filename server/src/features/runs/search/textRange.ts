import type { Path, Position, Range, Span } from '../../../model/text';
import type { PartPlace } from '../../../runs/search/findParts';
import { findLastAtOrBefore } from '../../../text/findLastAtOrBefore';
import { jsonSpans } from '../../../text/json/jsonSpans';
import { memoizeLast } from '../../../text/memoize';

/**
 * The range in its file of a piece of a string in a part; of the whole value where that can't be told.
 *
 * @param path the string's path in the part
 * @param span offsets in the string
 */
export function textRange(place: PartPlace, path: Path, span: Span): Range {
  const json = 'json' in place ? place.json : PART_TEXT(place.file, place.start, place.end);
  const value = SPANS(json, undefined).at(path) ?? { start: 0, end: json.length };
  const within = spanInString(json, value, span);
  if ('json' in place) {
    const at = (offset: number): Position => ({ line: place.line, character: place.character + offset });
    return { start: at(within.start), end: at(within.end) };
  }
  const starts = LINE_STARTS(place.file, undefined);
  const at = (offset: number): Position => {
    const line = findLastAtOrBefore(starts.length, index => starts[index] as number, offset);
    return { line, character: offset - (starts[line] ?? 0) };
  };
  return { start: at(place.start + within.start), end: at(place.start + within.end) };
}

// The matches of a page come from few parts, one after the other.
const SPANS = memoizeLast((json: string, _: undefined) => jsonSpans(json));
const LINE_STARTS = memoizeLast((file: string, _: undefined) => lineStarts(file));
const PART_TEXT = partText();

function partText(): (file: string, start: number, end: number) => string {
  let last = { file: '', start: 0, end: 0, text: '' };
  return (file, start, end) => {
    if (last.file !== file || last.start !== start || last.end !== end) {
      last = { file, start, end, text: file.slice(start, end) };
    }
    return last.text;
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return starts;
}

/** Offsets of a string's text as offsets of its JSON, which may hold escapes. */
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
