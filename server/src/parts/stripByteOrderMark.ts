const MARK = '\uFEFF';

/** The first line of a file without the byte order mark that may stand before it. */
export function stripByteOrderMark(line: string): { text: string; character: number } {
  return line.startsWith(MARK) ? { text: line.slice(1), character: 1 } : { text: line, character: 0 };
}
