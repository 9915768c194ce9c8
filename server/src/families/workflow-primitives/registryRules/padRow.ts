import type { TableRow } from '../../../model/markdown';
import type { CellDefinition } from '../../../model/registry';
import type { RegistryColumn, RegistryValue } from '../../../model/registryDocument';
import type { Span } from '../../../model/text';
import { idsIn } from '../../../registry/ids';
import { wordNamed } from '../../../registry/lookup';
import { parseMoment } from '../../../registry/times';
import { appendCells } from './missingColumn';

/**
 * The changes that fill a short row with `-` cells: where the existing cells then fit their columns best, else at the
 * end.
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
    changes.push({ at: { start, end: start }, text: '- | ' });
  }
  if (atEnd > 0) changes.push(appendCells(text, row, Array<string>(atEnd).fill('-')));
  return mergeChanges(changes);
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

function cellFit(text: string, definition: CellDefinition | undefined): number {
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
