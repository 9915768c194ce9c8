import type { CellDefinition, RegistryTable } from '../../../model/registry';
import type { FixPlan } from '../../../model/rule';
import type { Span, TableRow } from '../../../model/text';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a table of a registry that lacks a column which every table of its kind has. */
export default defineRegistryRule({
  id: 'workflow-primitives/missing-column',
  severity: 'warning',
  fix: 'adds the column, its cells to be filled',
  check({ registry }, report) {
    const { text } = registry.markdown;
    const broken = new Set(registry.sections.flatMap(({ tableFaults }) => tableFaults.map(({ table }) => table)));
    for (const table of registry.sections.flatMap(({ tables }) => tables)) {
      const missing = missingColumns(table);
      if (missing.length === 0) continue;
      const names = missing.map(({ name }) => `"${name}"`).join(', ');
      const shape = table.definition?.columns.filter(({ optional }) => !optional).map(({ name }) => name);
      const expected = shape?.join(', ') ?? '';
      report({
        at: { start: table.table.header.start, end: table.table.header.end },
        message:
          missing.length > 1
            ? t`This table has no columns ${names}; add them. Expected: ${expected}.`
            : t`This table has no column ${names}; add it. Expected: ${expected}.`,
        // Offers no fix for a table with another fault, which has to be fixed first.
        fixes: broken.has(table.table) ? [] : [addColumnsFix(text, table, missing)],
      });
    }
  },
});

function missingColumns({ definition, columns }: RegistryTable): CellDefinition[] {
  const there = columns.map(column => column.definition);
  return (definition?.columns ?? []).filter(column => !column.optional && !there.includes(column));
}

function addColumnsFix(text: string, { table }: RegistryTable, missing: readonly CellDefinition[]): FixPlan {
  const names = missing.map(({ name }) => name);
  const quoted = names.map(name => `"${name}"`).join(', ');
  const width = table.header.cells.length;
  // In a row that is too short, appended cells would be in another column.
  const rows = table.rows.filter(({ cells }) => cells.length >= width);
  const dashes = names.map(name => '-'.repeat(name.length + 2));
  const delimited = text.slice(table.delimiter.start, table.delimiter.end).trimEnd();
  const delimiter = { start: table.delimiter.start, closed: delimited.endsWith('|') };
  return {
    title: names.length > 1 ? t`Add the columns ${quoted}` : t`Add the column ${quoted}`,
    do: 'replace',
    changes: [
      appendCells(text, table.header, names),
      insertAt(delimiter.start + delimited.length, delimiter.closed ? `${dashes.join('|')}|` : `|${dashes.join('|')}`),
      ...rows.map(row =>
        appendCells(
          text,
          row,
          names.map(() => '-'),
        ),
      ),
    ],
  };
}

/** Returns the text change that appends cells to a table row. The row ends with a pipe only if it did before. */
export function appendCells(text: string, row: TableRow, cells: readonly string[]): { at: Span; text: string } {
  const end = row.start + text.slice(row.start, row.end).trimEnd().length;
  return insertAt(end, cells.map(cell => (row.closed ? ` ${cell} |` : ` | ${cell}`)).join(''));
}

function insertAt(end: number, text: string): { at: Span; text: string } {
  return { at: { start: end, end }, text };
}
