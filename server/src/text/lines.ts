import type { FileLang, Position, Range, SourceFile, TextChange } from '../model/text';

/** A text as lines. Any of the three line ends parts them; the first one met is what new lines get. */
export function sourceFile(uri: string, lang: FileLang, text: string): SourceFile {
  return { uri, lang, lines: text.split(LINE_END), eol: LINE_END.exec(text)?.[0] ?? '\n' };
}

const LINE_END = /\r\n|\n|\r/;

/**
 * The file after one edit. Costs the lines that the edit touches and one copy of the array of lines, whatever their
 * length. A range outside the file is pulled to its nearest end.
 */
export function applyChange(file: SourceFile, change: TextChange): SourceFile {
  const { start, end } = clamped(change.range, file.lines);
  const head = (file.lines[start.line] ?? '').slice(0, start.character);
  const tail = (file.lines[end.line] ?? '').slice(end.character);
  const replacement = (head + change.text + tail).split(LINE_END);
  const lines = file.lines.slice(0, start.line).concat(replacement, file.lines.slice(end.line + 1));
  return { ...file, lines };
}

function clamped(range: Range, lines: readonly string[]): Range {
  const clamp = (at: Range['start']): Range['start'] => {
    if (at.line < 0) return { line: 0, character: 0 };
    const line = Math.min(at.line, lines.length - 1);
    const length = lines[line]?.length ?? 0;
    return { line, character: at.line > line ? length : Math.min(Math.max(at.character, 0), length) };
  };
  return { start: clamp(range.start), end: clamp(range.end) };
}

/** The file's text with its line ends. */
export function fileText(file: SourceFile): string {
  return file.lines.join(file.eol);
}

/**
 * A text after changes that don't overlap. What they don't touch stays byte for byte, its line ends too; their own lines
 * end as they are told to.
 */
export function applyChanges(text: string, changes: readonly TextChange[], eol: string): string {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(new RegExp(LINE_END, 'g'))) starts.push(index + end.length);
  const offsetOf = ({ line, character }: Position) => (starts[line] ?? text.length) + character;
  let result = '';
  let at = 0;
  for (const { range, text: written } of changes.toSorted((one, two) =>
    comparePositions(one.range.start, two.range.start),
  )) {
    result += text.slice(at, offsetOf(range.start)) + written.replaceAll('\n', eol);
    at = offsetOf(range.end);
  }
  return result + text.slice(at);
}

/** Do two ranges touch: also where one ends just where the other begins? */
export function rangesTouch(one: Range, two: Range): boolean {
  return comparePositions(one.end, two.start) >= 0 && comparePositions(two.end, one.start) >= 0;
}

/** Which of two places comes first: negative where it is the first of them. */
export function comparePositions(one: Position, two: Position): number {
  return one.line - two.line || one.character - two.character;
}
