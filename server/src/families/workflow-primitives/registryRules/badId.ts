import type { PatternedKind } from '../../../model/registry';
import { registryValues, trimmedSpan } from '../../../registry/registryCells';
import { ID_PATTERNS, idKind } from '../../../registry/registryIds';
import { idsAt } from '../../../registry/registryRows';
import { hasPlaceholder } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a row of a state registry (`index.md`) whose id has the wrong form for its table, such as `G001` in place of `G-001`. */
export default defineRegistryRule({
  id: 'workflow-primitives/bad-id',
  severity: 'warning',
  fix: 'adds the dash, or writes 0 for the letter O',
  check({ registry, isTemplate }, report) {
    if (isTemplate) return;
    for (const { value, unsure } of registryValues(registry)) {
      const kind = value.definition?.defines;
      const { text } = value;
      // Text without a number, such as "none", is no id.
      if (
        unsure ||
        !isPatterned(kind) ||
        text.length > 60 ||
        !/\d/.test(text) ||
        /\s/.test(text) ||
        hasPlaceholder(text)
      )
        continue;
      if (idsAt(registry, value).some(found => found.kind === kind)) continue;
      const at = trimmedSpan(registry.markdown.text, value);
      const meant = [text, text.replace(/^([A-Z]+)_?(?=[\dO])/i, '$1-')]
        .map(one => one.toUpperCase().replace(/O(?=[\dO]*$)/g, '0'))
        .find(one => idKind(one) === kind);
      report({
        at,
        message: t`"${text}" has not the form of an id such as ${EXAMPLES[kind]}: references to it are not found, and checks pass the row over. Write an id of that form.`,
        fixes: meant ? [{ title: t`Change to "${meant}"`, do: 'replace', changes: [{ at, text: meant }] }] : [],
      });
    }
  },
});

function isPatterned(kind: string | undefined): kind is PatternedKind {
  return kind !== undefined && kind in ID_PATTERNS;
}

const EXAMPLES: Record<PatternedKind, string> = {
  gap: 'G-001',
  question: 'C1.1, Q-S1',
  requirement: 'FR-001',
  checklist: 'CHK001',
  check: 'SPEC-001',
  task: 'T001',
  story: 'US1',
};
