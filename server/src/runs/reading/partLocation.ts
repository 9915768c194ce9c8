import type { Part } from '../../model/part';
import type { RegistryDocument } from '../../model/registryDocument';
import type { EnvelopeLocation } from '../../model/run';
import type { Path, Range, Span } from '../../model/text';
import { linePart } from '../../parts/lineParts';
import { rangeOf, rangeOfPart } from '../../parts/positions';
import { rootPart } from '../../parts/rootPart';
import { splitIntoParts } from '../../parts/splitIntoParts';
import { stripByteOrderMark } from '../../parts/stripByteOrderMark';
import { decisionsOf } from '../../registry/decisions';
import { handoffsOf } from '../../registry/handoffs';
import { readRegistry } from '../../registry/read';
import { type JsonNode, jsonTree, nodeAt } from '../../text/json/parseJson';
import { languageOf } from '../../text/language';
import { sourceFile } from '../../text/lines';
import { parseMarkdown } from '../../text/markdown/parseMarkdown';

/** Finds a source in the one file that it was made for; undefined where the file has no such part, line or row any more. */
export type SourceLocator = (source: Pick<EnvelopeLocation, 'part' | 'path'>) => Range | undefined;

/**
 * Where sources stand in the text of their file, which is split and parsed once for all of them, and no further than
 * they need: the value, else its part. A file may have changed since it was read.
 */
export function sourceLocator(uri: string, text: string): SourceLocator {
  const lang = languageOf(uri) ?? 'json';
  switch (lang) {
    case 'jsonl':
      return placesInLog(text);
    case 'markdown':
      return placesInRegistry(rootPart(sourceFile(uri, lang, text), lang));
    default:
      return placesInParts(() => splitIntoParts(sourceFile(uri, lang, text)));
  }
}

/** The same for one source; the start of its file where it is not found. */
export function sourceRange(source: EnvelopeLocation, text: string): Range {
  return sourceLocator(source.uri, text)(source) ?? START;
}

/** The number, from 0, of the line that a part of a log is; undefined for other parts. */
export function lineIndexOf(part: string): number | undefined {
  const [, number] = /^line (\d{1,15})$/.exec(part) ?? [];
  return number === undefined || number === '0' ? undefined : Number(number) - 1;
}

/** Where values stand in one line of a log, of which the rest need not be read. @param number from 0 */
export function lineLocator(line: string, number: number): (path: Path) => Range {
  const { text, character } = stripByteOrderMark(line);
  return placesInPart(linePart('line', text, number, character));
}

/** Where a span of a file's text stands, which is counted without a byte order mark and with `\n` as line ends. */
export function spanRange({ start, end }: Span, uri: string, text: string): Range {
  const part = rootPart(sourceFile(uri, 'markdown', text), 'markdown');
  const length = part.text.length;
  const from = Math.min(Math.max(0, start), length);
  return rangeOf(part, { start: from, end: Math.min(Math.max(from, end), length) });
}

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** The part itself where it has no such value. */
function placesInPart(part: Part): (path: Path) => Range {
  let tree: { root: JsonNode | undefined } | undefined;
  return path => {
    if (path.length === 0) return rangeOfPart(part);
    tree ??= { root: jsonTree(part.text) };
    const node = tree.root && nodeAt(tree.root, path);
    return node ? rangeOf(part, { start: node.offset, end: node.offset + node.length }) : rangeOfPart(part);
  };
}

function placesInParts(parts: () => Part[]): SourceLocator {
  let byId: Map<string, Part> | undefined;
  const placesOf = memoizeLast((id: string) => {
    byId ??= new Map(parts().map(part => [part.id, part]));
    const part = byId.get(id);
    return part && placesInPart(part);
  });
  return ({ part, path }) => placesOf(part)?.(path);
}

function placesInLog(text: string): SourceLocator {
  const lines = linesOf(text);
  const placesOf = memoizeLast((number: number) => {
    const line = lines(number);
    return line === undefined ? undefined : lineLocator(line, number);
  });
  return ({ part, path }) => {
    const number = lineIndexOf(part);
    return number === undefined ? undefined : placesOf(number)?.(path);
  };
}

/** Steps of a registry's own account stand in its tables and notes. */
function placesInRegistry(part: Part): SourceLocator {
  let registry: RegistryDocument | undefined;
  return ({ path: [section, index] }) => {
    const places = typeof index === 'number' ? SECTIONS.get(section) : undefined;
    if (!places) return undefined;
    registry ??= readRegistry(parseMarkdown(part.text), { whole: true });
    const span = places(registry)[index as number]?.at;
    return span && rangeOf(part, span);
  };
}

/** Remembers its last answer: sources in one place follow each other. */
export function memoizeLast<Key, T>(make: (key: Key) => T): (key: Key) => T {
  let last: { key: Key; made: T } | undefined;
  return key => {
    if (last?.key !== key) last = { key, made: make(key) };
    return last.made;
  };
}

type Places = (registry: RegistryDocument) => readonly { at: Span }[];

const SECTIONS: ReadonlyMap<unknown, Places> = new Map<unknown, Places>([
  ['decisions', decisionsOf],
  ['handoffs', handoffsOf],
]);

/** The lines of a text by their numbers; a large log is split no further than it is asked for. */
function linesOf(text: string): (number: number) => string | undefined {
  const ends = /\r\n|\n|\r/g;
  const lines: string[] = [];
  let start: number | undefined = 0;
  return number => {
    while (start !== undefined && lines.length <= number) {
      const end = ends.exec(text);
      lines.push(text.slice(start, end?.index));
      start = end ? ends.lastIndex : undefined;
    }
    return lines[number];
  };
}
