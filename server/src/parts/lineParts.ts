import type { Part } from '../model/part';
import type { SourceFile } from '../model/text';
import { stripByteOrderMark } from './stripByteOrderMark';

/** A part for each line of a log. Blank lines are parts too: an envelope can be inserted there. */
export function lineParts(file: SourceFile): Part[] {
  return file.lines.map(partOfLine);
}

/**
 * The part for one line of a log.
 *
 * @param line with its byte order mark, if any
 */
export function partOfLine(line: string, index: number): Part {
  const { text, character } = stripByteOrderMark(line);
  return linePart(`line ${index + 1}`, text, index, character);
}

/** One line of JSON at a position in the file. */
export function linePart(id: string, text: string, line: number, character: number): Part {
  return { id, lang: 'json', text, map: [{ at: 0, line, character }], oneLine: true, encode: identity };
}

function identity(text: string): string {
  return text;
}
