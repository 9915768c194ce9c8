import { defineRule } from '../../../rules/defineRule';
import { atPointer } from '../../../text/pointer';

export default defineRule({
  id: 'agent-message/to-itself',
  severity: 'warning',
  fix: 'sends it to `conductor`',
  check({ value }, report) {
    const from = atPointer(value, '/from');
    if (typeof from !== 'string' || from === '' || atPointer(value, '/to') !== from) return;
    report({
      path: ['to'],
      message: `"${from.slice(0, 60)}" sends this to itself; name the recipient in "to".`,
      fixes:
        from === 'conductor' ? [] : [{ title: 'Send it to "conductor"', do: 'set', path: ['to'], value: 'conductor' }],
    });
  },
});
