import { defineRunRule } from '../../../rules/defineRunRule';
import { describeLocation } from '../../../rules/runEnvelopes/describeLocation';
import { timeReversals } from '../../../rules/runEnvelopes/timeReversals';

export default defineRunRule({
  id: 'agent-io/time-goes-back',
  severity: 'info',
  docs: `An event is earlier than the one before it in its trace. Events are written as they happen. One that is earlier than
the event of the same trace above it in its log was written by another clock, or later than it happened: durations
that are worked out from the two are wrong.

**Good:**

\`\`\`jsonl
{"event": "plan_created", "trace_id": "trip-1", "timestamp": "2026-06-15T06:00:00Z", "details": {}, "status": "success"}
{"event": "route_decision", "trace_id": "trip-1", "timestamp": "2026-06-15T06:00:01Z", "details": {}, "status": "success"}
\`\`\`

**Bad:**

\`\`\`jsonl
{"event": "plan_created", "trace_id": "trip-1", "timestamp": "2026-06-15T06:00:00Z", "details": {}, "status": "success"}
{"event": "route_decision", "trace_id": "trip-1", "timestamp": "2026-06-15T05:59:59Z", "details": {}, "status": "success"}
\`\`\`

Take the time when the event happens, from one clock.

Source: Agent Input/Output Contract, "Include timestamps for timing analysis".`,
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
