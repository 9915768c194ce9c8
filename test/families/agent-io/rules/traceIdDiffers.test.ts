import { expect, test } from 'vitest';
import { check } from '../../../kit/check';
import { fixesClear } from '../../../kit/fixesClear';

const RULE = 'agent-io/trace-id-differs';
const RULES = [RULE];

test('an event of another trace than its response', () => {
  check(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": "t1"}, "trace": [{"event": "a", "trace_id": "t2"}, {"event": "b"}]}
      //                                                                                                        ^^^^ agent-io/trace-id-differs error: of the trace "t2", its response of "t1"
    `,
    {},
    RULES,
  );
  check(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": "t1"}, "trace": [{"event": "a", "trace_id": "t1"}, {"event": "b"}]}
    `,
    {},
    RULES,
  );
  check(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": "t1"}, "trace": [{"event": "a", "trace_id": null}, {"event": "b"}]}
    `,
    {},
    RULES,
  );
  check(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": "t1"}, "trace": [{"event": "a", "trace_id": ""}, {"event": "b"}]}
    `,
    {},
    RULES,
  );
  check(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": " "}, "trace": [{"event": "a", "trace_id": "t2"}, {"event": "b"}]}
    `,
    {},
    RULES,
  );
  check(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": null}, "trace": [{"event": "a", "trace_id": "t2"}, {"event": "b"}]}
    `,
    {},
    RULES,
  );
});

test('its fix', () => {
  expect(
    fixesClear(
      RULE,
      '{"status": "success", "result": 1, "metadata": {"trace_id": "t1"}, "trace": [{"event": "a", "trace_id": "t2"}, {"event": "b"}]}',
    ),
  ).toEqual(['Change to "t1"']);
});
