import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-io/redacted-number';
const RULES = [RULE];

// The contract's own report of the type gives way.
const BOTH = ['schema/type'];

test('a number that was blacked out', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"event_type": "tool_call_complete", "trace_id": "t", "timestamp": 1, "timestamp_iso": null, "attributes": {"total_tokens": "[REDACTED]"}, "duration_ms": null, "status": "info"}
      //                                                                                                                            ^^^^^^^^^^^^ agent-io/redacted-number info: "total_tokens" is a number that was redacted
        {"event_type": "tool_call_complete", "trace_id": "t", "timestamp": 1, "timestamp_iso": null, "attributes": {"a": [{"promptTokens": "[REDACTED]"}]}, "duration_ms": null, "status": "info"}
      //                                                                                                                                   ^^^^^^^^^^^^ agent-io/redacted-number
        {"event_type": "tool_call_complete", "trace_id": "t", "timestamp": 1, "timestamp_iso": null, "attributes": {}, "duration_ms": "[REDACTED]", "status": "info"}
      //                                                                                                                              ^^^^^^^^^^^^ agent-io/redacted-number info: "duration_ms"
    `,
    {},
    [...RULES, ...BOTH],
  );
});

test('not a secret, and not a number', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"event_type": "tool_call_complete", "trace_id": "t", "timestamp": 1, "timestamp_iso": null, "attributes": {"access_tokens": "[REDACTED]", "token": "[REDACTED]", "tokens": "[REDACTED]", "password": "[REDACTED]"}, "duration_ms": null, "status": "info"}
        {"event_type": "tool_call_complete", "trace_id": "t", "timestamp": 1, "timestamp_iso": null, "attributes": {"total_tokens": 8600}, "duration_ms": null, "status": "info"}
        {"event_type": "tool_call_complete", "trace_id": "t", "timestamp": 1, "timestamp_iso": null, "attributes": {"total_tokens": "many"}, "duration_ms": null, "status": "info"}
    `,
    {},
    RULES,
  );
});

test('its fix', () => {
  expect(
    expectFixesClear(
      RULE,
      '{"event_type": "tool_call_complete", "trace_id": "t", "timestamp": 1, "timestamp_iso": null, "attributes": {"total_tokens": "[REDACTED]"}, "duration_ms": null, "status": "info"}',
    ),
  ).toEqual(['Change to null']);
  expect(
    expectFixesClear(
      RULE,
      '{"event_type": "tool_call_complete", "trace_id": "t", "timestamp": 1, "timestamp_iso": null, "attributes": {}, "duration_ms": "[REDACTED]", "status": "info"}',
    ),
  ).toEqual(['Change to null']);
});
