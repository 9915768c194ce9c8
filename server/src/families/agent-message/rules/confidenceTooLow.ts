import { defineRule } from '../../../rules/defineRule';
import { atPointer } from '../../../text/pointer';

export default defineRule({
  id: 'agent-message/confidence-too-low',
  severity: 'warning',
  fix: 'hands it to `review`, or to nobody',
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

// Projects may define other reviewers: `code-review`, `reviewer`.
const REVIEW = /review/i;
