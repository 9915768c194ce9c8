import type { RegistryDocument, RegistrySection, SectionDefinition } from '../../../model/registry';
import { t } from '../../../shared/l10n';
import { lineStart, spansWithin } from '../../../text/lines';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a section of a state registry (`index.md`) that should have a table, and has none. */
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
  const { text } = markdown;
  const items = new Set(section.bullets.map(({ start }) => start));
  const remarks = spansWithin(markdown.paragraphs, section).filter(({ start }) => !items.has(start));
  // Above a list of entries, quotes and legends belong to the template.
  if (section.bullets.some(bullet => !NONE.test(bullet.text)))
    return remarks.some(
      ({ start, end }) =>
        !/>[ \t]*$/.test(text.slice(lineStart(text, start), start)) && !LEGEND.test(text.slice(start, end)),
    );
  return (
    remarks.length > 0 || section.bullets.length > 0 || NONE_BELOW.test(text.slice(section.heading.end, section.end))
  );
}

const NONE = /^\W*(?:(?:none|no|n\/a|nothing|empty)\b.*)?$/is;
// An empty item, or a comment.
const NONE_BELOW = /^[ \t]*(?:[-*+]|<!--[^\w\n]{0,20}(?:none|no|n\/a|nothing|empty)\b.{0,100}-->)[ \t]*$/im;
const LEGEND = /^\*\*.*`/;
