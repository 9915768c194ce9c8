import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-io/response-of-another-trace';
const RULES = [RULE];
const REQUEST = '{"goal": "g", "task": "Find it", "metadata": {"trace_id": "a"}}';
const RESPONSE = '{"status": "success", "result": 1, "metadata": {"trace_id": "b"}, "trace": []}';

test('in the file of the same stem', () => {
  expectDrawnProblems(
    'plan.response.json',
    `
        {"status": "success", "result": 1, "metadata": {"trace_id": "b"}, "trace": []}
      //                                                            ^^^ agent-io/response-of-another-trace error: to the trace "b", but its request to "a" (plan.request.json)
    `,
    { files: { 'plan.request.json': REQUEST } },
    RULES,
  );
  expectDrawnProblems('plan.response.json', RESPONSE, { files: { 'work.request.json': REQUEST } }, RULES);
  expectDrawnProblems(
    'plan.response.json',
    RESPONSE.replace('"b"', '"a"'),
    { files: { 'plan.request.json': REQUEST } },
    RULES,
  );
});

test('right after its request in a log', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"goal": "g", "task": "Find it", "metadata": {"trace_id": "a"}}
        {"status": "success", "result": 1, "metadata": {"trace_id": "b"}, "trace": []}
      //                                                            ^^^ agent-io/response-of-another-trace error: (line 1)
        {"status": "success", "result": 1, "metadata": {"trace_id": "c"}, "trace": []}
    `,
    {},
    RULES,
  );
});

test('traces may be mixed in a log', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"goal": "g", "task": "Find it", "metadata": {"trace_id": "b"}}
        {"goal": "g", "task": "Find it", "metadata": {"trace_id": "a"}}
        {"status": "success", "result": 1, "metadata": {"trace_id": "b"}, "trace": []}
        {"status": "success", "result": 1, "metadata": {"trace_id": "a"}, "trace": []}
    `,
    {},
    RULES,
  );
});

test('of a request that has its own response it is none', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"goal": "g", "task": "Find it", "metadata": {"trace_id": "t10"}}
        {"status": "success", "result": 1, "metadata": {"trace_id": "t_old"}, "trace": []}
        {"status": "success", "result": 1, "metadata": {"trace_id": "t10"}, "trace": []}
    `,
    {},
    RULES,
  );
});

test('its fix, where the id stands in one place', () => {
  expect(expectFixesClear(RULE, `${REQUEST}\n${RESPONSE}`, { name: 'a.jsonl' })).toEqual(['Change to "a"']);
  const withEvents = RESPONSE.replace('[]', '[{"event": "plan:start", "trace_id": "b"}]');
  expect(expectFixesClear(RULE, `${REQUEST}\n${withEvents}`, { name: 'a.jsonl' })).toEqual([]);
});
