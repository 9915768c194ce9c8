import { defineRule } from '../../../rules/defineRule';
import { atPointer, isObject } from '../../../text/pointer';
import { isMisspelt } from '../../misspeltKey';

export default defineRule({
  id: 'agent-message/unsure-without-review',
  severity: 'warning',
  fix: 'sets `needsReview`, or adds it',
  docs: `A message with a confidence of 0.5 to 0.7 does not ask for a review. Its agent is uncertain: somebody has to look before
others go on with it, and without \`"needsReview": true\` nobody is asked.

**Good:**

\`\`\`json
{"from": "trends", "to": "conductor", "payload": {"confidence": 0.6, "needsReview": true}}
\`\`\`

**Bad:**

\`\`\`json
{"from": "trends", "to": "conductor", "payload": {"confidence": 0.6, "needsReview": false}}
\`\`\`

Set \`needsReview\` to true. If the output is surer than that, say so in \`confidence\`.

Source: Agent Message Protocol, "Confidence Guidelines".`,
  check({ value }, report) {
    const payload = atPointer(value, '/payload');
    if (!isObject(payload)) return;
    const { confidence, needsReview } = payload;
    if (typeof confidence !== 'number' || confidence < 0.5 || confidence >= 0.7) return;
    const title = 'Have it reviewed';
    if (needsReview === false) {
      report({
        path: ['payload', 'needsReview'],
        message: `"confidence" is ${confidence}, so "needsReview" should be true.`,
        fixes: [{ title, do: 'set', path: ['payload', 'needsReview'], value: true }],
      });
    } else if (needsReview === undefined && !isMisspelt('needsReview', payload)) {
      report({
        path: ['payload', 'confidence'],
        message: `"confidence" is ${confidence}: add "needsReview": true to the payload.`,
        fixes: [{ title, do: 'add', path: ['payload'], key: 'needsReview', value: true }],
      });
    }
  },
});
