import type { CellDefinition } from '../../../model/registry';
import { registryValues, trimmedSpan } from '../../../registry/registryCells';
import { alternatives, hasPlaceholder, isPlaceholder } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a value in a state registry (`index.md`) that is still a placeholder of the template, such as `{feature_id}`. */
export default defineRegistryRule({
  id: 'workflow-primitives/placeholder',
  severity: 'warning',
  fix: 'writes one of the words to choose from',
  check({ registry, isTemplate }, report) {
    if (isTemplate) return;
    const { text: document } = registry.markdown;
    for (const { value, name, unsure } of registryValues(registry)) {
      const { text, vocabulary, definition } = value;
      if (unsure || text === '') continue;
      const at = trimmedSpan(document, value);
      const words = alternatives(text, vocabulary);
      if (words.length > 0) {
        report({
          at,
          message: t`"${name}" still lists all its values, "${text.slice(0, 60)}"; write the one that applies.`,
          fixes: words.map(word => ({ title: t`Change to "${word}"`, do: 'replace', changes: [{ at, text: word }] })),
        });
      } else if (isLeft(text, document.slice(value.at.start, value.at.end), definition)) {
        report({ at, message: t`"${name}" is still a placeholder, "${text.slice(0, 60)}"; write the value.` });
      }
    }
  },
});

// Returns whether a text still has a placeholder such as `{name}`. In prose and in names of endpoints, braces may be real, as in `GET
// /users/{id}`, so there the whole text must be a placeholder.
function isLeft(text: string, written: string, definition: CellDefinition | undefined): boolean {
  if (!definition || !hasPlaceholder(text)) return false;
  const isProse = definition.format === 'text' || definition.refers?.includes('endpoint');
  return isProse ? isPlaceholder(text) && !written.includes('`') : true;
}
