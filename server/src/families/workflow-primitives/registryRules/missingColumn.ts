import type { CellDefinition, RegistryColumn, RegistryTable } from '../../../model/registry';
import type { FixPlan } from '../../../model/rule';
import { t } from '../../../shared/l10n';
import { nearestWord } from '../../../text/similarNames';
import { appendCells, cellFit, insertAt } from './cellCount';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a table of a state registry (`index.md`) that lacks a column which every table of its kind has. */
export default defineRegistryRule({
  id: 'workflow-primitives/missing-column',
  severity: 'warning',
  fix: 'renames the column that is meant, or adds it, its cells to be filled',
  check({ registry }, report) {
    const { text } = registry.markdown;
    const broken = new Set(registry.sections.flatMap(({ tableFaults }) => tableFaults.map(({ table }) => table)));
    for (const table of registry.sections.flatMap(({ tables }) => tables)) {
      const all = missingColumns(table);
      const renamed = renamedColumns(table, all);
      for (const [{ name }, column] of renamed) {
        report({
          at: column.at,
          message: t`"${column.name.slice(0, 60)}" is not a column of this table; did you mean "${name}"?`,
          fixes: [
            { title: t`Rename the column to "${name}"`, do: 'replace', changes: [{ at: column.at, text: name }] },
          ],
        });
      }
      const missing = all.filter(one => !renamed.has(one));
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

// Pairs missing columns with unknown ones: first by similar names, then by what is in the cells.
function renamedColumns(table: RegistryTable, missing: readonly CellDefinition[]): Map<CellDefinition, RegistryColumn> {
  const pairs = new Map<CellDefinition, RegistryColumn>();
  const unknown = new Set(table.columns.filter(({ definition, name }) => !definition && name !== ''));
  for (const isMeant of [isNamedLike, hasCellsOf]) {
    for (const definition of missing.filter(one => !pairs.has(one))) {
      const column = [...unknown].find(one => isMeant(one, definition, table));
      if (!column) continue;
      pairs.set(definition, column);
      unknown.delete(column);
    }
  }
  return pairs;
}

// Sorce for Source, gap_id for Gap ID; ID or Gap, too, if the cells allow it.
function isNamedLike(column: RegistryColumn, definition: CellDefinition, table: RegistryTable): boolean {
  const name = column.name.replace(/_/g, ' ').toLowerCase();
  const names = [definition.name, ...(definition.aliases ?? [])];
  if (nearestWord(name, names) !== undefined || names.some(one => one.toLowerCase() === name)) return true;
  const isWord = names.some(one => one.toLowerCase().split(' ').includes(name));
  return isWord && textsBelow(column, table).every(text => cellFit(text, definition) > -2);
}

function hasCellsOf(column: RegistryColumn, definition: CellDefinition, table: RegistryTable): boolean {
  const texts = textsBelow(column, table);
  return texts.length > 0 && texts.every(text => cellFit(text, definition) > 0);
}

function textsBelow(column: RegistryColumn, { columns, rows }: RegistryTable): string[] {
  const index = columns.indexOf(column);
  return rows.map(({ values }) => values[index]?.text ?? '').filter(text => text !== '');
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
