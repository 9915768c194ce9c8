import type { Table, TableRow } from '../../../model/markdown';
import type { RegistryDocument, RegistryTable } from '../../../model/registryDocument';
import type { FixPlan } from '../../../model/rule';
import { defineRegistryRule } from './defineRegistryRule';
import { padRow } from './padRow';
import { unescapedPipes } from './unescapedPipes';

export default defineRegistryRule({
  id: 'workflow-primitives/cell-count',
  severity: 'error',
  fix: 'escapes the `|`, or fills the row up with `-`',
  check({ registry }, report) {
    const { text } = registry.markdown;
    for (const table of registry.sections.flatMap(section => section.sourceTables)) {
      const header = table.header.cells.map(({ start, end }) => text.slice(start, end));
      for (const row of table.rows.filter(({ cells }) => cells.length !== header.length)) {
        const surplus = row.cells.length - header.length;
        const { reason, fixes } =
          surplus > 0 ? explainSurplus(text, row, surplus) : explainShortage(registry, table, row);
        report({
          at: { start: row.start, end: row.end },
          message: `This row has ${cellCountText(row.cells.length)}, its header ${header.length}: ${header.join(' | ').slice(0, 200)}. ${reason}`,
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
    return { reason: 'Write "\\|" for a "|" that is part of the text, or remove the extra cells.', fixes: [] };
  }
  const changes = meant.map(start => ({ at: { start, end: start }, text: '\\' }));
  return {
    reason: `${isCode ? 'A "|" separates cells even inside code' : 'A "|" separates cells, also between words'}: write "\\|".`,
    fixes: [{ title: 'Escape the "|" that is part of a text', do: 'replace', changes, certain: isCode }],
  };
}

function explainShortage(registry: RegistryDocument, table: Table, row: TableRow): Explanation {
  const tables = registry.sections.flatMap(section => section.tables);
  const read: RegistryTable | undefined = tables.find(one => one.table === table);
  const values = read?.rows[table.rows.indexOf(row)]?.values ?? [];
  const columns = read?.columns ?? table.header.cells.map(() => ({}));
  return {
    reason: 'Write "-" in an empty cell.',
    fixes: [
      {
        title: 'Fill the row up with "-"',
        do: 'replace',
        changes: padRow(registry.markdown.text, row, values, columns),
      },
    ],
  };
}

function cellCountText(cells: number): string {
  return cells === 1 ? '1 cell' : `${cells} cells`;
}
