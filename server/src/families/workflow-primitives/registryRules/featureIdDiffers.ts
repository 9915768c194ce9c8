import type { FixPlan } from '../../../model/rule';
import type { Span } from '../../../model/text';
import { featureInTitle } from '../../../registry/isRegistry';
import { trimmedSpan } from '../../../registry/registryCells';
import { hasPlaceholder } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a state registry (`index.md`) whose title names another feature than its field `Feature ID`. */
export default defineRegistryRule({
  id: 'workflow-primitives/feature-id-differs',
  severity: 'warning',
  fix: 'writes the one in place of the other',
  check({ registry }, report) {
    const { text, headings } = registry.markdown;
    const title = headings[0]?.text;
    const titled = featureInTitle(registry.markdown);
    if (!title || !titled || hasPlaceholder(titled)) return;
    const titledAt = trimmedSpan(text, { text: titled, at: title });
    const metadata = registry.sections.filter(({ definition }) => definition.id === 'metadata');
    for (const field of metadata.flatMap(({ fields }) => fields)) {
      const id = field.text;
      if (field.definition?.name !== 'Feature ID' || id === '' || hasPlaceholder(id) || isShortFor(id, titled))
        continue;
      const at = trimmedSpan(text, field);
      report({
        at,
        message: t`The Feature ID is "${id.slice(0, 60)}", but the title names "${titled.slice(0, 60)}"; write the same id in both.`,
        fixes: [
          changeTo(titled, at, t`Change the Feature ID to "${titled.slice(0, 60)}"`),
          changeTo(
            titledAt === title ? `Feature Index: ${id}` : id,
            titledAt,
            t`Change the title to "${id.slice(0, 60)}"`,
          ),
        ],
      });
    }
  },
});

// Returns whether two ids name the same feature: they are equal, or one of them is the beginning of the other, such as `005` of
// `005-invites`.
function isShortFor(id: string, other: string): boolean {
  return id === other || other.startsWith(`${id}-`) || id.startsWith(`${other}-`);
}

function changeTo(id: string, at: Span, title: string): FixPlan {
  return { title, do: 'replace', changes: [{ at, text: id }] };
}
