import { vocabularyWord } from '../../../registry/closestWord';
import { reasonFixes, registryLoops } from '../../../registry/gaps';
import { trimmedSpan } from '../../../registry/registryCells';
import { terminationReason } from '../../../registry/vocabularies';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/** Reports a workflow loop that a state registry (`index.md`) records as `terminated`, but without a reason. */
export default defineRegistryRule({
  id: 'workflow-primitives/terminated-without-reason',
  severity: 'warning',
  fix: 'adds a reason',
  check({ registry }, report) {
    for (const loop of registryLoops(registry)) {
      const { status, reason } = loop;
      if (vocabularyWord(status) !== 'terminated' || (reason && reason.text !== '')) continue;
      const words = (reason?.vocabulary ?? terminationReason).words.map(({ word }) => word);
      const reasons = words.filter(word => word !== 'success');
      report({
        at: reason?.nameAt ?? trimmedSpan(registry.markdown.text, status),
        message: reason
          ? t`The loop is terminated, but its Termination Reason is empty. Give one: ${reasons.join(', ')}.`
          : t`The loop is terminated, but its Termination Reason is missing. Give one: ${reasons.join(', ')}.`,
        fixes: reasonFixes(registry, loop, reasons),
      });
    }
  },
});
