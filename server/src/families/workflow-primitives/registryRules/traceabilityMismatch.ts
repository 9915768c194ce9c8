import type { CellDefinition } from '../../../model/registry';
import type { RegistryDocument, RegistryTable, Value } from '../../../model/registryDocument';
import type { DocumentFinding, FixPlan } from '../../../model/rule';
import type { Span } from '../../../model/text';
import { idAdded, rowAdded } from '../../../registry/edits';
import { cellOf, idsAt, isSure } from '../../../registry/entries';
import { canonical } from '../../../registry/ids';
import { defineRegistryRule } from './defineRegistryRule';

export default defineRegistryRule({
  id: 'workflow-primitives/traceability-mismatch',
  severity: 'warning',
  fix: 'adds the id where it is missing',
  docs: `The Traceability Matrix says in one direction that a checklist item looks at a requirement, and in the other that it
does not. Who follows the one direction misses what the other one knows.

**Good:**

\`\`\`markdown
## Traceability Matrix

### Requirements -> Checklist Coverage

| FR ID | CHK IDs | Coverage Status | Notes |
|-------|---------|-----------------|-------|
| FR-001 | CHK001 | Covered | - |

### Checklist -> Requirements Mapping

| CHK ID | FR IDs | Gap Type | Resolution |
|--------|--------|----------|------------|
| CHK001 | FR-001 | - | - |
\`\`\`

**Bad:**

\`\`\`markdown
## Traceability Matrix

### Requirements -> Checklist Coverage

| FR ID | CHK IDs | Coverage Status | Notes |
|-------|---------|-----------------|-------|
| FR-001 | CHK001 | Covered | - |

### Checklist -> Requirements Mapping

| CHK ID | FR IDs | Gap Type | Resolution |
|--------|--------|----------|------------|
| CHK001 | - | - | - |
\`\`\`

Add the id to the cell that lacks it, or take it out of the other.

Source: ADR-007, Workflow Primitives, "Validation Loops"; the registry templates ("Bidirectional mapping").`,
  check({ registry }, report) {
    for (const section of registry.sections) {
      if (section.definition.id !== 'traceability-matrix') continue;
      const forward = section.tables.flatMap(table => directionOf(registry, table, FORWARD) ?? []);
      const backward = section.tables.flatMap(table => directionOf(registry, table, BACKWARD) ?? []);
      for (const finding of mismatches(registry, forward, backward)) report(finding);
      for (const finding of mismatches(registry, backward, forward)) report(finding);
    }
  },
});

function mismatches(
  registry: RegistryDocument,
  from: readonly Direction[],
  to: readonly Direction[],
): DocumentFinding[] {
  const back = new Map<string, Line[]>();
  for (const line of to.flatMap(({ lines }) => lines)) back.set(line.id, [...(back.get(line.id) ?? []), line]);
  // A direction that nobody has filled in yet contradicts nothing.
  if (back.size === 0) return [];
  return from
    .flatMap(({ lines }) => lines)
    .flatMap(line =>
      line.ids.flatMap(({ id, at }) => {
        const rows = back.get(id);
        if (rows?.some(({ cell, ids }) => !cell || ids.some(one => one.id === line.id))) return [];
        const lack = rows
          ? `the row of ${id} does not name ${line.id}. Add it there`
          : `${id} has no row in the other direction. Add one`;
        return [
          {
            at,
            message: `${line.id} names ${id} here, but ${lack}, or take this one out.`,
            fixes: agreeing(registry, rows?.[0]?.cell, to[0], { id, other: line.id }),
          },
        ];
      }),
    );
}

interface Direction {
  table: RegistryTable;
  headOf: (column: CellDefinition) => boolean;
  listOf: (column: CellDefinition) => boolean;
  lines: Line[];
}

interface Line {
  id: string;
  /** Where they stand; not known in a row with too few or too many cells. */
  cell?: Value;
  ids: { id: string; at: Span }[];
}

const FORWARD = { head: 'FR ID', list: 'CHK IDs', kinds: ['requirement', 'checklist'] } as const;
const BACKWARD = { head: 'CHK ID', list: 'FR IDs', kinds: ['checklist', 'requirement'] } as const;

function directionOf(
  registry: RegistryDocument,
  table: RegistryTable,
  { head, list, kinds: [from, to] }: typeof FORWARD | typeof BACKWARD,
): Direction | undefined {
  const headOf = ({ name }: CellDefinition) => name === head;
  const listOf = ({ name }: CellDefinition) => name === list;
  if (![headOf, listOf].every(is => table.columns.some(({ definition }) => definition && is(definition)))) return;
  const lines = table.rows.flatMap((row): Line[] => {
    const name = cellOf({ table, row }, headOf);
    const cell = cellOf({ table, row }, listOf);
    const own = name && idsAt(registry, name).find(({ kind }) => kind === from);
    if (!own) return [];
    if (!cell || !isSure({ table, row })) return [{ id: canonical(own.id), ids: [] }];
    const ids = idsAt(registry, cell).filter(({ kind }) => kind === to);
    return [
      {
        id: canonical(own.id),
        cell,
        ids: ids.map(({ id, start, end }) => ({ id: canonical(id), at: { start, end } })),
      },
    ];
  });
  return { table, headOf, listOf, lines };
}

function agreeing(
  registry: RegistryDocument,
  cell: Value | undefined,
  direction: Direction | undefined,
  { id, other }: { id: string; other: string },
): FixPlan[] {
  if (cell) {
    return [{ title: `Add ${other} to ${id}`, do: 'replace', changes: [idAdded(registry, cell, other)] }];
  }
  const { table, headOf, listOf } = direction ?? {};
  // How well a requirement is covered is not known from here, and a row must say it.
  const isKnown = ({ definition }: RegistryTable['columns'][number]) =>
    definition && (headOf?.(definition) || listOf?.(definition) || definition.blank);
  if (!table?.columns.every(isKnown)) return [];
  const change = rowAdded(registry, table, ({ definition }) =>
    definition && headOf?.(definition) ? id : definition && listOf?.(definition) ? other : undefined,
  );
  return [{ title: `Add a row for ${id}`, do: 'replace', changes: [change] }];
}
