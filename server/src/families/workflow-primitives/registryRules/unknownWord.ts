import type { FixPlan } from '../../../model/rule';
import type { Span } from '../../../model/text';
import { type ClosestWord, closestWord } from '../../../registry/closestWord';
import { wordNamed } from '../../../registry/findSectionDefinitions';
import { registryValues } from '../../../registry/registryCells';
import { isPlaceholder } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a word in a state registry (`index.md`), such as a status, that is not among the words that its column or field allows. */
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
      const [shown, words] = [text.slice(0, 60), vocabulary.words.map(({ word }) => word).join(', ')];
      const meant = closestWord(vocabulary, text);

      report({
        at,
        message: meant
          ? t`"${shown}" is not a valid ${name}; did you mean "${meant.word}"? Allowed: ${words}.`
          : t`"${shown}" is not a valid ${name}. Allowed: ${words}.`,
        fixes: meant ? [changeTo(meant, at)] : [],
      });
    }
  },
});

function changeTo({ word, certain }: ClosestWord, at: Span): FixPlan {
  return { title: t`Change to "${word}"`, do: 'replace', changes: [{ at, text: word }], certain };
}
