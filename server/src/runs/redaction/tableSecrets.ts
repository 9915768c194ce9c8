import { isSecretOf, secretName } from './secretNames';
import type { Span } from './spans';

/** Finds secrets in columns of Markdown tables, by the names in the header row. */
export function tableSecrets(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes('|') || !text.includes('---')) return spans;
  let columns: Map<number, ReturnType<typeof secretName>> | undefined;
  let before = '';
  let start = 0;
  for (const line of text.split('\n')) {
    if (!line.includes('|')) columns = undefined;
    else if (DIVIDER.test(line)) columns = secretColumns(before);
    else if (columns && columns.size > 0) {
      for (const [index, cell] of cellsOf(line).entries()) {
        const kind = columns.get(index);
        const value = /[^\s`*]+(?:.{0,400}[^\s`*])?/.exec(cell.text);
        if (kind === undefined || !value || !isSecretOf(kind, value[0])) continue;
        const at = start + cell.start + value.index;
        spans.push({ start: at, end: at + value[0].length });
      }
    }
    before = line;
    start += line.length + 1;
  }
  return spans;
}

const DIVIDER = /^[\s>|:-]*-{3}[\s|:-]*$/;
const MOST_COLUMNS = 50;

function secretColumns(heads: string): Map<number, ReturnType<typeof secretName>> {
  const columns = new Map<number, ReturnType<typeof secretName>>();
  for (const [index, { text }] of cellsOf(heads).entries()) {
    const kind = secretName(text.trim());
    if (kind !== undefined) columns.set(index, kind);
  }
  return columns;
}

function cellsOf(line: string): { text: string; start: number }[] {
  const cells: { text: string; start: number }[] = [];
  let start = 0;
  for (const text of line.split('|', MOST_COLUMNS)) {
    cells.push({ text, start });
    start += text.length + 1;
  }
  return cells;
}

/** Finds secrets in columns of comma-, semicolon- or tab-separated values, by the names in the header row. */
export function columnSecrets(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes('\n')) return spans;
  let header: { separator: string; length: number; columns: ReturnType<typeof secretColumns> } | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    const cells = header ? valuesOf(line, header.separator) : [];
    if (header && cells.length === header.length) {
      for (const [index, kind] of header.columns) {
        const { text: value = '', start: at = 0 } = cells[index] ?? {};
        if (isSecretOf(kind, value)) spans.push({ start: start + at, end: start + at + value.length });
      }
    } else header = headerOf(line);
    start += line.length + 1;
  }
  return spans;
}

function headerOf(line: string) {
  if (line.length > LONGEST_HEADER || !HEADER.test(line)) return undefined;
  const [, separator = ','] = HEADER.exec(line) ?? [];
  const names = line.trimEnd().split(separator);
  const columns = new Map<number, ReturnType<typeof secretName>>();
  for (const [index, name] of names.entries()) {
    const kind = secretName(name.replace(/"/g, '').trim());
    if (kind !== undefined) columns.set(index, kind);
  }
  return columns.size > 0 && names.length <= MOST_COLUMNS ? { separator, length: names.length, columns } : undefined;
}

const LONGEST_HEADER = 1000;
/** At least two names, with one separator between them and no other text. */
const HEADER = /^"?[\w.-]{1,40}"?([,;\t])(?:"?[\w.-]{1,40}(?: [\w.-]{1,40}){0,3}"?(?:\1|\r?$))+$/;

function valuesOf(line: string, separator: string): { text: string; start: number }[] {
  const values: { text: string; start: number }[] = [];
  let start = 0;
  for (const text of line.split(separator, MOST_COLUMNS + 1)) {
    const [quote = ''] = /^\s{0,4}"?/.exec(text) ?? [];
    values.push({ text: text.slice(quote.length).replace(/"?\s{0,4}$/, ''), start: start + quote.length });
    start += text.length + 1;
  }
  return values;
}
