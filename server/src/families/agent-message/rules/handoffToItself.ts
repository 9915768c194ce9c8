import { defineRule } from '../../../rules/defineRule';
import { atPointer } from '../../../text/pointer';

export default defineRule({
  id: 'agent-message/handoff-to-itself',
  severity: 'warning',
  fix: 'removes the handoff',
  docs: `An agent hands its work on to itself. It gets it back from the conductor, and again: a circle that nobody ends.

**Good:**

\`\`\`json
{"from": "build", "to": "conductor", "payload": {"confidence": 0.95}, "handoff": {"nextAgent": "review", "instructions": "Check the new tests"}}
\`\`\`

**Bad:**

\`\`\`json
{"from": "build", "to": "conductor", "payload": {"confidence": 0.95}, "handoff": {"nextAgent": "build", "instructions": "Write the tests"}}
\`\`\`

Name the agent that goes on, or leave \`handoff\` out and finish the work.

Source: Agent Message Protocol, "Handoff Patterns"; a loop goes by way of another agent.`,
  check({ value }, report) {
    const from = atPointer(value, '/from');
    if (typeof from !== 'string' || from === '' || atPointer(value, '/handoff/nextAgent') !== from) return;
    report({
      path: ['handoff', 'nextAgent'],
      message: `"${from.slice(0, 60)}" hands over to itself; name another agent, or leave "handoff" out.`,
      fixes: [{ title: 'Remove the handoff', do: 'remove', path: ['handoff'] }],
    });
  },
});
