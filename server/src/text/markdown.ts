import { parser } from '@lezer/markdown';

/** A fenced block: its language, and each line of its content with the place where the content begins on it. */
export interface Fence {
  /** First word of the info string, in lower case: `json`. Empty where there is none. */
  lang: string;
  /** Line of the opening fence, from 0. */
  line: number;
  content: { line: number; character: number }[];
  /** What stands before each line: `> ` in a quote, spaces in a list. */
  prefix: string;
}

/** The fenced blocks of a Markdown file, in order. A block that never closes ends with the file. Never throws. */
export function fences(lines: readonly string[]): Fence[] {
  const text = lines.join('\n');
  if (!/```|~~~/.test(text)) return [];
  const starts = lineStarts(lines);
  const found: Fence[] = [];
  parser.parse(text).iterate({
    enter(node) {
      if (node.name !== 'FencedCode') return true;
      const marks = node.node.getChildren('CodeMark');
      const info = node.node.getChild('CodeInfo');
      const code = node.node.getChildren('CodeText').map(({ from, to }) => ({ from, to }));
      const first = lineAt(starts, node.from);
      const closing = marks[1] ? lineAt(starts, marks[1].from) : lineAt(starts, node.to) + 1;
      const before = (lines[first] ?? '').slice(0, node.from - (starts[first] ?? 0));
      const prefix = before.replace(/[^>\s]/g, ' ');
      found.push({
        lang: info ? (text.slice(info.from, info.to).trim().split(/\s/)[0] ?? '').toLowerCase() : '',
        line: first,
        content: contentLines(lines, starts, { from: first + 1, to: closing }, code, prefix.length),
        prefix,
      });
      return false;
    },
  });
  return found;
}

function contentLines(
  lines: readonly string[],
  starts: readonly number[],
  within: Piece,
  code: readonly Piece[],
  indent: number,
): Fence['content'] {
  const content: Fence['content'] = [];
  let next = 0;
  for (let line = within.from; line < Math.min(within.to, lines.length); line++) {
    const start = starts[line] ?? 0;
    while (next < code.length && (code[next] as Piece).to <= start && (code[next] as Piece).from < start) next++;
    content.push(contentLine(line, lines[line] ?? '', start, code[next], indent));
  }
  return content;
}

function contentLine(line: number, text: string, start: number, piece: Piece | undefined, indent: number) {
  // A piece of code may run over several lines; on all but its first nothing stands before it.
  if (piece && piece.from <= start + text.length) return { line, character: Math.max(0, piece.from - start) };
  return { line, character: Math.min(indent, text.length) };
}

interface Piece {
  from: number;
  to: number;
}

function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
