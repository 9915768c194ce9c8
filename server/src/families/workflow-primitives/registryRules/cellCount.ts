import type {
  CellDefinition,
  RegistryColumn,
  RegistryDocument,
  RegistryTable,
  RegistryValue,
} from '../../../model/registry';
import type { FixPlan } from '../../../model/rule';
import type { Span, Table, TableRow } from '../../../model/text';
import { wordNamed } from '../../../registry/findSectionDefinitions';
import { parseMoment } from '../../../registry/registryCells';
import { idsIn } from '../../../registry/registryIds';
import { t } from '../../../shared/l10n';
import { lineStart } from '../../../text/lines';
import { defineRegistryRule } from './defineRegistryRule';

/**
 * Returns the text changes that complete a row with too few cells in a registry's table: the missing cells become `-`. Places them so that most
 * of the existing cells stand below columns that allow their values. If several places are equally good, the leftmost is taken. In a table with
 * more than 20 columns, the cells are added at the end.
 */
export function padRow(
  text: string,
  row: TableRow,
  values: readonly RegistryValue[],
  columns: readonly Partial<RegistryColumn>[],
): { at: Span; text: string }[] {
  const blanks =
    values.length === row.cells.length && columns.length <= MOST ? emptyCellPositions(values, columns) : [];
  const changes: { at: Span; text: string }[] = [];
  let atEnd = columns.length - row.cells.length;
  let cell = 0;
  for (let column = 0; column < columns.length && cell < row.cells.length; column++) {
    if (!blanks.includes(column)) {
      cell++;
      continue;
    }
    atEnd--;
    const start = row.cells[cell]?.start ?? row.end;
    // Without a pipe before it, a dash would begin a list.
    changes.push(insertAt(start, column === 0 && !row.opened ? '| - | ' : '- | '));
  }
  if (atEnd > 0) changes.push(appendCells(text, row, Array<string>(atEnd).fill('-')));
  return mergeChanges(changes);
}

/** Returns the text change that appends cells to a table row. The row ends with a pipe only if it did before. */
export function appendCells(text: string, row: TableRow, cells: readonly string[]): { at: Span; text: string } {
  const end = row.start + text.slice(row.start, row.end).trimEnd().length;
  return insertAt(end, cells.map(cell => (row.closed ? ` ${cell} |` : ` | ${cell}`)).join(''));
}

/** Returns the text change that inserts a text at an offset. */
export function insertAt(end: number, text: string): { at: Span; text: string } {
  return { at: { start: end, end }, text };
}

const MOST = 20;

// The columns to leave blank so that all other cells fit best. On a tie the leftmost.
function emptyCellPositions(values: readonly RegistryValue[], columns: readonly Partial<RegistryColumn>[]): number[] {
  const known = new Map<string, { score: number; blanks: number[] }>();
  const best = (value: number, column: number): { score: number; blanks: number[] } => {
    if (column === columns.length) return { score: 0, blanks: [] };
    const key = `${value} ${column}`;
    const before = known.get(key);
    if (before) return before;
    const definition = columns[column]?.definition;
    const options: { score: number; blanks: number[] }[] = [];
    if (value < values.length) {
      const rest = best(value + 1, column + 1);
      options.push({ ...rest, score: rest.score + cellFit((values[value] as RegistryValue).text, definition) });
    }
    if (columns.length - column > values.length - value) {
      const rest = best(value, column + 1);
      const score = definition && !definition.blank && !definition.optional ? -1 : 0;
      options.push({ score: rest.score + score, blanks: [column, ...rest.blanks] });
    }
    const found = options.reduce((one, two) => (two.score > one.score ? two : one));
    known.set(key, found);
    return found;
  };
  return best(0, 0).blanks;
}

