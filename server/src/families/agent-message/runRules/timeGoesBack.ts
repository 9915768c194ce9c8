import { defineRunRule } from '../../../rules/defineRule';
import { describeLocation, timeReversals } from '../../../rules/runEnvelopes';

export default defineRunRule({
  id: 'agent-message/time-goes-back',
  severity: 'warning',
  check(run, report) {
    for (const { late, before, key } of timeReversals(run, ['timestamp'])) {
      report({
        at: late,
        path: [key],
        message: `This is earlier than the message of the same workflow before it (${describeLocation(before, late)}); times must not go backwards.`,
      });
    }
  },
});
