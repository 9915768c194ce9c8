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
