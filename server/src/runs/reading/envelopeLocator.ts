import type { RegistryDocument } from '../../model/registry';
import type { EnvelopeLocation } from '../../model/run';
import type { Part, Path, Range, Span } from '../../model/text';
import { jsonOfLine, rangeOf, rangeOfPart } from '../../parts/positions';
import { partTree, rootPart } from '../../parts/rootPart';
import { linePart, splitIntoParts } from '../../parts/splitIntoParts';
import { decisionsOf, handoffsOf } from '../../registry/handoffs';
import { readRegistry } from '../../registry/readRegistry';
import { languageOf } from '../../text/fileLanguage';
import { type JsonNode, nodeAt } from '../../text/json/parseJson';
import { textFile } from '../../text/lines';
import { memoizeLast } from '../../text/memoize';
import { parseMarkdown } from '../../text/parseMarkdown';

/**
 * Finds the range of an envelope in one file, from the location that the index keeps. Returns undefined if the envelope's part, line of a log, or
 * row of a registry no longer exists.
 */
export type EnvelopeLocator = (location: Pick<EnvelopeLocation, 'part' | 'path'>) => Range | undefined;

/**
 * Returns a function that locates envelopes in the text of a file: their value, otherwise their part. The text is split and parsed once for
 * all of them, no further than needed. The file may have changed since the index read it.
 */
export function envelopeLocator(uri: string, text: string): EnvelopeLocator {
  const lang = languageOf(uri) ?? 'json';
  switch (lang) {
    case 'jsonl':
      return placesInLog(text);
    case 'markdown':
      return placesInRegistry(rootPart(textFile(uri, lang, text), lang));
    default:
      return placesInParts(() => splitIntoParts(textFile(uri, lang, text)));
  }
}

/** Locates one envelope; returns the start of the file if the envelope is not found. */
export function envelopeRange(location: EnvelopeLocation, text: string): Range {
  return envelopeLocator(location.uri, text)(location) ?? START;
}

/** Returns the line index of a part of a log; undefined for other parts. */
export function lineIndexOf(part: string): number | undefined {
  const [, number] = /^line (\d{1,15})$/.exec(part) ?? [];
  return number === undefined || number === '0' ? undefined : Number(number) - 1;
}

/**
 * Locates values in one line of a log, without the rest of the file.
 *
 * @param number the line's index
 */
export function lineLocator(line: string, number: number): (path: Path) => Range {
  const { text, character } = jsonOfLine(line);
  return placesInPart(linePart('line', text, number, character));
}

/**
 * Returns the range of a span whose offsets count the file's text without a byte order mark and with `
 * ` as line ends.
 */
export function spanRange({ start, end }: Span, uri: string, text: string): Range {
  const part = rootPart(textFile(uri, 'markdown', text), 'markdown');
  const length = part.text.length;
  const from = Math.min(Math.max(0, start), length);
  return rangeOf(part, { start: from, end: Math.min(Math.max(from, end), length) });
}

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Returns a function that locates values in a part. Returns the range of the part for a missing value. */
function placesInPart(part: Part): (path: Path) => Range {
  let tree: { root: JsonNode | undefined } | undefined;
  return path => {
    if (path.length === 0) return rangeOfPart(part);
    tree ??= { root: partTree(part) };
    const node = tree.root && nodeOnWay(tree.root, path);
    return node ? rangeOf(part, { start: node.offset, end: node.offset + node.length }) : rangeOfPart(part);
  };
}

/** The node at a path; if that leads into JSON in a string, the string. */
function nodeOnWay(root: JsonNode, path: Path): JsonNode | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = nodeAt(root, path.slice(0, length));
    if (node) return length === path.length || node.type === 'string' ? node : undefined;
  }
  return undefined;
}

function placesInParts(parts: () => Part[]): EnvelopeLocator {
  let byId: Map<string, Part> | undefined;
  const placesOf = memoizeLast((id: string) => {
    byId ??= new Map(parts().map(part => [part.id, part]));
    const part = byId.get(id);
    return part && placesInPart(part);
  });
  return ({ part, path }) => placesOf(part)?.(path);
}

function placesInLog(text: string): EnvelopeLocator {
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

/** Returns a function that locates the steps of a registry's history in its tables and notes. */
function placesInRegistry(part: Part): EnvelopeLocator {
  let registry: RegistryDocument | undefined;
  return ({ path: [section, index] }) => {
    const places = typeof index === 'number' ? SECTIONS.get(section) : undefined;
    if (!places) return undefined;
    registry ??= readRegistry(parseMarkdown(part.text), { whole: true });
    const span = places(registry)[index as number]?.at;
    return span && rangeOf(part, span);
  };
}

type Places = (registry: RegistryDocument) => readonly { at: Span }[];

const SECTIONS: ReadonlyMap<unknown, Places> = new Map<unknown, Places>([
  ['decisions', decisionsOf],
  ['handoffs', handoffsOf],
]);

/** Returns a function from an index to a line of a text. Splits a large log no further than needed. */
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
