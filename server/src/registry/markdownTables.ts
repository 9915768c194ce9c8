import type { TableFault } from '../model/registry';
import type { Markdown, Span, Table, TableRow } from '../model/text';
import { spansWithin } from '../text/lines';
import { rowFromLine } from '../text/parseMarkdown';

/** The tables in a section of a state registry, with the mistakes in their Markdown. */
export interface MarkdownTables {
  tables: Table[];
  faults: TableFault[];
}

/**
 * Finds the tables of a section, including tables that a Markdown parser rejects or cuts: with a wrong or missing delimiter
 * row, or with blank lines inside. Their rows are read and checked like any others.
 *
 * @param isKnownHeader returns whether a header belongs to a table of this section
 */
export function markdownTables(
  markdown: Markdown,
  section: Span,
  isKnownHeader: (header: TableRow, start: number) => boolean,
): MarkdownTables {
  const { text } = markdown;
  const found: MarkdownTables = { tables: [], faults: [] };
  const blocks: (Table | Span)[] = [
    ...spansWithin(markdown.tables, section),
    ...spansWithin(markdown.paragraphs, section),
  ];
  let last: OpenTable | undefined;
  for (const block of blocks.sort((one, two) => one.start - two.start)) {
    if ('header' in block) {
      last = { table: block, isKnown: isKnownHeader(block.header, block.start), isParsed: true };
      found.tables.push(block);
      continue;
    }
    const rows = pipedRows(text, block, header => isKnownHeader(header, header.start));
    const [first, ...others] = rows;
    if (!first) continue;
    if (isHeader(first) && isKnownHeader(first, first.start)) {
      const table = { start: first.start, end: first.end, header: first, delimiter: at(first.end), rows: [] };
      last = { table, isKnown: true, isParsed: false };
      found.tables.push(table);
      readBelowHeader(last.table, others, text, found);
    } else if (last?.isKnown && isContinued(last.table, rows, text)) {
      continueTable(last, rows, text, found);
    }
  }
  return found;
}

interface OpenTable {
  table: Table;
  isKnown: boolean;
  isParsed: boolean;
  /** The fault that collects the table's blank lines. */
  gaps?: TableFault;
}

// Returns the first row with pipes and the rows directly below it. Ignores rows in quotes and lists.
function pipedRows(text: string, paragraph: Span, isKnownHeader: (header: TableRow) => boolean): TableRow[] {
  const rows: TableRow[] = [];
  if (text.slice(text.lastIndexOf('\n', paragraph.start - 1) + 1, paragraph.start).trim() !== '') return rows;
  for (let start = paragraph.start; start < paragraph.end; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 || newline > paragraph.end ? paragraph.end : newline;
    const row = rowFromLine(withoutIndent(text, { start, end }), text);
    const isRow = row.opened || (row.cells.length > 1 && (rows.length > 0 || isKnownHeader(row)));
    if (isRow) rows.push(row);
    else if (rows.length > 0) break;
    start = end + 1;
  }
  return rows;
}

function withoutIndent(text: string, { start, end }: Span): Span {
  let from = start;
  while (from < end && (text[from] === ' ' || text[from] === '\t')) from++;
  return { start: from, end };
}

// A single name between pipes is no header.
function isHeader({ cells }: TableRow): boolean {
  return cells.length > 1;
}

function readBelowHeader(table: Table, below: readonly TableRow[], text: string, found: MarkdownTables): void {
  const [first] = below;
  if (first && isDelimiterLike(first, text)) {
    setDelimiter(table, first, text, found);
    addRows(table, below.slice(1));
    return;
  }
  found.faults.push({
    at: span(table.header),
    table,
    reason: 'no-delimiter',
    changes: [{ at: at(table.header.end), text: `\n${indentOf(text, table.header)}${delimiterRow(table)}` }],
  });
  addRows(table, below);
}

function setDelimiter(table: Table, row: TableRow, text: string, found: MarkdownTables): void {
  table.delimiter = span(row);
  table.end = row.end;
  const hasOnlyDashes = row.cells.every(cell => DASHES.test(text.slice(cell.start, cell.end)));
  const reason = !hasOnlyDashes
    ? 'delimiter-characters'
    : row.cells.length === table.header.cells.length
      ? undefined
      : 'delimiter-length';
  if (!reason) return;
  found.faults.push({ at: span(row), table, reason, changes: [{ at: span(row), text: delimiterRow(table) }] });
}

const DASHES = /^:?-+:?$/;

// Returns whether a row below the header consists of signs. A row of blanks and pipes is an empty row.
function isDelimiterLike({ start, end }: Span, text: string): boolean {
  const row = text.slice(start, end);
  return !/[\p{L}\p{N}]/u.test(row) && /[^\s|]/.test(row);
}

function isContinued({ end, header, delimiter }: Table, rows: readonly TableRow[], text: string): boolean {
  const [first] = rows;
  if (!first?.opened || text.slice(end, first.start).trim() !== '') return false;
  const isDelimiter = delimiter.start === delimiter.end && isDelimiterLike(first, text);
  return isDelimiter || rows.some(({ cells }) => cells.length === header.cells.length);
}

function continueTable(open: OpenTable, rows: readonly TableRow[], text: string, found: MarkdownTables): void {
  // Copies a table of the parser before changing it.
  if (open.isParsed) {
    open.table = { ...open.table, rows: [...open.table.rows] };
    open.isParsed = false;
    found.tables[found.tables.length - 1] = open.table;
  }
  const { table } = open;
  const [first] = rows as [TableRow, ...TableRow[]];
  const removal = { at: { start: table.end, end: first.start }, text: `\n${indentOf(text, table.header)}` };
  const isDelimiter = table.delimiter.start === table.delimiter.end && isDelimiterLike(first, text);
  if (isDelimiter) {
    found.faults = found.faults.filter(fault => fault.table !== table || fault.reason !== 'no-delimiter');
    setDelimiter(table, first, text, found);
  }
  addRows(table, isDelimiter ? rows.slice(1) : rows);
  if (open.gaps) open.gaps.changes.push(removal);
  else {
    open.gaps = { at: span(first), table, reason: 'blank-lines', changes: [removal] };
    found.faults.push(open.gaps);
  }
}

function addRows(table: Table, rows: readonly TableRow[]): void {
  for (const row of rows) table.rows.push(row);
  table.end = rows.at(-1)?.end ?? table.end;
}

function delimiterRow({ header }: Table): string {
  return `|${header.cells.map(({ start, end }) => '-'.repeat(Math.max(1, end - start) + 2)).join('|')}|`;
}

function indentOf(text: string, { start }: Span): string {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
}

function span({ start, end }: Span): Span {
  return { start, end };
}

function at(offset: number): Span {
  return { start: offset, end: offset };
}
