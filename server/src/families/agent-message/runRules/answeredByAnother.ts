import { defineRunRule } from '../../../rules/defineRule';
import { describeLocation } from '../../../rules/envelopesOfRun';
import { t } from '../../../shared/l10n';
import { handoffProblems } from '../handoffProblems';

/** Reports a hand-off that is answered by another agent than the one that it names. */
export default defineRunRule({
  id: 'agent-message/answered-by-another',
  severity: 'warning',
  check(run, report) {
    for (const { step, handoff, to } of handoffProblems(run).byAnother) {
      const agent = step.draft.agent ?? '';
      report({
        at: step,
        path: ['from'],
        message: t`"${agent.slice(0, 60)}" answers, but the handoff before (${describeLocation(handoff, step)}) names "${to.slice(0, 60)}".`,
      });
    }
  },
});
