import type { RegistryDocument, RegistryValue } from '../../../model/registry';
import type { FixPlan } from '../../../model/rule';
import { vocabularyWord } from '../../../registry/closestWord';
import { wordNamed } from '../../../registry/findSectionDefinitions';
import {
  asksAbout,
  type Gap,
  gapsOf,
  hasColumn,
  isAboutGaps,
  isClarification,
  isOpen,
  type Question,
  questionsNameGaps,
  questionsOf,
} from '../../../registry/gaps';
import { trimmedSpan } from '../../../registry/registryCells';
import { setValue } from '../../../registry/registryEdits';
import { tablesDefining } from '../../../registry/registryRows';
import { gapStatus } from '../../../registry/vocabularies';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/**
 * Reports an open question in a state registry (`index.md`) without a gap (an unclear or missing fact, status `clarifying`) that waits for its
 * answer.
 */
export default defineRegistryRule({
  id: 'workflow-primitives/question-without-gap',
  severity: 'warning',
  fix: 'brings question and gap to statuses that agree',
  check({ registry }, report) {
    // Checks only questions about gaps of the specification. Plan and tasks have queues of their own, whose gaps have no questions.
    if (!tablesDefining(registry, 'gap').some(({ section }) => section.definition.id === 'gap-priority-queue')) return;
    const tables = tablesDefining(registry, 'question');
    if (tables.length === 0) return;
    const gaps = gapsOf(registry);
    const known = new Set(gaps.map(({ id }) => id));
    const questions = questionsOf(registry);
    const areLinked =
      questionsNameGaps(tables, questions) || gaps.some(({ table }) => hasColumn(table, isClarification));
    for (const question of questions) {
      if (!isAboutGaps(question) || !isOpen(question)) continue;
      // A missing gap is reported where it is named.
      if (question.gaps.some(id => !known.has(id))) continue;
      const own = gaps.filter(gap => asksAbout(question, gap));
      if (own.some(mayBeClarifying)) continue;
      if (own.length === 0 && !areLinked) continue;
      const { id, at, origin, status } = question;
      const statuses = own.map(gap => t`${gap.id} is ${vocabularyWord(gap.status)}`).join(', ');
      report({
        at: origin && origin.text !== '' ? trimmedSpan(registry.markdown.text, origin) : at,
        message:
          own.length === 0
            ? t`${id} is ${vocabularyWord(status)}, but it names no gap. Name the gap that it asks about.`
            : t`${id} is ${vocabularyWord(status)}, but no gap is clarifying because of it: ${statuses}. Make the two statuses agree.`,
        fixes: agreeing(registry, question, own),
      });
    }
  },
});

// The meaning of an unknown status is known only to its author.
function mayBeClarifying({ status }: Gap): boolean {
  const word = vocabularyWord(status);
  return !status || word === 'clarifying' || !wordNamed(gapStatus, word);
}

/** The status of a question whose gap has advanced. */
const AFTERWARDS: Record<string, string> = { resolving: 'answered', resolved: 'answered', deferred: 'deferred' };

function agreeing(registry: RegistryDocument, { id, status }: Question, gaps: readonly Gap[]): FixPlan[] {
  const words = new Set(gaps.map(gap => vocabularyWord(gap.status)));
  const [word = ''] = words;
  if (words.size !== 1) return [];
  if (word === 'pending') {
    const changes = gaps.flatMap(gap => (gap.status && allows(gap.status, 'clarifying') ? gap.status : []));
    const names = gaps.map(gap => gap.id).join(', ');
    return changes.length === gaps.length ? [changed(registry, names, changes, 'clarifying')] : [];
  }
  const to = AFTERWARDS[word];
  return to && status && allows(status, to) ? [changed(registry, id, [status], to)] : [];
}

function changed(registry: RegistryDocument, names: string, values: readonly RegistryValue[], word: string): FixPlan {
  const changes = values.map(value => setValue(registry, value, word));
  return { title: t`Change ${names} to "${word}"`, do: 'replace', changes };
}

function allows({ vocabulary }: RegistryValue, word: string): boolean {
  return !vocabulary || wordNamed(vocabulary, word) !== undefined;
}
