import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-io/event-without-name';
const RULES = [RULE];

test('an event that has no name', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "trace": [
          {"event": "a"},
          {"stage": "plan", "data": {}},
      //  ^ agent-io/event-without-name warning: it is read by its "stage"
          {"event": null, "tool": "x"},
      //  ^ agent-io/event-without-name warning: This event has no "event".
          "bare", 7, null,
          {}]}
      //  ^ agent-io/event-without-name
    `,
    {},
    RULES,
  );
});

test('in a log as well', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"event": "plan:start", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {}, "status": "success"}
        {"event_type": "budget_updated", "trace_id": "t", "timestamp": 1, "timestamp_iso": null, "attributes": {}, "status": "info"}
    `,
    {},
    RULES,
  );
});

test('its fixes', () => {
  expect(
    expectFixesClear(
      RULE,
      '{"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "trace": [{"stage": "plan"}]}',
    ),
  ).toEqual(['Name it "plan"']);
  expect(
    expectFixesClear(
      RULE,
      '{"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "trace": [{"event": "", "stage": "plan"}]}',
    ),
  ).toEqual(['Name it "plan"']);
  expect(
    expectFixesClear(
      RULE,
      '{"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "trace": [{"evnt": "plan"}]}',
    ),
  ).toEqual(['Rename "evnt" to "event"']);
  expect(
    expectFixesClear(
      RULE,
      '{"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "trace": [{"tool": "x"}]}',
    ),
  ).toEqual([]);
});
