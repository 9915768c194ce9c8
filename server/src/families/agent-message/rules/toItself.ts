import { defineRule } from '../../../rules/defineRule';
import { atPointer } from '../../../text/pointer';

export default defineRule({
  id: 'agent-message/to-itself',
  severity: 'warning',
  fix: 'sends it to `conductor`',
  docs: `A message to its own sender tells nobody anything, and the conductor, who routes all messages, never sees it.

**Good:**

\`\`\`json
{"from": "build", "to": "conductor", "payload": {"confidence": 0.95}}
\`\`\`

**Bad:**

\`\`\`json
{"from": "build", "to": "build", "payload": {"confidence": 0.95}}
\`\`\`

Address it to the \`conductor\`, or to the agent that is to read it.

Source: Agent Message Protocol, "Message Structure".`,
  check({ value }, report) {
    const from = atPointer(value, '/from');
    if (typeof from !== 'string' || from === '' || atPointer(value, '/to') !== from) return;
    report({
      path: ['to'],
      message: `"${from.slice(0, 60)}" writes to itself; name who is to read it in "to".`,
      fixes:
        from === 'conductor' ? [] : [{ title: 'Send it to "conductor"', do: 'set', path: ['to'], value: 'conductor' }],
    });
  },
});
