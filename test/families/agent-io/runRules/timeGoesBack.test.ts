import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['agent-io/time-goes-back'];

test('an event that is earlier than the one before it in its trace', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:01Z", "details": {}, "status": "success"}
        {"event": "route_decision", "trace_id": "u", "timestamp": "2026-06-01T09:00:00Z", "details": {}, "status": "success"}
        {"event": "route_decision", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {}, "status": "success"}
      //                                                          ^^^^^^^^^^^^^^^^^^^^^^ agent-io/time-goes-back info: (line 1)
        {"event_type": "budget_updated", "trace_id": "t", "timestamp": 1780307999, "timestamp_iso": "2026-06-01T09:59:59Z", "attributes": {}, "status": "info"}
      //                                                                                            ^^^^^^^^^^^^^^^^^^^^^^ agent-io/time-goes-back
        {"event_type": "budget_updated", "trace_id": "t", "timestamp": 1780307000, "timestamp_iso": null, "attributes": {}, "status": "info"}
      //                                                               ^^^^^^^^^^ agent-io/time-goes-back
    `,
    {},
    RULES,
  );
});

test('a response is written when it ends', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:01Z", "details": {}, "status": "success"}
        {"status": "success", "result": 1, "metadata": {"trace_id": "t", "duration_ms": 60000}, "timestamp": "2026-06-01T10:00:02Z", "trace": []}
    `,
    {},
    RULES,
  );
});

test('an event that took some time is written when it is over', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"event": "tool_call_start", "trace_id": "t", "timestamp": "2026-06-01T10:00:01Z", "details": {"tool": "a"}, "status": "pending"}
        {"event": "tool_call_complete", "trace_id": "t", "timestamp": "2026-06-01T10:00:05Z", "details": {"tool": "a", "duration_ms": 4500}, "status": "success"}
        {"event": "route_decision", "trace_id": "t", "timestamp": "2026-06-01T10:00:04Z", "details": {}, "status": "success"}
      //                                                          ^^^^^^^^^^^^^^^^^^^^^^ agent-io/time-goes-back info: (line 2)
    `,
    {},
    RULES,
  );
});

test('a time is as exact as it is written', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:01.500Z", "details": {}, "status": "success"}
        {"event": "route_decision", "trace_id": "t", "timestamp": "2026-06-01T10:00:01Z", "details": {}, "status": "success"}
    `,
    {},
    RULES,
  );
});
