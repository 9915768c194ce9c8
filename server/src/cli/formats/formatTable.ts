import { displayWidth } from '../../text/characters';
import { escapeMarkdown } from '../../text/escapeMarkdown';
import { escapeInvisible, type Page, type Piece, terminalLine } from '../terminalLine';

/**
 * A table of texts: the column headings, and rows with one cell for each column. The first column has names, all further columns have
 * numbers.
 */
export interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Formats a table as lines of text, with its columns aligned. */
export function textTable({ head, rows }: Table, page: Page): string[] {
  const cells = [head, ...rows].map(row => row.map(escapeInvisible));
  const widths = head.map((_, column) => Math.max(...cells.map(row => displayWidth(row[column] ?? ''))));
  return cells.map((row, at) => {
    const padded = row.map((cell, column) => {
      const space = ' '.repeat((widths[column] as number) - displayWidth(cell));
      return column === 0 ? cell + space : space + cell;
    });
    return terminalLine([at === 0 ? ([padded.join('  '), 'dim'] as const) : padded.join('  ')] as Piece[], page);
  });
}

/** Formats a table as Markdown. Content of files becomes neither markup nor a mention. */
export function markdownTable({ head, rows }: Table): string {
  const row = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  const rule = `| ${head.map((_, column) => (column === 0 ? '---' : '---:')).join(' | ')} |`;
  return `${[row(head), rule, ...rows.map(row)].join('\n')}\n`;
}

/** Text of a file for Markdown. */
export function markdownText(text: string): string {
  return escapeMarkdown(escapeInvisible(text));
}
