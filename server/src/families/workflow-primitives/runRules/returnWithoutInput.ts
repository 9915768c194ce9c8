import { defineAnswerWithoutInput } from '../../defineAnswerWithoutInput';

export default defineAnswerWithoutInput({
  id: 'workflow-primitives/return-without-input',
  kind: 'workflow-primitives/artifact-return',
  docs: `An artifact return in a log answers no input. An artifact return carries no id. In a log it answers the last input
before it that has no answer yet; a second one after one input is taken for the answer to another one, or for none.

**Good:**

\`\`\`jsonl
{"context": {"feature_id": "005-invites", "workflow": "specify", "iteration": 1}, "paths": {}, "task": {"mode": "create", "params": {}}}
{"success": true, "artifacts": [], "state_updates": {}, "next_recommendation": "proceed"}
\`\`\`

**Bad:**

\`\`\`jsonl
{"context": {"feature_id": "005-invites", "workflow": "specify", "iteration": 1}, "paths": {}, "task": {"mode": "create", "params": {}}}
{"success": true, "artifacts": [], "state_updates": {}, "next_recommendation": "proceed"}
{"success": true, "artifacts": [], "state_updates": {}, "next_recommendation": "proceed"}
\`\`\`

Return once for each input, with all artifacts in it.

Source: ADR-007, Workflow Primitives Skill Architecture: agents return artifacts, and the supervisor writes them.`,
});
