import type { FixPlan } from '../../../model/rule';
import { type Entry, sectionEntries } from '../../../registry/registryRows';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports two rows of a state registry's section that have the same id. */
export default defineRegistryRule({
  id: 'workflow-primitives/duplicate-id',
  severity: 'warning',
  fix: 'removes a row that is there twice',
  check({ registry }, report) {
    for (const kind of KINDS) {
      const first = new Map<string, Entry>();
      for (const entry of sectionEntries(registry, kind)) {
        const key = `${entry.section.start} ${entry.id}`;
        const before = first.get(key);
        if (!before) first.set(key, entry);
        else if (before.row !== entry.row) {
          const line = registry.markdown.text.slice(0, before.at.start).split('\n').length;
          report({
            at: entry.at,
            message: t`${entry.id} is also the id of another row, in line ${line} of this document. Give one of the two an unused id.`,
            fixes: removeRowFixes(before, entry, registry.markdown.text),
          });
        }
      }
    }
  },
});

// The kinds of ids that may stand in one row only. Tasks are left out, since a task has a row for each file that it touches.
const KINDS = ['gap', 'question', 'checklist', 'check'] as const;

function removeRowFixes(before: Entry, { id, row }: Entry, text: string): FixPlan[] {
  const isSame =
    before.row.values.length === row.values.length &&
    before.row.values.every(({ text }, index) => text === row.values[index]?.text);
  if (!isSame) return [];
  const start = text.lastIndexOf('\n', row.start);
  const end = text.indexOf('\n', row.end);
  const at = { start: Math.max(0, start), end: end < 0 ? text.length : end };
  return [{ title: t`Remove the second row of ${id}`, do: 'replace', changes: [{ at, text: '' }] }];
}
