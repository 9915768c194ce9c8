import type { TableFault } from '../../../model/registry';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports lines of a state registry that are meant as a table, but that Markdown does not read as one. */
export default defineRegistryRule({
  id: 'workflow-primitives/broken-table',
  severity: 'error',
  fix: 'writes the delimiter row, or removes the blank lines',
  check({ registry }, report) {
    for (const fault of registry.sections.flatMap(({ tableFaults }) => tableFaults)) {
      const { at, changes } = fault;
      const [message, title] = explain(fault);
      report({ at, message, fixes: [{ title, do: 'replace', changes, certain: true }] });
    }
  },
});

function explain({ reason, table }: TableFault): [message: string, title: string] {
  const columns = table.header.cells.length;
  const example = `|${'---|'.repeat(Math.min(columns, 10))}`;
  switch (reason) {
    case 'no-delimiter':
      return [
        t`This is not a Markdown table: the delimiter row below the header is missing. Add "${example}".`,
        t`Add the delimiter row`,
      ];
    case 'delimiter-length':
      return [
        t`This is not a Markdown table: the delimiter row must have as many cells as the header, ${columns}. Write "${example}".`,
        t`Correct the delimiter row`,
      ];
    case 'delimiter-characters':
      return [
        t`This is not a Markdown table: a delimiter row consists of dashes, "|" and ":". Write "${example}".`,
        t`Correct the delimiter row`,
      ];
    case 'blank-lines':
      return [
        t`A blank line cuts this row off from its table, which ends above. Remove the blank line.`,
        t`Remove the blank lines in the table`,
      ];
  }
}
