import type { SectionDefinition } from '../model/registry';
import { columnNamed, fieldNamed, isFieldTable, tableFor } from './lookup';
import { BULLET, PLAIN_BULLET, plain, valueText } from './read';
import type { SectionWords } from './state';

/** The fields and tables under a heading, read line by line; `unclear` where a line's meaning hangs on what is around it. */
export function glancedSection(text: string, definition: SectionDefinition): SectionWords | 'unclear' {
  const words: SectionWords = { id: definition.id, fields: [], tables: [] };
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (line.trim() === '') continue;
    if (isUnclear(line, lines[i + 1])) return 'unclear';
    if (isTable(line, lines[i + 1])) {
      const end = blockEnd(lines, i + 2);
      if (lines.slice(i, end).some(row => UNDERLINE.test(row))) return 'unclear';
      addTable(lines.slice(i, end), definition, words);
      i = end - 1;
    } else if (BULLETED.test(line)) addBullet(line.slice(1).trim(), definition, words);
    else if (line.includes('|') && !/^[#>]/.test(line)) {
      const end = blockEnd(lines, i + 1);
      // In a text whose first line has a pipe no table begins, whatever follows.
      if (lines.slice(i + 1, end + 1).some(one => DASHES.test(one) || /^(?:-+|=+)\s*$/.test(one))) return 'unclear';
      i = end - 1;
    }
  }
  return words;
}

// Under a table of ours it would make a heading of it.
const UNDERLINE = /^\s*(?:=+|--?)\s*$/;
const BULLETED = /^[-*+][ \t]/;

// What is indented or numbered, stands in a quote as a list or a table, is a fence, HTML, or text with a line under it.
function isUnclear(line: string, next = ''): boolean {
  if (/^(?:[ \t]|\d+[.)]|[`~]{3}|<|[-*+][ \t]+(?:[-*+>`~#|]|\d+[.)]|[ \t]{4}))/.test(line)) return true;
  if (line.startsWith('>')) return /\*\*|\||^>\s*[-*+\d#>]/.test(line) || /^[^>\s]/.test(next);
  if (line.startsWith('#') || isTable(line, next)) return false;
  if (/^(?:-+|=+)\s*$/.test(next)) return true;
  return BULLETED.test(line) && next.includes('|') && !BULLETED.test(next);
}

function isTable(line: string, next = ''): boolean {
  return line.includes('|') && DASHES.test(next) && cellsOf(line).length === cellsOf(next).length;
}

const DASHES = /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

// A table or a text ends where another block begins; a line without pipes is none.
function blockEnd(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length && !ENDS_BLOCK.test(lines[end] as string)) end++;
  return end;
}

const ENDS_BLOCK =
  /^\s*(?:$|#{1,6}(?:\s|$)|>|[-*+]\s+\S|(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$|```|~~~|<|1[.)]\s)/;

function addTable([header = '', , ...rows]: string[], definition: SectionDefinition, words: SectionWords): void {
  const names = cellsOf(header).map(plain);
  const cells = rows.map(row => cellsOf(row));
  if (isFieldTable(names) && definition.fields) {
    for (const [name, value, ...more] of cells) {
      if (name === undefined || value === undefined || more.length > 0) continue;
      words.fields.push({ cell: fieldNamed(definition, plain(name)), text: valueText(value) });
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

// Between the pipes that no backslash stands before; code hides none.
function cellsOf(row: string): string[] {
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
