import { defineRunRule } from '../../../rules/defineRunRule';
import { describeLocation } from '../../../rules/runEnvelopes/describeLocation';
import { handoffProblems } from '../handoffProblems';

export default defineRunRule({
  id: 'agent-message/answered-by-another',
  severity: 'warning',
  docs: `Another agent answers than the one that was handed over to. A message hands over to one agent, and another one writes
next, while the one named never does. Either the handoff names the wrong agent, or the work went to one that it was
not meant for. The conductor may come in at any time.

**Good:**

\`\`\`jsonl
{"id": "msg_1", "timestamp": "2026-06-11T09:00:00Z", "from": "build", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}, "handoff": {"nextAgent": "review", "instructions": "Check"}}
{"id": "msg_2", "timestamp": "2026-06-11T09:01:00Z", "from": "review", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}}
\`\`\`

**Bad:**

\`\`\`jsonl
{"id": "msg_1", "timestamp": "2026-06-11T09:00:00Z", "from": "build", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}, "handoff": {"nextAgent": "review", "instructions": "Check"}}
{"id": "msg_2", "timestamp": "2026-06-11T09:01:00Z", "from": "style", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}}
\`\`\`

Hand over to the agent that is to go on.

Source: Agent Message Protocol, "Handoff Patterns".`,
  check(run, report) {
    for (const { step, handoff, to } of handoffProblems(run).byAnother) {
      const agent = step.draft.agent ?? '';
      report({
        at: step,
        path: ['from'],
        message: `"${agent.slice(0, 60)}" answers, but the handoff before (${describeLocation(handoff, step)}) names "${to.slice(0, 60)}".`,
      });
    }
  },
});
