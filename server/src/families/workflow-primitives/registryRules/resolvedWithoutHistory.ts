import type { CellDefinition, RegistryDocument, RegistryTable } from '../../../model/registry';
import type { FixPlan } from '../../../model/rule';
import { vocabularyWord } from '../../../registry/closestWord';
import {
  asksAbout,
  type Gap,
  gapsOf,
  isOpen,
  iterationOf,
  lastActivityOf,
  type Question,
  questionsOf,
} from '../../../registry/gaps';
import { parseMoment, trimmedSpan } from '../../../registry/registryCells';
import { addRow, unescapedCellText } from '../../../registry/registryEdits';
import { canonicalId } from '../../../registry/registryIds';
import { idsNamedAt, rowCell } from '../../../registry/registryRows';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a resolved gap (a fact that was unclear or missing) that a state registry's table Gap Resolution History does not list. */
export default defineRegistryRule({
  id: 'workflow-primitives/resolved-without-history',
  severity: 'warning',
  fix: 'adds a line to the history',
  check({ registry }, report) {
    const tables = historyTables(registry);
    const [table] = tables;
    if (!table) return;
    const questions = questionsOf(registry).filter(one => isOpen(one) === false);
    const recorded = new Set(tables.flatMap(one => recordedIn(registry, one)));
    for (const gap of gapsOf(registry)) {
      // Checks only gaps of the specification. The tables of the plan's and the tasks' gaps have no separate history.
      if (gap.section.definition.id !== 'gap-priority-queue') continue;
      if (!gap.status || vocabularyWord(gap.status) !== 'resolved' || recorded.has(gap.id)) continue;
      report({
        at: trimmedSpan(registry.markdown.text, gap.status),
        message: t`${gap.id} is resolved, but the Gap Resolution History has no line about it. Add one that says how it was settled.`,
        fixes: lineAdded(
          registry,
          table,
          gap,
          questions.find(one => asksAbout(one, gap)),
        ),
      });
    }
  },
});

function historyTables({ sections }: RegistryDocument): RegistryTable[] {
  return sections
    .filter(({ definition }) => definition.id === 'gap-resolution-history')
    .flatMap(({ tables }) => tables.filter(({ columns }) => columns.some(({ definition }) => isGapId(definition))));
}

function recordedIn(registry: RegistryDocument, table: RegistryTable): string[] {
  return table.rows.flatMap(row => {
    const cell = rowCell({ table, row }, isGapId);
    return cell ? idsNamedAt(registry, cell).map(({ id }) => canonicalId(id)) : [];
  });
}

function isGapId(column: CellDefinition | undefined): boolean {
  return column?.name === 'Gap ID';
}

function lineAdded(
  registry: RegistryDocument,
  table: RegistryTable,
  gap: Gap,
  question: Question | undefined,
): FixPlan[] {
  const cells = table.columns.map(({ definition }) => ({
    definition,
    text: definition && newCell(definition, registry, table, gap, question),
  }));
  // An incomplete row would only be another problem.
  if (cells.some(({ definition, text }) => !text && !definition?.blank && !definition?.optional)) return [];
  const change = addRow(registry, table, ({ definition }) => cells.find(one => one.definition === definition)?.text);
  return [{ title: t`Add a line about ${gap.id} to the history`, do: 'replace', changes: [change] }];
}

function newCell(
  column: CellDefinition,
  registry: RegistryDocument,
  table: RegistryTable,
  gap: Gap,
  question: Question | undefined,
) {
  const from = (...names: string[]) => unescapedCellText(rowCell(gap, ({ name }) => names.includes(name)));
  const answer = question && `Answer to ${question.id}`;
  switch (column.name) {
    case 'Gap ID':
      return gap.id;
    case 'CHK Source':
      return from('CHK Source');
    case 'Original Gap':
      return from('Question');
    case 'Priority':
      return from('Priority');
    case 'Resolution':
      return from('Resolution') ?? answer ?? 'Resolved';
    case 'Details':
      return from('Resolution') ?? answer;
    case 'Resolved Via':
      return question?.id;
    case 'Action':
      return 'resolved';
    case 'Iteration':
      return /^C(\d+)\./.exec(question?.id ?? '')?.[1] ?? (String(iterationOf(registry) || '') || undefined);
    case 'Timestamp':
      return laterTime(lastActivityOf(registry), lastTimeOf(table));
    default:
      return undefined;
  }
}

// The time of the last row that has one.
function lastTimeOf(table: RegistryTable): string | undefined {
  const times = table.rows.map(row => rowCell({ table, row }, ({ format }) => format === 'time')?.text ?? '');
  return times.findLast(text => parseMoment(text));
}

// A log has its lines in chronological order.
function laterTime(time: string | undefined, last: string | undefined): string | undefined {
  const [now, before] = [parseMoment(time ?? ''), parseMoment(last ?? '')];
  return now && before && now.to < before.from ? last : time;
}
