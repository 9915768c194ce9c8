import type { Span } from '../../../model/text';
import { type NamedValue, registryValues } from '../../../registry/registryCells';
import { t } from '../../../shared/l10n';
import { defineRegistryRule, isElidedCell } from './defineRegistryRule';

/** Reports an empty field or cell of a state registry (`index.md`) that needs a value. */
export default defineRegistryRule({
  id: 'workflow-primitives/empty-cell',
  severity: 'warning',
  check({ registry, isTemplate }, report) {
    if (isTemplate) return;
    for (const named of registryValues(registry)) {
      const { value, name, unsure, field } = named;
      const { text, definition, mayBeBlank, vocabulary } = value;
      if (unsure || mayBeBlank || !definition || definition.optional || (text !== '' && !isElidedCell(text))) continue;
      const words = vocabulary?.words.map(({ word }) => word).join(', ');
      const what = !words
        ? t`write what belongs there.`
        : vocabulary?.open
          ? t`write a word such as ${words}.`
          : t`write one of ${words}.`;
      const message =
        text === ''
          ? field
            ? t`"${name}" is empty in this section; ${what}`
            : t`"${name}" is empty in this row; ${what}`
          : field
            ? t`"${name}" is left out, "${text}" in this section; ${what}`
            : t`"${name}" is left out, "${text}" in this row; ${what}`;
      report({ at: visibleSpan(registry.markdown.text, named), message });
    }
  },
});

// Returns the span to underline for an empty cell or field. The cell itself has no characters, so the whitespace around it, or the name of
// the field, is underlined.
function visibleSpan(text: string, { value, field }: NamedValue): Span {
  if (value.at.end > value.at.start) return value.at;
  if (field?.style === 'bullets') return field.nameAt;
  let { start, end } = value.at;
  while (text[start - 1] === ' ') start--;
  while (text[end] === ' ') end++;
  return start < end ? { start, end } : { start: start - 1, end };
}
