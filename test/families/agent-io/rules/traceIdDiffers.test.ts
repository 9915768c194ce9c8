import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-io/trace-id-differs';
const RULES = [RULE];

test('an event of another trace than its response', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": "t1"}, "trace": [{"event": "a", "trace_id": "t2"}, {"event": "b"}]}
      //                                                                                                        ^^^^ agent-io/trace-id-differs error: to the trace "t2", but its response to "t1"
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": "t1"}, "trace": [{"event": "a", "trace_id": "t1"}, {"event": "b"}]}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": "t1"}, "trace": [{"event": "a", "trace_id": null}, {"event": "b"}]}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": "t1"}, "trace": [{"event": "a", "trace_id": ""}, {"event": "b"}]}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": " "}, "trace": [{"event": "a", "trace_id": "t2"}, {"event": "b"}]}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
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
    expectFixesClear(
      RULE,
      '{"status": "success", "result": 1, "metadata": {"trace_id": "t1"}, "trace": [{"event": "a", "trace_id": "t2"}, {"event": "b"}]}',
    ),
  ).toEqual(['Change to "t1"']);
});
