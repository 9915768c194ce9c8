import type { SyntaxNode } from '@lezer/common';
import type { Table, TableCell, TableRow } from '../../model/markdown';
import type { Span } from '../../model/text';

/** The table of a `Table` node. */
export function tableFromNode(node: SyntaxNode, text: string): Table {
  const header = node.getChild('TableHeader');
  const delimiter = node.getChild('TableDelimiter');
  return {
    start: node.from,
    end: node.to,
    header: header
      ? rowOf(header, text)
      : { start: node.from, end: node.from, cells: [], opened: false, closed: false },
    delimiter: delimiter ? { start: delimiter.from, end: delimiter.to } : { start: node.to, end: node.to },
    rows: node.getChildren('TableRow').map(row => rowOf(row, text)),
  };
}

// The parser makes no node for an empty cell: cells are the text between the pipes.
function rowOf(node: SyntaxNode, text: string): TableRow {
  const pipes: number[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name === 'TableDelimiter') pipes.push(child.from);
  }
  return rowBetween(pipes, { start: node.from, end: node.to }, text);
}

/** The row that a line would be in a table. */
export function rowFromLine({ start, end }: Span, text: string): TableRow {
  const pipes: number[] = [];
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === PIPE) pipes.push(at);
  }
  return rowBetween(pipes, { start, end }, text);
}

const PIPE = 124;
const BACKSLASH = 92;

function rowBetween(pipes: readonly number[], { start, end }: Span, text: string): TableRow {
  const opened = pipes[0] === start;
  const last = pipes.at(-1);
  // Whitespace may follow the last pipe.
  const closed = last !== undefined && (pipes.length > 1 || !opened) && text.slice(last + 1, end).trim() === '';
  const bounds = [...(opened ? [] : [start - 1]), ...pipes, ...(closed ? [] : [end])];
  const cells = bounds.slice(1).map((to, index) => cellOf(text, (bounds[index] as number) + 1, to));
  return { start, end, cells, opened, closed };
}

function cellOf(text: string, from: number, to: number): TableCell {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  // Between two blanks, so that inserted text is separated from both pipes.
  const middle = Math.min(from + 1, to);
  return start === end ? { start: middle, end: middle } : { start, end };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}