/** Returns how well a text fits a column: negative if the column does not allow it, 0 if that can't be told. */
export function cellFit(text: string, definition: CellDefinition | undefined): number {
  if (!definition || text === '') return 0;
  const { vocabulary, format, defines, refers = [] } = definition;
  if (vocabulary) return wordNamed(vocabulary, text) ? 3 : vocabulary.open ? 0 : -3;
  if (format === 'time') return parseMoment(text) ? 3 : -3;
  const kinds = [...refers, ...(defines ? [defines] : [])];
  const ids = idsIn(text);
  if (ids.length > 0 && kinds.length > 0) return ids.some(({ kind }) => kinds.includes(kind)) ? 3 : -3;
  return kinds.length > 0 ? -1 : 0;
}

// Merges cells that are inserted at the same offset.
function mergeChanges(changes: readonly { at: Span; text: string }[]): { at: Span; text: string }[] {
  const all: { at: Span; text: string }[] = [];
  for (const change of changes) {
    const last = all.at(-1);
    if (last && last.at.start === change.at.start) last.text += change.text;
    else all.push({ ...change });
  }
  return all;
}

/** Reports a table row of a state registry that has more or fewer cells than the table's header. */
export default defineRegistryRule({
  id: 'workflow-primitives/cell-count',
  severity: 'error',
  fix: 'escapes the `|`, fills the row up with `-`, or separates text below the table',
  check({ registry }, report) {
    const { text } = registry.markdown;
    for (const table of registry.sections.flatMap(section => section.markdownTables)) {
      const header = table.header.cells.map(({ start, end }) => text.slice(start, end));
      for (const row of table.rows.filter(({ cells }) => cells.length !== header.length)) {
        const surplus = row.cells.length - header.length;
        const { reason, fixes } =
          surplus > 0 ? explainSurplus(text, row, surplus) : explainShortage(registry, table, row);
        report({
          at: { start: row.start, end: row.end },
          message: t`This row has ${row.cells.length === 1 ? t`1 cell` : t`${row.cells.length} cells`}, its header ${header.length}: ${header.join(' | ').slice(0, 200)}. ${reason}`,
          fixes,
        });
      }
    }
  },
});

interface Explanation {
  reason: string;
  fixes: FixPlan[];
}

function explainSurplus(text: string, row: TableRow, surplus: number): Explanation {
  const { inCode, tight } = unescapedPipes(text, row);
  const isCode = inCode.length > 0;
  const meant = isCode ? inCode : tight;
  if (meant.length !== surplus) {
    return { reason: t`Write "\\|" for a "|" that is part of the text, or remove the extra cells.`, fixes: [] };
  }
  const changes = meant.map(start => ({ at: { start, end: start }, text: '\\' }));
  return {
    reason: isCode
      ? t`A "|" separates cells even inside code: write "\\|".`
      : t`A "|" separates cells, also between words: write "\\|".`,
    fixes: [{ title: t`Escape the "|" that is part of a text`, do: 'replace', changes, certain: isCode }],
  };
}

function explainShortage(registry: RegistryDocument, table: Table, row: TableRow): Explanation {
  const { text } = registry.markdown;
  if (table.rows.slice(table.rows.indexOf(row)).every(one => isProse(one, table, text))) {
    const before = text.slice(lineStart(text, row.start), row.start);
    return {
      reason: t`Text below a table needs a blank line before it.`,
      fixes: [
        { title: t`Insert a blank line before it`, do: 'replace', changes: [insertAt(row.start, `\n${before}`)] },
      ],
    };
  }
  const tables = registry.sections.flatMap(section => section.tables);
  const read: RegistryTable | undefined = tables.find(one => one.table === table);
  const values = read?.rows[table.rows.indexOf(row)]?.values ?? [];
  const columns = read?.columns ?? table.header.cells.map(() => ({}));
  return {
    reason: t`Write "-" in an empty cell.`,
    fixes: [
      {
        title: t`Fill the row up with "-"`,
        do: 'replace',
        changes: padRow(text, row, values, columns),
      },
    ],
  };
}

// A row without pipes, below a table whose header has some outside or with several words.
function isProse({ start, end, cells, opened, closed }: TableRow, { header }: Table, text: string): boolean {
  return cells.length === 1 && !opened && !closed && (header.opened || /\S\s+\S/.test(text.slice(start, end)));
}

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
