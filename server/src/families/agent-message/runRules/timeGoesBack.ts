import { defineRunRule } from '../../../rules/defineRunRule';
import { describeLocation } from '../../../rules/runEnvelopes/describeLocation';
import { timeReversals } from '../../../rules/runEnvelopes/timeReversals';

export default defineRunRule({
  id: 'agent-message/time-goes-back',
  severity: 'warning',
  docs: `A message is earlier than the one before it in its workflow. The messages of a workflow go through the conductor one
after the other. One whose time is before that of the message above it was written by a wrong clock, or put in later:
whoever sorts by time reads another story than the log tells.

**Good:**

\`\`\`jsonl
{"id": "msg_1", "timestamp": "2026-06-11T09:00:00Z", "from": "build", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}}
{"id": "msg_2", "timestamp": "2026-06-11T09:01:00Z", "from": "build", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}}
\`\`\`

**Bad:**

\`\`\`jsonl
{"id": "msg_1", "timestamp": "2026-06-11T09:00:00Z", "from": "build", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}}
{"id": "msg_2", "timestamp": "2026-06-11T08:01:00Z", "from": "build", "to": "conductor", "context": {"workflowId": "wf_1"}, "payload": {"confidence": 0.95}}
\`\`\`

Write the time at which the message was made, with its zone.

Source: Agent Message Protocol, "timestamp": "Timestamp of message creation".`,
  check(run, report) {
    for (const { late, before, key } of timeReversals(run, ['timestamp'])) {
      report({
        at: late,
        path: [key],
        message: `This is earlier than the message of the same workflow before it (${describeLocation(before, late)}); time does not go back.`,
      });
    }
  },
});
