import type { TableRow } from '../../../model/markdown';
import type { Span } from '../../../model/text';

/**
 * The cell separators of a row that were probably meant as text: those inside code, and those without surrounding
 * spaces.
 */
export function unescapedPipes(text: string, row: TableRow): { inCode: number[]; tight: number[] } {
  const between = row.cells.slice(1).map((_, index) => text.indexOf('|', row.cells[index]?.end));
  const code = codeIn(text, row);
  return {
    inCode: between.filter(pipe => code.some(({ start, end }) => pipe > start && pipe < end)),
    tight: between.filter(
      pipe => /\S\|\S/.test(text.slice(pipe - 1, pipe + 2)) && !/\|\|/.test(text.slice(pipe - 1, pipe + 2)),
    ),
  };
}

// A run of backticks ends at the next run of the same length.
function codeIn(text: string, { start, end }: Span): Span[] {
  const runs = [...text.slice(start, end).matchAll(/`+/g)];
  const spans: Span[] = [];
  for (let open = 0; open < runs.length; open++) {
    const close = runs.findIndex((run, index) => index > open && run[0].length === runs[open]?.[0].length);
    if (close < 0) continue;
    spans.push({ start: start + (runs[open]?.index ?? 0), end: start + (runs[close]?.index ?? 0) });
    open = close;
  }
  return spans;
}
