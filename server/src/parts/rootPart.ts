import type { Part, PartLang, Segment } from '../model/part';
import type { SourceFile } from '../model/text';
import { joinLines } from '../text/lines';
import { stripByteOrderMark } from './stripByteOrderMark';

/** A whole file as one part. */
export function rootPart(file: SourceFile, lang: PartLang): Part {
  const { text, character } = stripByteOrderMark(joinLines(file.lines));
  const part = { id: 'root', lang, text, oneLine: false, encode: (text: string) => text };
  return withLazyMap(part, () => lineSegments(file.lines, character));
}

/** A part with a lazily computed map: most parts have no problem, and no cursor is in them. */
export function withLazyMap(part: Omit<Part, 'map'>, computeMap: () => Segment[]): Part {
  let map: Segment[] | undefined;
  const get = () => {
    map ??= computeMap();
    return map;
  };
  return Object.defineProperty(part, 'map', { enumerable: true, get }) as Part;
}

function lineSegments(lines: readonly string[], firstCharacter: number): Segment[] {
  let at = 0;
  return lines.map((text, line) => {
    const character = line === 0 ? firstCharacter : 0;
    const segment = { at, line, character };
    at += text.length + 1 - character;
    return segment;
  });
}
