import type { Span } from '../../../model/text';
import { type NamedValue, registryValues } from '../../../registry/columnDefinitions';
import { defineRegistryRule, isElidedCell } from './defineRegistryRule';

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
      const what = words
        ? `write ${vocabulary?.open ? 'a word such as' : 'one of'} ${words}`
        : 'write what belongs there';
      const how = text === '' ? 'is empty' : `is left out, "${text}"`;
      report({
        at: visibleSpan(registry.markdown.text, named),
        message: `"${name}" ${how} in this ${field ? 'section' : 'row'}; ${what}.`,
      });
    }
  },
});

// An empty span is invisible: marks the whitespace around it, or the field's name.
function visibleSpan(text: string, { value, field }: NamedValue): Span {
  if (value.at.end > value.at.start) return value.at;
  if (field?.style === 'bullets') return field.nameAt;
  let { start, end } = value.at;
  while (text[start - 1] === ' ') start--;
  while (text[end] === ' ') end++;
  return start < end ? { start, end } : { start: start - 1, end };
}
