import { defineRule } from '../../../rules/defineRule';
import { failedButProceeds } from '../../failedButProceeds';

export default defineRule({
  id: 'workflow-primitives/failed-but-proceeds',
  severity: 'warning',
  fix: 'recommends `retry` or `escalate`',
  docs: `The agent failed, and recommends to go on: the workflow would build on what is not there.

**Good:**

\`\`\`json
{ "success": false, "artifacts": [], "state_updates": {}, "next_recommendation": "retry" }
\`\`\`

**Bad:**

\`\`\`json
{ "success": false, "artifacts": [], "state_updates": {}, "next_recommendation": "proceed" }
\`\`\`

Recommend \`retry\` where another attempt may help, and \`escalate\` where a person has to decide. Success with \`escalate\` is
fine: the task is done, and its result is a question.

Source: Workflow Primitives (ADR-007), "next_recommendation"; Agent Protocol, "Recommendation Values", says of the same three
values that \`proceed\` means success.`,
  check({ value }, report) {
    failedButProceeds(value, 'next_recommendation').forEach(report);
  },
});
