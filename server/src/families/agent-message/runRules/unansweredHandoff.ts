import { defineRunRule } from '../../../rules/defineRunRule';
import { handoffProblems } from '../handoffProblems';

export default defineRunRule({
  id: 'agent-message/unanswered-handoff',
  severity: 'warning',
  docs: `Nobody answers a handoff, though the run goes on. A message names the agent that goes on, the run does go on, and that
agent never writes: its part of the work is missing from what came of it. The last messages of a run are not
unanswered, and agents that work side by side may answer in any order: one of them is missing only when the work of the
others was put together without it. What is handed to the conductor it hands on
without a word.

**Good:**

\`\`\`jsonl
{"id": "msg_1", "timestamp": "2026-06-11T09:00:00Z", "from": "vision", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}, "handoff": {"nextAgent": "compete", "instructions": "Compare"}}
{"id": "msg_2", "timestamp": "2026-06-11T09:01:00Z", "from": "compete", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}, "handoff": {"nextAgent": "scope", "instructions": "Choose"}}
{"id": "msg_3", "timestamp": "2026-06-11T09:02:00Z", "from": "scope", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}}
\`\`\`

**Bad:**

\`\`\`jsonl
{"id": "msg_1", "timestamp": "2026-06-11T09:00:00Z", "from": "vision", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}, "handoff": {"nextAgent": "compete", "instructions": "Compare"}}
{"id": "msg_2", "timestamp": "2026-06-11T09:01:00Z", "from": "conductor", "to": "scope", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}, "handoff": {"nextAgent": "scope", "instructions": "Choose"}}
{"id": "msg_3", "timestamp": "2026-06-11T09:02:00Z", "from": "scope", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}}
\`\`\`

Have the agent named do its part, or hand over to the one that does.

Source: Agent Message Protocol, "handoff": "Instructions for the next agent".`,
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
