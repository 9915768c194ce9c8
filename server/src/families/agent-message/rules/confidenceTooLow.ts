import { defineRule } from '../../../rules/defineRule';
import { atPointer } from '../../../text/pointer';

export default defineRule({
  id: 'agent-message/confidence-too-low',
  severity: 'warning',
  fix: 'hands it to `review`, or to nobody',
  docs: `A message with a confidence below 0.5 is handed on, where its agent is to stop and ask. Handed on, a guess
becomes the ground that the next agents build on.

**Good:**

\`\`\`json
{"from": "fix", "to": "conductor", "payload": {"confidence": 0.3, "needsReview": true}, "handoff": {"nextAgent": "review", "instructions": "Decide which of the two causes it is"}}
\`\`\`

**Bad:**

\`\`\`json
{"from": "fix", "to": "conductor", "payload": {"confidence": 0.3, "needsReview": true}, "handoff": {"nextAgent": "build", "instructions": "Change the first of the two"}}
\`\`\`

Hand it to \`review\`, or to nobody: leave \`handoff\` out, and the conductor asks the user.

Source: Agent Message Protocol, "Confidence Guidelines".`,
  check({ value }, report) {
    const confidence = atPointer(value, '/payload/confidence');
    if (typeof confidence !== 'number' || !(confidence >= 0 && confidence < 0.5)) return;
    const next = atPointer(value, '/handoff/nextAgent');
    if (typeof next !== 'string' || next === 'user' || REVIEW.test(next)) return;
    report({
      path: ['handoff', 'nextAgent'],
      message: `"confidence" is ${confidence}, too low to hand this to "${next.slice(0, 60)}"; hand it to "review", or stop and ask.`,
      fixes: [
        // A handoff to itself would be wrong as well.
        ...(atPointer(value, '/from') === 'review'
          ? []
          : [
              {
                title: 'Hand it to "review"',
                do: 'set' as const,
                path: ['handoff', 'nextAgent'],
                value: 'review',
              },
            ]),
        { title: 'Hand it to nobody', do: 'remove', path: ['handoff'] },
      ],
    });
  },
});

// Projects have reviewers of their own: `code-review`, `reviewer`.
const REVIEW = /review/i;
