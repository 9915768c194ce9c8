import type { Part } from '../model/part';
import type { RegistryDocument } from '../model/registryDocument';
import type { Source } from '../model/run';
import type { Path, Range, SourceFile, Span } from '../model/text';
import { withoutMark } from '../parts/byteOrderMark';
import { linePart } from '../parts/lineParts';
import { rangeOf, rangeOfPart } from '../parts/place';
import { rootPart } from '../parts/rootPart';
import { split } from '../parts/split';
import { decisionsOf } from '../registry/decisions';
import { handoffsOf } from '../registry/handoffs';
import { readRegistry } from '../registry/read';
import { jsonTree, nodeAt } from '../text/json';
import { languageOf } from '../text/language';
import { sourceFile } from '../text/lines';
import { parseMarkdown } from '../text/markdown';

/**
 * Where a source stands in the text of its file: the value, else its part, else the file's start. A file may have changed
 * since it was read.
 */
export function placeOf({ uri, part, path }: Source, text: string): Range {
  const lang = languageOf(uri) ?? 'json';
  if (lang === 'jsonl') {
    const number = lineOf(part);
    const line = number === undefined ? undefined : lineAt(text, number);
    return line === undefined || number === undefined ? START : placeInLine(path, line, number);
  }
  const file = sourceFile(uri, lang, text);
  if (lang === 'markdown') return placeInRegistry(path, file);
  const found = split(file).find(({ id }) => id === part);
  return found ? placeInPart(path, found) : START;
}

/** The number, from 0, of the line that a part of a log is; undefined for other parts. */
export function lineOf(part: string): number | undefined {
  const [, number] = /^line (\d{1,15})$/.exec(part) ?? [];
  return number === undefined || number === '0' ? undefined : Number(number) - 1;
}

/** The same in one line of a log, of which the rest need not be read. @param number from 0 */
export function placeInLine(path: Path, line: string, number: number): Range {
  const { text, character } = withoutMark(line);
  return placeInPart(path, linePart('line', text, number, character));
}

/** Where a span of a file's text stands, which is counted without a byte order mark and with `\n` as line ends. */
export function placeOfSpan({ start, end }: Span, uri: string, text: string): Range {
  const part = rootPart(sourceFile(uri, 'markdown', text), 'markdown');
  const length = part.text.length;
  const from = Math.min(Math.max(0, start), length);
  return rangeOf(part, { start: from, end: Math.min(Math.max(from, end), length) });
}

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function placeInPart(path: Path, part: Part): Range {
  const root = path.length > 0 ? jsonTree(part.text) : undefined;
  const node = root && nodeAt(root, path);
  return node ? rangeOf(part, { start: node.offset, end: node.offset + node.length }) : rangeOfPart(part);
}

/** Steps of a registry's own account stand in its tables and notes. */
function placeInRegistry([section, index]: Path, file: SourceFile): Range {
  const part = rootPart(file, 'markdown');
  const places = typeof index === 'number' ? SECTIONS.get(section) : undefined;
  if (!places) return START;
  const span = places(readRegistry(parseMarkdown(part.text), { whole: true }))[index as number]?.at;
  return span ? rangeOf(part, span) : START;
}

type Places = (registry: RegistryDocument) => readonly { at: Span }[];

const SECTIONS: ReadonlyMap<unknown, Places> = new Map<unknown, Places>([
  ['decisions', decisionsOf],
  ['handoffs', handoffsOf],
]);

/** A line of a text by its number; the text of a large log is not split for it. */
function lineAt(text: string, number: number): string | undefined {
  const ends = /\r\n|\n|\r/g;
  let start = 0;
  for (let line = 0; line < number; line++) {
    if (!ends.exec(text)) return undefined;
    start = ends.lastIndex;
  }
  const end = ends.exec(text);
  return text.slice(start, end?.index);
}
