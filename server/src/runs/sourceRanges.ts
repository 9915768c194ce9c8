import type { FileAccess, LogMark } from '../model/fileAccess';
import type { Part } from '../model/part';
import type { Source } from '../model/run';
import type { Range } from '../model/text';
import { linePart } from '../parts/lineParts';
import { rangeOf, rangeOfPart } from '../parts/place';
import { split } from '../parts/split';
import { type JsonNode, jsonTree, nodeAt } from '../text/json';
import { languageOf } from '../text/language';
import { sourceFile } from '../text/lines';
import { lineOf, placeOf } from './place';

type Reads = Pick<FileAccess, 'text' | 'log' | 'line'>;

/**
 * Finds where steps stand in their files, as `placeOf` does, but few or very many of them: a file is read once for all, and
 * a value parsed once for the steps in it. Of a log a few lines are read one by one; where more are asked for, all of it once,
 * of which the lengths of the lines are kept. Undefined where the file is gone. Good for as long as the files stay as they are.
 *
 * @param markOf how far a log has been read
 */
export function sourceRanges(
  access: Reads,
  markOf: (uri: string) => LogMark | undefined,
): (source: Source) => Range | undefined {
  const texts = lastUsed((uri: string) => textOf(access, uri));
  const parts = lastUsed((uri: string) => partsOf(texts(uri), uri));
  const lengths = lastUsed((uri: string) => lineLengths(access, uri));
  const asked = new Map<string, number>();
  let last: { place: string; part: Part | undefined } | undefined;
  let tree: { part: Part; root: JsonNode | undefined } | undefined;

  function rangeIn(part: Part, { path }: Source): Range {
    if (path.length === 0) return rangeOfPart(part);
    if (tree?.part !== part) tree = { part, root: jsonTree(part.text) };
    const node = tree.root && nodeAt(tree.root, path);
    return node ? rangeOf(part, { start: node.offset, end: node.offset + node.length }) : rangeOfPart(part);
  }

  // The steps in one line follow each other.
  function logLine(uri: string, line: number): Part | undefined {
    const place = `${line} ${uri}`;
    if (last?.place === place) return last.part;
    const mark = markOf(uri);
    const read = mark && access.line(uri, line, mark);
    const part = read && 'text' in read ? linePart('line', read.text, line, 0) : undefined;
    last = { place, part };
    return part;
  }

  function inLog(source: Source): Range | undefined {
    const { uri, path } = source;
    const line = lineOf(source.part);
    if (line === undefined) return undefined;
    const times = (asked.get(uri) ?? 0) + 1;
    asked.set(uri, times);
    const part = path.length > 0 || times <= FEW ? logLine(uri, line) : undefined;
    if (part) return rangeIn(part, source);
    const end = lengths(uri)?.[line];
    return end === undefined ? undefined : { start: { line, character: 0 }, end: { line, character: end } };
  }

  return source => {
    const { uri } = source;
    switch (languageOf(uri)) {
      case 'jsonl':
        return inLog(source);
      case 'markdown': {
        const text = texts(uri);
        return text === undefined ? undefined : placeOf(source, text);
      }
      default: {
        const part = parts(uri)?.get(source.part);
        return part && rangeIn(part, source);
      }
    }
  };
}

const FEW = 20;

/** Remembers a few answers: the steps of a run go from file to file, but back to those that they came from. */
function lastUsed<T>(make: (uri: string) => T): (uri: string) => T {
  const known = new Map<string, T>();
  return uri => {
    const value = known.has(uri) ? (known.get(uri) as T) : make(uri);
    known.delete(uri);
    known.set(uri, value);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return value;
  };
}

const REMEMBERED = 8;

function textOf(access: Reads, uri: string): string | undefined {
  const read = access.text(uri);
  return 'text' in read ? read.text : undefined;
}

function partsOf(text: string | undefined, uri: string): Map<string, Part> | undefined {
  if (text === undefined) return undefined;
  return new Map(split(sourceFile(uri, languageOf(uri) ?? 'json', text)).map(part => [part.id, part]));
}

function lineLengths(access: Reads, uri: string): number[] | undefined {
  const lengths: number[] = [];
  for (let mark: LogMark | undefined; ; ) {
    const piece = access.log(uri, mark);
    if (!('lines' in piece)) return undefined;
    for (const line of piece.lines) lengths.push(line.length);
    if (piece.torn !== undefined) lengths.push(piece.torn.length);
    if (piece.done) return lengths;
    mark = piece.mark;
  }
}
