import type { RegistryDocument, RegistrySection } from '../../../model/registry';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a section that a state registry (`index.md`) has twice below the same parent heading. */
export default defineRegistryRule({
  id: 'workflow-primitives/duplicate-section',
  severity: 'warning',
  check({ registry }, report) {
    const first = new Map<string, RegistrySection>();
    for (const section of registry.sections) {
      const key = `${section.definition.id} ${parentHeading(registry, section)}`;
      const earlier = first.get(key);
      first.set(key, earlier ?? section);
      if (!earlier) continue;
      report({
        at: section.heading,
        message: t`The registry has a section "${section.definition.title}" already, in line ${lineOf(registry, earlier)}; agents read and write only one of them. Merge the two.`,
      });
    }
  },
});

// Returns the offset of the heading above a section. Sections of the same name below different headings may belong to different workflows,
// so they are no duplicates.
function parentHeading({ markdown: { headings } }: RegistryDocument, { start, level }: RegistrySection): number {
  return headings.findLast(heading => heading.start < start && heading.level < level)?.start ?? -1;
}

function lineOf({ markdown: { text } }: RegistryDocument, { start }: RegistrySection): number {
  return text.slice(0, start).split('\n').length;
}
