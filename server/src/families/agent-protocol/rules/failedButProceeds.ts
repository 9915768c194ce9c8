import { defineRule } from '../../../rules/defineRule';
import { failedButProceeds } from '../../failedButProceeds';

export default defineRule({
  id: 'agent-protocol/failed-but-proceeds',
  severity: 'warning',
  fix: 'recommends `retry` or `escalate`',
  docs: `The agent failed, and recommends to go on: the workflow would build on what is not there.

**Good:**

\`\`\`json
{ "success": false, "summary": "No spec found.", "artifacts": [], "recommendation": "retry" }
\`\`\`

**Bad:**

\`\`\`json
{ "success": false, "summary": "No spec found.", "artifacts": [], "recommendation": "proceed" }
\`\`\`

Recommend \`retry\` where another attempt may help, and \`escalate\` where a person has to decide. Success with \`escalate\` is
fine: the task is done, and its result is a question.

Source: Agent Protocol (ADR-007), "Recommendation Values": \`proceed\` means that the agent succeeded.`,
  check({ value }, report) {
    failedButProceeds(value, 'recommendation').forEach(report);
  },
});
