import { defineAnswerWithoutInput } from '../../defineAnswerWithoutInput';

export default defineAnswerWithoutInput({
  id: 'agent-protocol/output-without-input',
  kind: 'agent-protocol/output',
  docs: `An output in a log answers no input. An output carries no id. In a log it answers the last input before it that has no
answer yet; a second output after one input is taken for the answer to another one, or for none.

**Good:**

\`\`\`jsonl
{"context": {"feature_id": "005-invites", "workflow": "specify", "iteration": 1}, "paths": {}, "task": {"action": "validate", "params": {}}}
{"success": true, "summary": "All is well", "artifacts": [], "notes": [], "recommendation": "proceed"}
\`\`\`

**Bad:**

\`\`\`jsonl
{"context": {"feature_id": "005-invites", "workflow": "specify", "iteration": 1}, "paths": {}, "task": {"action": "validate", "params": {}}}
{"success": true, "summary": "All is well", "artifacts": [], "notes": [], "recommendation": "proceed"}
{"success": true, "summary": "One thing more", "artifacts": [], "notes": [], "recommendation": "proceed"}
\`\`\`

Return once for each input, with all artifacts in it.

Source: Agent Protocol: an agent gets one input and returns one output.`,
});
