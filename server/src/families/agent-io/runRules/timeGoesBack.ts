import { defineRunRule } from '../../../rules/defineRule';
import { describeLocation, timeReversals } from '../../../rules/runEnvelopes';

export default defineRunRule({
  id: 'agent-io/time-goes-back',
  severity: 'info',
  check(run, report) {
    for (const { late, before, key } of timeReversals(run, ['timestamp_iso', 'timestamp'])) {
      report({
        at: late,
        path: [key],
        message: `This is earlier than the event of the same trace before it (${describeLocation(before, late)}).`,
      });
    }
  },
});
