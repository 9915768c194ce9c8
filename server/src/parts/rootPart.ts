import type { Part, PartLang, Segment, SegmentMap } from '../model/part';
import type { SourceFile } from '../model/text';
import { joinLines, lineStarts, textLength } from '../text/lines';
import { stripByteOrderMark } from './stripByteOrderMark';

/** A whole file as one part. Its text is joined when it is first asked for: what follows an edit may not need it. */
export function rootPart({ lines }: SourceFile, lang: PartLang): Part {
  const { character } = stripByteOrderMark(lines[0] ?? '');
  const part = { id: 'root', lang, oneLine: false, encode: (text: string) => text };
  const withText = withLazy(part, 'text', () => joinLines(lines).slice(character));
  return withLazyMap(withText, () => new LineMap(lines, character));
}

/** A part with a lazily computed map: most parts have no problem, and no cursor is in them. */
export function withLazyMap(part: Omit<Part, 'map'>, computeMap: () => SegmentMap): Part {
  return withLazy(part, 'map', computeMap);
}

function withLazy<T extends object, K extends string, V>(object: T, key: K, compute: () => V): T & Record<K, V> {
  let value: V | undefined;
  const get = () => {
    value ??= compute();
    return value;
  };
  return Object.defineProperty(object, key, { enumerable: true, get }) as T & Record<K, V>;
}

/** The segments of lines. A class, since it is compared by what it has. */
class LineMap implements SegmentMap {
  readonly lines: readonly string[];
  /** The characters of the byte order mark, which is no part of the text. */
  readonly mark: number;

  constructor(lines: readonly string[], mark: number) {
    this.lines = lines;
    this.mark = mark;
  }

  get length(): number {
    return this.lines.length;
  }

  get textLength(): number {
    return textLength(this.lines) - this.mark;
  }

  at(index: number): Segment | undefined {
    const line = index < 0 ? index + this.length : index;
    if (line < 0 || line >= this.length) return undefined;
    const start = lineStarts(this.lines)[line] as number;
    return line === 0 ? { at: 0, line, character: this.mark } : { at: start - this.mark, line, character: 0 };
  }
}
