import { defineRunRule } from '../../../rules/defineRule';
import { handoffProblems } from '../handoffProblems';

export default defineRunRule({
  id: 'agent-message/unanswered-handoff',
  severity: 'warning',
  check(run, report) {
    for (const { step, to } of handoffProblems(run).unanswered) {
      report({
        at: step,
        path: ['handoff', 'nextAgent'],
        message: `"${to.slice(0, 60)}" never answers this handoff, though the run goes on without it.`,
      });
    }
  },
});
