import type { Part, Segment } from '../model/part';
import type { Excerpt } from '../text/json/jsonExcerpt';
import { positionAt } from './positions';

/** An excerpt of a part with large arrays as a part: what is written in it is written in the file. */
export function excerptPart({ id, lang, oneLine, encode, map: whole }: Part, { text, copies }: Excerpt): Part {
  const map = copies.flatMap(({ from, at }): Segment[] => {
    const outer = { id, lang, oneLine, encode, map: whole, text: '' };
    const begin = positionAt(outer, from.start);
    const last = positionAt(outer, from.end).line;
    const inside = Array.from({ length: last - begin.line }, (_, index) => whole.at(begin.line + index + 1) as Segment);
    return [{ at, ...begin }, ...inside.map(segment => ({ ...segment, at: segment.at - from.start + at }))];
  });
  return { id, lang, oneLine, encode, map, text };
}
