import type { FileAccess, LogCheckpoint } from '../../model/disk';
import type { EnvelopeLocation } from '../../model/run';
import type { Range } from '../../model/text';
import { languageOf } from '../../text/fileLanguage';
import { memoizeByVersion, memoizeLast } from '../../text/memoize';
import { envelopeLocator, lineIndexOf, lineLocator } from './envelopeLocator';

type Reads = Pick<FileAccess, 'text' | 'log' | 'line'>;

/**
 * Returns a function that finds the text range of a step's envelope in its file; undefined if the envelope is no longer there. The function keeps
 * the files that it has read, so it is valid only while they are unchanged.
 *
 * @param markOf returns the place up to which the index has read a log
 */
export function envelopeRanges(
  access: Reads,
  markOf: (uri: string) => LogCheckpoint | undefined,
): (location: EnvelopeLocation) => Range | undefined {
  const files = lastUsed((uri: string) => {
    const read = access.text(uri);
    return 'text' in read ? envelopeLocator(uri, read.text) : undefined;
  });
  const logs = lastUsed((uri: string) => placesInLog(uri, access, markOf));
  return location => (languageOf(location.uri) === 'jsonl' ? logs : files)(location.uri)?.(location);
}

function placesInLog(uri: string, access: Reads, markOf: (uri: string) => LogCheckpoint | undefined) {
  let lengths: number[] | undefined;
  let times = 0;
  const placesOf = memoizeLast((line: number) => {
    const mark = markOf(uri);
    const read = mark && access.line(uri, line, mark);
    return read && 'text' in read ? lineLocator(read.text, line) : undefined;
  });
  return ({ part, path }: EnvelopeLocation): Range | undefined => {
    const line = lineIndexOf(part);
    if (line === undefined) return undefined;
    times++;
    const places = path.length > 0 || times <= FEW ? placesOf(line) : undefined;
    if (places) return places(path);
    lengths ??= lineLengths(access, uri);
    const end = lengths[line];
    return end === undefined ? undefined : { start: { line, character: 0 }, end: { line, character: end } };
  };
}

const FEW = 20;

/** Memoizes the last few results, since the steps of a run alternate between files. */
function lastUsed<T>(make: (uri: string) => T): (uri: string) => T {
  const cached = memoizeByVersion<T>(REMEMBERED);
  return uri => cached(uri, undefined, () => make(uri));
}

const REMEMBERED = 8;

/** Returns the lengths of the lines of a log; empty if it can't be read any more. */
function lineLengths(access: Reads, uri: string): number[] {
  const lengths: number[] = [];
  for (let mark: LogCheckpoint | undefined; ; ) {
    const piece = access.log(uri, mark);
    if (!('lines' in piece)) return [];
    for (const line of piece.lines) lengths.push(line.length);
    if (piece.torn !== undefined) lengths.push(piece.torn.length);
    if (piece.done) return lengths;
    mark = piece.mark;
  }
}
