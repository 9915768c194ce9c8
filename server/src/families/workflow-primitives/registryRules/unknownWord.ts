import type { FixPlan } from '../../../model/rule';
import type { Span } from '../../../model/text';
import { type ClosestWord, closestWord } from '../../../registry/closestWord';
import { registryValues } from '../../../registry/columnDefinitions';
import { wordNamed } from '../../../registry/findDefinitions';
import { isPlaceholder } from '../../../rules/defineRule';
import { defineRegistryRule } from './defineRegistryRule';

export default defineRegistryRule({
  id: 'workflow-primitives/unknown-word',
  severity: 'warning',
  fix: 'changes it to the word that was meant',
  check({ registry }, report) {
    for (const { value, name, unsure } of registryValues(registry)) {
      const { vocabulary, text, at } = value;
      if (
        unsure ||
        !vocabulary ||
        vocabulary.open ||
        text === '' ||
        isPlaceholder(text, vocabulary) ||
        wordNamed(vocabulary, text)
      )
        continue;
      const words = vocabulary.words.map(({ word }) => word);
      const meant = closestWord(vocabulary, text);
      const hint = meant ? `; did you mean "${meant.word}"?` : '.';
      report({
        at,
        message: `"${text.slice(0, 60)}" is not a valid ${name}${hint} Allowed: ${words.join(', ')}.`,
        fixes: meant ? [changeTo(meant, at)] : [],
      });
    }
  },
});

function changeTo({ word, certain }: ClosestWord, at: Span): FixPlan {
  return { title: `Change to "${word}"`, do: 'replace', changes: [{ at, text: word }], certain };
}
