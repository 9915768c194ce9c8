import { defineRule } from '../../../rules/defineRule';
import { atPointer } from '../../../text/pointer';

export default defineRule({
  id: 'agent-message/handoff-to-itself',
  severity: 'warning',
  fix: 'removes the handoff',
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
