import type { Part, PartLang, Segment } from '../model/part';
import type { SourceFile } from '../model/text';
import { stripByteOrderMark } from './stripByteOrderMark';

/** A whole file as one part. */
export function rootPart(file: SourceFile, lang: PartLang): Part {
  const first = stripByteOrderMark(file.lines[0] ?? '');
  const lines = [first.text, ...file.lines.slice(1)];
  const part = { id: 'root', lang, text: lines.join('\n'), oneLine: false, encode: (text: string) => text };
  return withLazyMap(part, () => lineSegments(lines, first.character));
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
    const segment = { at, line, character: line === 0 ? firstCharacter : 0 };
    at += text.length + 1;
    return segment;
  });
}
