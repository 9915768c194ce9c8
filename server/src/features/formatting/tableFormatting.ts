import type { Table } from '../../model/markdown';
import type { Span } from '../../model/text';
import { displayWidth } from '../../text/displayWidth';

export interface RowChange {
  at: Span;
  text: string;
}

// One long cell does not widen its column; it sticks out.
const WIDEST = 120;
const NARROWEST = 3;

/** Aligns the columns of a table. The text of cells, the text before rows, and the number of cells stay the same. */
export function alignTable({ header, delimiter, rows }: Table, text: string): RowChange[] {
  const cellsOf = ({ cells }: Table['header']) => cells.map(({ start, end }) => text.slice(start, end));
  const lines = [header, ...rows].map(row => ({ at: row, cells: cellsOf(row) }));
  const marks = marksOf(text.slice(delimiter.start, delimiter.end));
  const columns = marks.marks.map((mark, index): ColumnOfTable => {
    const widths = lines.map(({ cells }) => displayWidth(cells[index] ?? '')).filter(width => width <= WIDEST);
    return { mark, width: widths.reduce((one, two) => Math.max(one, two), NARROWEST) };
  });
  const dashes = columns.map(column => dashesOf(column, marks.spaced));
  const changes = [
    ...lines.map(({ at, cells }) => ({ at, text: rowOf(cells.map((cell, index) => padded(cell, columns[index]))) })),
    { at: delimiter, text: marks.spaced ? rowOf(dashes) : `|${dashes.join('|')}|` },
  ];
  return changes.filter(({ at, text: aligned }) => text.slice(at.start, at.end) !== aligned);
}

interface ColumnOfTable {
  /** `---`, with the colons for the alignment. */
  mark: string;
  width: number;
}

// Spaces around the dashes are kept as the author wrote them.
function marksOf(line: string): { marks: string[]; spaced: boolean } {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return { marks: inner.split('|').map(mark => mark.trim()), spaced: /[ \t]/.test(inner) };
}

function dashesOf({ mark, width }: ColumnOfTable, spaced: boolean): string {
  const left = mark.startsWith(':') ? ':' : '';
  const right = mark.endsWith(':') ? ':' : '';
  return left + '-'.repeat(width + (spaced ? 0 : 2) - left.length - right.length) + right;
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function padded(cell: string, column: ColumnOfTable | undefined): string {
  const free = column ? Math.max(0, column.width - displayWidth(cell)) : 0;
  const toRight = column?.mark.endsWith(':');
  const before = !toRight ? 0 : column?.mark.startsWith(':') ? free >> 1 : free;
  return ' '.repeat(before) + cell + ' '.repeat(free - before);
}
