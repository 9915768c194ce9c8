import { defineRunRule } from '../../../rules/defineRule';
import { describeLocation, isCopy } from '../../../rules/envelopesOfRun';
import { t } from '../../../shared/l10n';
import { isCall, isResult } from '../callKinds';

/** Reports a second result of a tool call. */
export default defineRunRule({
  id: 'toolcall/duplicate-result',
  severity: 'warning',
  check({ steps }, report) {
    const answers = new Map(
      steps.flatMap(step => (isCall(step) && step.answer ? [[step.draft.pair, step.answer] as const] : [])),
    );
    for (const step of steps.filter(isResult)) {
      const id = step.draft.pair;
      const first = id === undefined ? undefined : answers.get(id);
      if (id === undefined || !first || isCopy(first, step)) continue;
      report({
        at: step,
        path: ['call_id'],
        message: t`The call "${id.slice(0, 60)}" already has a result (${describeLocation(first, step)}); a call has only one.`,
      });
    }
  },
});
