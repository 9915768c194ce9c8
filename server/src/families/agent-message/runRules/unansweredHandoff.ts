import { defineRunRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { handoffProblems } from '../handoffProblems';

/** Reports a hand-off that no agent answers although the run continues. */
export default defineRunRule({
  id: 'agent-message/unanswered-handoff',
  severity: 'warning',
  check(run, report) {
    for (const { step, to } of handoffProblems(run).unanswered) {
      report({
        at: step,
        path: ['handoff', 'nextAgent'],
        message: t`"${to.slice(0, 60)}" never answers this handoff, though the run goes on without it.`,
      });
    }
  },
});
