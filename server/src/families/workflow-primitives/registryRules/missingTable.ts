import type { RegistryDocument, RegistrySection, SectionDefinition } from '../../../model/registry';
import { t } from '../../../shared/l10n';
import { spansWithin } from '../../../text/lines';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a section of a registry that should have a table, and has none. */
export default defineRegistryRule({
  id: 'workflow-primitives/missing-table',
  severity: 'warning',
  check({ registry }, report) {
    if (!registry.whole) return;
    for (const section of registry.sections) {
      const columns = columnsOf(section.definition);
      if (columns.length === 0 || hasContent(section, registry)) continue;
      report({
        at: section.heading,
        message: t`"${section.definition.title}" has no table; agents read and add its rows. Add it: | ${columns.join(' | ')} |.`,
      });
    }
  },
});

// Returns the columns of the table that a section must have. Empty for a section that may have fields in place of a table, since another
// rule checks for fields.
function columnsOf({ fields, tables = [] }: SectionDefinition): string[] {
  if (fields) return [];
  return (tables[0]?.columns ?? []).filter(({ optional }) => !optional).map(({ name }) => name);
}

// A remark, such as "(no gaps)", stands for an empty table.
function hasContent(
  { markdownTables, subsections, ...section }: RegistrySection,
  { markdown }: RegistryDocument,
): boolean {
  if (markdownTables.length > 0) return true;
  if (subsections.some(subsection => subsection.definition)) return true;
  const isInItem = (at: { start: number }) => section.bullets.some(({ start }) => start === at.start);
  return spansWithin(markdown.paragraphs, section).some(paragraph => !isInItem(paragraph));
}
