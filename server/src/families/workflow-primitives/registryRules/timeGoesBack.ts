import type { RegistryRow, RegistryTable, Value } from '../../../model/registryDocument';
import { type Moment, momentOf } from '../../../registry/times';
import { wordsAt } from '../../../registry/values';
import { defineRegistryRule } from './defineRegistryRule';

export default defineRegistryRule({
  id: 'workflow-primitives/time-goes-back',
  severity: 'warning',
  docs: `A line of a log is older than the line before it. Logs of the registry are append-only: who reads them takes the
last line for the last word. A line in the wrong place was put in later, or its time is wrong.

**Good:**

\`\`\`markdown
## Decisions Log

| Timestamp | Agent | Decision | Rationale |
|-----------|-------|----------|-----------|
| 2026-01-30 | spec-writer | One export a month | The bank asks for it |
| 2026-01-31 | spec-writer | CSV and PDF | Both are in use |
\`\`\`

**Bad:**

\`\`\`markdown
## Decisions Log

| Timestamp | Agent | Decision | Rationale |
|-----------|-------|----------|-----------|
| 2026-01-31 | spec-writer | One export a month | The bank asks for it |
| 2026-01-30 | spec-writer | CSV and PDF | Both are in use |
\`\`\`

Put the line where its time belongs, or mend the time. Times without a zone are taken for UTC.

Source: ADR-007, Workflow Primitives, "Decisions log"; the registry templates ("Append-only log").`,
  check({ registry }, report) {
    const logs = registry.sections.filter(({ definition }) => definition.appendOnly);
    for (const { before, value } of logs.flatMap(({ tables }) => tables.flatMap(stepsBack))) {
      report({
        at: wordsAt(registry.markdown.text, value),
        message: `"${value.text}" is earlier than the line before, "${before.text}"; new lines go to the end, in the order of time.`,
      });
    }
  },
});

function stepsBack({ columns, rows }: RegistryTable): { before: Value; value: Value }[] {
  const column = columns.findIndex(({ definition }) => definition?.format === 'time');
  const found: { before: Value; value: Value }[] = [];
  let last: { value: Value; moment: Moment } | undefined;
  for (const row of column < 0 ? [] : rows) {
    const value = sure(row, columns.length) ? row.values[column] : undefined;
    const moment = value && momentOf(value.text);
    if (!value || !moment) continue;
    if (last && moment.to < last.moment.from) found.push({ before: last.value, value });
    last = { value, moment };
  }
  return found;
}

function sure({ values }: RegistryRow, columns: number): boolean {
  return values.length === columns;
}
