import type { SectionDefinition } from '../model/registry';
import { columnNamed, fieldNamed, isFieldTable, tableFor } from './lookup';
import { BULLET, PLAIN_BULLET, stripMarkup, valueText } from './read';
import type { SectionWords } from './state';

/** Reads the fields and tables under a heading line by line. Returns `unclear` if a line's meaning depends on its context. */
export function glancedSection(text: string, definition: SectionDefinition): SectionWords | 'unclear' {
  const words: SectionWords = { id: definition.id, fields: [], tables: [] };
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (line === '' || BLANK.test(line)) continue;
    const next = lines[i + 1] ?? '';
    // A heading ends with its line, so dashes below it are not a table's delimiter row.
    if (HEADING.test(line)) continue;
    const header = readHeader(line, next);
    if (isUnclear(line, next, header !== undefined)) return 'unclear';
    if (header) {
      const end = blockEnd(lines, i + 2);
      const rows = lines.slice(i + 2, end);
      if (rows.some(row => !isPiped(row) && UNDERLINE.test(row))) return 'unclear';
      addTable(header, rows, definition, words);
      i = end - 1;
    } else if (BULLETED.test(line)) addBullet(line.slice(1).trim(), definition, words);
    else if (line.includes('|')) {
      const end = blockEnd(lines, i + 1);
      // No table begins in a paragraph whose first line has a pipe, but it may be a broken one. A legend begins in bold.
      if (!line.startsWith('**') || lines.slice(i + 1, end).some(isPiped)) return 'unclear';
      if (lines.slice(i + 1, end + 1).some(mayEndParagraph)) return 'unclear';
      i = end - 1;
    }
  }
  return words;
}

// Below a table, it would turn the last row into a heading.
const UNDERLINE = /^[ \t]*(?:=+|--?)[ \t]*$/;
const BULLETED = /^[-*+][ \t]/;
const BLANK = /^[ \t]+$/;
const HEADING = /^#{1,6}(?:[ \t]|$)/;

// Indented or numbered lines, lists or tables in quotes, fences, HTML, and underlined text.
function isUnclear(line: string, next: string, isHeader: boolean): boolean {
  if (INDENTED_SIGNS.test(next)) return true;
  if (isPiped(line)) return !isHeader && UNDERLINED.test(next);
  if (CONTEXT_DEPENDENT.test(line)) return true;
  if (line.startsWith('>')) return /\*\*|\||^>\s*[-=*+\d#>]/.test(line) || /^[^> \t]/.test(next);
  if (BULLETED.test(line)) return UNDERLINED.test(next) || (continuesParagraph(next) && `${line}${next}`.includes('|'));
  // The line's only pipe may be escaped.
  return isHeader ? line.includes('\\|') : UNDERLINED.test(next);
}

function continuesParagraph(line: string): boolean {
  return line !== '' && !BLANK.test(line) && !BULLETED.test(line);
}

// An asterisk after a bullet is a nested bullet only before whitespace; otherwise it begins a bold name.
const CONTEXT_DEPENDENT = /^(?:[ \t]|\d+[.)]|[`~]{3}|<|[-*+][ \t]+(?:[-*+](?:[ \t]|$)|[>`~#|]|\d+[.)]|[ \t]{4}))/;
const UNDERLINED = /^(?:-+|=+)[ \t]*$/;
// An underline or a table's delimiter row.
const INDENTED_SIGNS = /^[ \t]+[-=|:][-=|: \t]*$/;

function mayEndParagraph(line: string): boolean {
  return DASHES.test(line) || UNDERLINED.test(line) || INDENTED_SIGNS.test(line);
}

// Fast path for rows that begin with a pipe, as nearly all do.
function isPiped(line: string): boolean {
  return line.charCodeAt(0) === PIPE;
}

/** Returns the cells of a line if it is a table header. */
function readHeader(line: string, next: string): string[] | undefined {
  if (!line.includes('|') || !DASHES.test(next) || BULLETED.test(next)) return undefined;
  const cells = splitCells(line);
  return cells.length === splitCells(next).length ? cells : undefined;
}

const DASHES = /^\|?(?:\s*:?-+:?\s*\|){1,10000}(?:\s*:?-+:?)?\s*$/;

// A table or a paragraph ends where another block begins, but not at a line without pipes.
function blockEnd(lines: readonly string[], from: number): number {
  let end = from;
  for (; end < lines.length; end++) {
    const line = lines[end] as string;
    if (line === '' || (!isPiped(line) && ENDS_BLOCK.test(line))) break;
  }
  return end;
}

const ENDS_BLOCK =
  /^[ \t]*(?:$|#{1,6}(?:[ \t]|$)|>|[-*+][ \t]+[^ \t]|(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$|```|~~~|<|1[.)][ \t])/;

function addTable(
  header: readonly string[],
  rows: readonly string[],
  definition: SectionDefinition,
  words: SectionWords,
): void {
  const names = header.map(stripMarkup);
  const cells = rows.map(splitCells);
  if (isFieldTable(names) && definition.fields) {
    for (const [name, value, ...more] of cells) {
      if (name === undefined || value === undefined || more.length > 0) continue;
      words.fields.push({ cell: fieldNamed(definition, stripMarkup(name)), text: valueText(value) });
    }
    return;
  }
  const table = tableFor(definition, names);
  words.tables.push({
    columns: names.map(name => table && columnNamed(table, name)),
    rows: cells.map(row => row.map(valueText)),
  });
}

function addBullet(item: string, definition: SectionDefinition, words: SectionWords): void {
  const match = BULLET.exec(item) ?? PLAIN_BULLET.exec(item);
  const name = match?.[1]?.trim();
  if (!match || !name) return;
  const cell = fieldNamed(definition, name);
  if (cell) words.fields.push({ cell, text: valueText(item.slice(match[0].length)) });
}

// Splits at unescaped pipes, including those in code spans.
function splitCells(row: string): string[] {
  const line = row.trim();
  const cells: string[] = [];
  let start = line.startsWith('|') ? 1 : 0;
  let isEscaped = false;
  for (let i = start; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === PIPE && !isEscaped) {
      cells.push(line.slice(start, i).trim());
      start = i + 1;
    }
    isEscaped = !isEscaped && code === BACKSLASH;
  }
  if (start < line.length) cells.push(line.slice(start).trim());
  return cells;
}

const PIPE = 124;
const BACKSLASH = 92;
