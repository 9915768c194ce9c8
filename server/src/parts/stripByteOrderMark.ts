const MARK = '\uFEFF';

/** A file's first line, or its text, without its byte order mark, if any. */
export function stripByteOrderMark(line: string): { text: string; character: number } {
  return line.startsWith(MARK) ? { text: line.slice(1), character: 1 } : { text: line, character: 0 };
}
