import type { CellDefinition, RegistryDocument, RegistryTable } from '../../../model/registry';
import type { FixPlan } from '../../../model/rule';
import { vocabularyWord } from '../../../registry/closestWord';
import {
  asksAbout,
  type Gap,
  gapsOf,
  hasColumn,
  isClarification,
  isOpen,
  isOrigin,
  iterationOf,
  questionsNameGaps,
  questionsOf,
} from '../../../registry/gaps';
import { trimmedSpan } from '../../../registry/registryCells';
import { addId, addRow, unescapedCellText } from '../../../registry/registryEdits';
import { canonicalId, idsIn } from '../../../registry/registryIds';
import { rowCell, tablesDefining } from '../../../registry/registryRows';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a gap (an unclear or missing fact) with the status `clarifying` in a state registry (`index.md`), if no open question is about it. */
export default defineRegistryRule({
  id: 'workflow-primitives/gap-without-question',
  severity: 'warning',
  fix: 'adds a question about the gap',
  check({ registry }, report) {
    const tables = tablesDefining(registry, 'question');
    if (tables.length === 0) return;
    const questions = questionsOf(registry);
    const known = new Set(questions.map(({ id }) => id));
    const id = nextQuestion(registry);
    const areLinked = questionsNameGaps(tables, questions);
    for (const gap of gapsOf(registry)) {
      if (!gap.status || vocabularyWord(gap.status) !== 'clarifying') continue;
      if (!(areLinked || hasColumn(gap.table, isClarification))) continue;
      // A gap that names an undefined question is left out here, since another rule reports the undefined id.
      if (gap.questions.some(id => !known.has(id))) continue;
      const own = questions.filter(question => asksAbout(question, gap));
      if (own.some(question => isOpen(question) !== false)) continue;
      const statuses = own.map(question => t`${question.id} is ${vocabularyWord(question.status)}`).join(', ');
      report({
        at: trimmedSpan(registry.markdown.text, gap.status),
        message: statuses
          ? t`${gap.id} is clarifying, but no open question asks about it (${statuses}). Add a question such as ${id}, or move the gap on.`
          : t`${gap.id} is clarifying, but no open question asks about it. Add a question such as ${id}, or move the gap on.`,
        fixes: addQuestionFixes(registry, gap, id),
      });
    }
  },
});

function nextQuestion(registry: RegistryDocument): string {
  const taken = idsIn(registry.markdown.text).flatMap(({ id }) => {
    const [, iteration, number] = /^C(\d+)\.(\d+)$/.exec(id) ?? [];
    return iteration ? [{ iteration: Number(iteration), number: Number(number) }] : [];
  });
  const iteration = iterationOf(registry) || Math.max(1, ...taken.map(one => one.iteration));
  const numbers = taken.filter(one => one.iteration === iteration).map(({ number }) => number);
  return `C${iteration}.${Math.max(0, ...numbers) + 1}`;
}

function addQuestionFixes(registry: RegistryDocument, gap: Gap, id: string): FixPlan[] {
  const tables = tablesDefining(registry, 'question').map(({ table }) => table);
  const table = tables.find(one => hasColumn(one, isOrigin)) ?? tables[0];
  const clarification = rowCell(gap, isClarification);
  if (!table || (!hasColumn(table, isOrigin) && !clarification)) return [];
  const changes = [addRow(registry, table, ({ definition }) => definition && newCell(definition, table, gap, id))];
  if (clarification) changes.push(addId(registry, clarification, id));
  return [{ title: t`Add question ${id} about ${gap.id}`, do: 'replace', changes }];
}

function newCell(column: CellDefinition, table: RegistryTable, gap: Gap, id: string): string | undefined {
  if (column.defines) return id;
  if (isOrigin(column)) return gap.id;
  switch (column.name) {
    case 'Location':
      return requirementsOf(gap);
    case 'Question':
    case 'Question Summary':
      return (
        unescapedCellText(rowCell(gap, ({ name }) => name === 'Question' || name === 'Description')) ??
        `What about ${gap.id}?`
      );
    case 'Workflow':
      return 'specify';
    case 'Priority':
      // The subject is for a person to write; the priority defaults to the first word.
      return firstWord(table, column);
    case 'Status':
      return 'pending';
    default:
      return undefined;
  }
}

function requirementsOf(gap: Gap): string | undefined {
  const cell = rowCell(gap, ({ refers }) => refers?.includes('requirement') === true);
  return idsIn(cell?.text ?? '')
    .map(({ id }) => canonicalId(id))
    .join(', ');
}

// The first word of the table's legend, which its cells refer to.
function firstWord({ columns, rows }: RegistryTable, column: CellDefinition): string | undefined {
  const index = columns.findIndex(({ definition }) => definition === column);
  return (rows[0]?.values[index]?.vocabulary ?? column.vocabulary)?.words[0]?.word;
}
