import type { Part, PartLang, Position, Segment, SegmentMap, Span, TextFile } from '../model/text';
import type { Excerpt, LargeJson } from '../text/json/largeJson';
import { type JsonNode, jsonTree, largeJsonTree, parsePiece } from '../text/json/parseJson';
import { joinLines, lineStarts, textLength } from '../text/lines';
import { memoizeByObject } from '../text/memoize';
import { textTree } from '../text/parseJsonOrYaml';
import { positionAt, stripByteOrderMark } from './positions';

/**
 * Returns a whole file as its only part; other files are split into lines or elements. Joins its text on first use, since the work after an edit
 * may not need it.
 */
export function rootPart({ lines }: TextFile, lang: PartLang): Part {
  const { character } = stripByteOrderMark(lines[0] ?? '');
  let text: string | undefined;
  let map: SegmentMap | undefined;
  // Getters of the literal: those that are defined later make the object slow.
  return {
    id: 'root',
    lang,
    oneLine: false,
    encode: (written: string) => written,
    get text() {
      text ??= joinLines(lines).slice(character);
      return text;
    },
    get map() {
      map ??= new LineMap(lines, character);
      return map;
    },
  };
}

/** Returns a part with a lazily computed map: most parts have no problem, and no cursor is in them. */
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

/** The segments of lines. A class, so that equality is that of its properties. */
class LineMap implements SegmentMap {
  readonly lines: readonly string[];
  /** The length of the byte order mark, which is not part of the text. */
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

/** The segments of a text with the line breaks of the file. Finds them on first use, but the first one at once. */
export class TextMap implements SegmentMap {
  readonly text: string;
  readonly begin: Position;
  #segments: readonly Segment[] | undefined;

  constructor(text: string, { line, character }: Position) {
    this.text = text;
    this.begin = { line, character };
  }

  get length(): number {
    return this.#all().length;
  }

  get textLength(): number {
    return this.text.length;
  }

  at(index: number): Segment | undefined {
    return index === 0 ? { at: 0, ...this.begin } : this.#all().at(index);
  }

  #all(): readonly Segment[] {
    if (!this.#segments) {
      let { line } = this.begin;
      const segments = [{ at: 0, ...this.begin }];
      for (let end = this.text.indexOf('\n'); end >= 0; end = this.text.indexOf('\n', end + 1))
        segments.push({ at: end + 1, line: ++line, character: 0 });
      this.#segments = segments;
    }
    return this.#segments;
  }
}

/** The JSON of parts with large arrays. */
const largeJsons = new WeakMap<object, LargeJson>();

/** Registers the JSON of a part with large arrays, so that `partTree` need not read all of its text. */
export function rememberLargeJson(part: Part, json: LargeJson): void {
  largeJsons.set(part, json);
}

/** Returns the JSON of a part with large arrays; undefined for any other part. */
export function largeJsonOf(part: Part): LargeJson | undefined {
  return largeJsons.get(part);
}

/** Returns the syntax tree of a part of JSON or YAML. Undefined for text without a value, and for brackets nested too deeply to walk. */
export function partTree(part: Pick<Part, 'text' | 'lang'>): JsonNode | undefined {
  return largeJsons.has(part) ? largeTree(part) : textTree(part.text, part.lang);
}

/** Returns a piece of a part's text. */
export function partText(part: Pick<Part, 'text'>, { start, end }: Span): string {
  const json = largeJsons.get(part);
  return json ? json.slice({ start, end }) : part.text.slice(start, end);
}

const largeTree = memoizeByObject((part: Pick<Part, 'text'>) => {
  const json = largeJsons.get(part);
  return (json && largeJsonTree({ ...json, shell: json.shell.text }, parsePiece)) ?? jsonTree(part.text);
});

type StringNode = Pick<JsonNode, 'offset' | 'length' | 'value'>;

/**
 * Returns the span of a string within its quotes. In YAML a string may have no quotes; undefined if it is written in any other way: with
 * escapes, over several lines, or by an alias.
 */
export function contentSpan(part: Part, { offset, length, value }: StringNode): Span | undefined {
  const inside = { start: offset + 1, end: offset + length - 1 };
  if (part.lang !== 'yaml') return inside;
  const written = part.text.slice(offset, offset + length);
  if (written === value) return { start: offset, end: offset + length };
  return /^["']/.test(written) && written.slice(1, -1) === value ? inside : undefined;
}

/** Returns the content of a JSON string as a part. Its text is unescaped; edits of it are escaped. */
export function stringPart(parent: Part, node: StringNode, id: string): Part {
  const part = {
    id: `${parent.id} ${id}`,
    lang: 'markdown' as const,
    text: String(node.value),
    parent,
    oneLine: false,
    encode: (text: string) => parent.encode(JSON.stringify(text).slice(1, -1)),
  };
  return withLazyMap(part, () => stringSegments(parent, node));
}

/**
 * Returns the content of a YAML string as a part: of a block string (`|`), without its final line ends, or of a double-quoted string that
 * JSON could also contain. Undefined for strings in any other form.
 */
export function yamlStringPart(parent: Part, node: StringNode, id: string): Part | undefined {
  const written = parent.text.slice(node.offset, node.offset + node.length);
  if (written.startsWith('"')) return isJsonOf(written, node.value) ? stringPart(parent, node, id) : undefined;
  const [header, ...lines] = written.split('\n');
  if (!/^\|[-+]?\s*$/.test(header ?? '')) return undefined;
  const indent = lines.find(line => line.trim() !== '')?.search(/[^ ]/) ?? 0;
  const text = lines.map(line => line.slice(indent)).join('\n');
  if (indent === 0 || text !== String(node.value).replace(/\n+$/, '')) return undefined;
  const prefix = `\n${' '.repeat(indent)}`;
  const encode = (own: string) => parent.encode(own.replaceAll('\n', prefix));
  const part = { id: `${parent.id} ${id}`, lang: 'markdown' as const, text, parent, oneLine: false, encode };
  return withLazyMap(part, () => {
    let at = 0;
    let offset = node.offset + (header as string).length + 1;
    return lines.map(line => {
      const start = Math.min(indent, line.length);
      const segment = { at, ...positionAt(parent, offset + start) };
      at += line.length - start + 1;
      offset += line.length + 1;
      return segment;
    });
  });
}

function isJsonOf(written: string, value: unknown): boolean {
  try {
    return JSON.parse(written) === value;
  } catch {
    return false;
  }
}

// Between two escape sequences, offsets in the text and in the JSON advance together. A string is in one line.
function stringSegments(parent: Part, { offset, length }: StringNode): Segment[] {
  const written = partText(parent, { start: offset, end: offset + length });
  const { line, character } = positionAt(parent, offset);
  const segments: Segment[] = [{ at: 0, line, character: character + 1 }];
  // The number of characters of the JSON that the text lacks, beginning with the quote.
  let more = 1;
  for (let at = written.indexOf('\\'); at >= 0 && at < length - 1; at = written.indexOf('\\', at)) {
    const size = written[at + 1] === 'u' ? 6 : 2;
    at += size;
    more += size - 1;
    segments.push({ at: at - more, line, character: character + at });
  }
  return segments;
}

/** Returns an excerpt of a part with large arrays as a part. Its positions and edits are those of the file. */
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
