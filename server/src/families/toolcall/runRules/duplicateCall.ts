import type { RunStep } from '../../../model/rule';
import { defineRunRule } from '../../../rules/defineRule';
import { describeLocation, isCopy } from '../../../rules/envelopesOfRun';
import { t } from '../../../shared/l10n';
import { isCall } from '../callKinds';

/** Reports a tool call with the id of an earlier call of its log. */
export default defineRunRule({
  id: 'toolcall/duplicate-call',
  severity: 'warning',
  fix: 'gives it a new id',
  check({ steps }, report) {
    const first = new Map<string, RunStep>();
    for (const step of steps.filter(isCall)) {
      const id = step.draft.pair;
      if (id === undefined) continue;
      const known = first.get(id);
      if (!known) first.set(id, step);
      else if (!isCopy(known, step))
        report({
          at: step,
          path: ['call_id'],
          message: t`"${id.slice(0, 60)}" is already the id of another call (${describeLocation(known, step)}); give this one a new id.`,
          fixes: [{ title: t`Give it a new id`, do: 'fill', path: ['call_id'], format: 'call-id' }],
        });
    }
  },
});
