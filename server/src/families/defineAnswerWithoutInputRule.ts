import type { RunEnvelope } from '../model/rule';
import { defineRunRule } from '../rules/defineRule';
import { envelopesByFile } from '../rules/envelopesOfRun';
import { t } from '../shared/l10n';

/**
 * Defines the rule that reports an agent's answer in a log without an input before it. An answer does not say which input it belongs to, so
 * answers and inputs are matched by their order in the log.
 */
export function defineAnswerWithoutInputRule({ id, kind }: { id: string; kind: string }) {
  return defineRunRule({
    id,
    severity: 'warning',
    check(run, report) {
      const open = new Set<RunEnvelope>(run.steps.filter(({ draft, answer }) => draft.kind === kind && !answer));
      if (open.size === 0) return;
      for (const envelopes of envelopesByFile(run)) {
        // A log may begin after the first input.
        const first = envelopes.findIndex(({ draft }) => draft.side === 'ask');
        for (const at of first < 0 ? [] : envelopes.slice(first)) {
          if (!open.has(at)) continue;
          const message = t`This answers no input: all inputs before it in the log have their answer already.`;
          report({ at, path: [], on: 'open', message });
        }
      }
    },
  });
}
