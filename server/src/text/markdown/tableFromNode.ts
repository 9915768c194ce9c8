import type { SyntaxNode } from '@lezer/common';
import type { Table, TableCell, TableRow } from '../../model/markdown';

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
  const opened = pipes[0] === node.from;
  const last = pipes.at(-1);
  // Whitespace may follow the last pipe.
  const closed = last !== undefined && (pipes.length > 1 || !opened) && text.slice(last + 1, node.to).trim() === '';
  const bounds = [...(opened ? [] : [node.from - 1]), ...pipes, ...(closed ? [] : [node.to])];
  const cells = bounds.slice(1).map((end, index) => cellOf(text, (bounds[index] as number) + 1, end));
  return { start: node.from, end: node.to, cells, opened, closed };
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
