import type { EnvelopeLocation } from '../../model/run';
import type { Range } from '../../model/text';
import { lineIndexOf, lineLocator, sourceRange } from '../../runs/reading/partLocation';
import { type SearchedFile, wholeText } from './searchedFile';

/** The start of a step's source; without its file, only as exact as the part's id. */
export function sourceStart(source: EnvelopeLocation, file?: SearchedFile): Range {
  const { start } = rangeOf(source, file);
  return { start, end: start };
}

function rangeOf(source: EnvelopeLocation, file: SearchedFile | undefined): Range {
  const line = lineIndexOf(source.part);
  if (line === undefined) return file ? sourceRange(source, wholeText(file)) : emptyAt(0);
  return file ? lineLocator(file.line(line), line)(source.path) : emptyAt(line);
}

function emptyAt(line: number): Range {
  const at = { line, character: 0 };
  return { start: at, end: at };
}
