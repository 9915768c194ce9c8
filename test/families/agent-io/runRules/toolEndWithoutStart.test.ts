import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['agent-io/tool-end-without-start'];

test('ends that nothing began', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"event": "tool_call_start", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {"tool": "a"}, "status": "pending"}
        {"event": "tool_call_error", "trace_id": "t", "timestamp": "2026-06-01T10:00:01Z", "details": {"tool": "a"}, "status": "error"}
        {"event": "tool_call_complete", "trace_id": "t", "timestamp": "2026-06-01T10:00:02Z", "details": {"tool": "a"}, "status": "success"}
      //          ^^^^^^^^^^^^^^^^^^^^ agent-io/tool-end-without-start warning: The call of "a" has already ended (line 2): a new attempt needs its own tool_call_start.
        {"event": "tool_call_error", "trace_id": "t", "timestamp": "2026-06-01T10:00:03Z", "details": {}, "status": "error"}
      //          ^^^^^^^^^^^^^^^^^ agent-io/tool-end-without-start warning: a call of a tool that was not started
        {"event": "tool_call_start", "trace_id": "t", "timestamp": "2026-06-01T10:00:04Z", "details": {"tool": "b", "call_id": "1"}, "status": "pending"}
        {"event": "tool_call_complete", "trace_id": "t", "timestamp": "2026-06-01T10:00:05Z", "details": {"tool": "b", "call_id": "2"}, "status": "success"}
      //          ^^^^^^^^^^^^^^^^^^^^ agent-io/tool-end-without-start warning: a call of "b" that was not started: no tool_call_start of the call_id "2" comes before it
        {"event": "tool_call_complete", "trace_id": "t", "timestamp": "2026-06-01T10:00:06Z", "details": {"tool": "b"}, "status": "success"}
        {"event_type": "tool_call_error", "trace_id": "t", "timestamp": 1780308007, "timestamp_iso": null, "attributes": {"tool_name": "c"}, "status": "error"}
      //               ^^^^^^^^^^^^^^^^^ agent-io/tool-end-without-start warning: no tool_call_start of it comes before it
    `,
    {},
    RULES,
  );
});

test('in the trace of a response', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"goal": "g", "task": "Find it", "metadata": {"trace_id": "t"}}
        {"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "trace": [{"event": "tool_call_start", "tool": "a"}, {"event": "tool_call_complete", "tool": "a"}, {"event": "tool_call_complete", "tool": "a"}]}
      //                                                                                                                                                                               ^^^^^^^^^^^^^^^^^^^^ agent-io/tool-end-without-start warning: The call of "a" has already ended: a new attempt
    `,
    {},
    RULES,
  );
});

test('a log may begin in the middle', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"event": "tool_call_complete", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {"tool": "a"}, "status": "success"}
        {"event": "tool_call_complete", "trace_id": "u", "timestamp": "2026-06-01T10:00:01Z", "details": {"tool": "a"}, "status": "success"}
        {"event": "tool_call_start", "trace_id": "t", "timestamp": "2026-06-01T10:00:02Z", "details": {"tool": "b"}, "status": "pending"}
        {"event": "tool_call_complete", "trace_id": "t", "timestamp": "2026-06-01T10:00:03Z", "details": {"tool": "b"}, "status": "success"}
        {"event": "tool_call_complete", "trace_id": "u", "timestamp": "2026-06-01T10:00:04Z", "details": {"tool": "b"}, "status": "success"}
        {"event": "tool_call_complete", "trace_id": "t", "timestamp": "2026-06-01T10:00:05Z", "details": {"tool": "b"}, "status": "success"}
        {"event": "tool_call_start", "trace_id": "w", "timestamp": "2026-06-01T10:00:05Z", "details": {"tool": "b"}, "status": "pending"}
        {"event": "tool_call_complete", "trace_id": "w", "timestamp": "2026-06-01T10:00:05Z", "details": {"tool": "a"}, "status": "success"}
        {"event": "plan_created", "trace_id": "v", "timestamp": "2026-06-01T10:00:06Z", "details": {}, "status": "success"}
        {"event": "tool_call_complete", "trace_id": "v", "timestamp": "2026-06-01T10:00:07Z", "details": {"tool": "b"}, "status": "success"}
      //          ^^^^^^^^^^^^^^^^^^^^ agent-io/tool-end-without-start
    `,
    {},
    RULES,
  );
});

test('a start of another trace says nothing', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"event": "tool_call_start", "trace_id": "u", "timestamp": "2026-06-01T10:00:00Z", "details": {"tool": "b"}, "status": "pending"}
        {"event": "tool_call_complete", "trace_id": "t", "timestamp": "2026-06-01T10:00:01Z", "details": {"tool": "a"}, "status": "success"}
        {"event": "tool_call_complete", "trace_id": "u", "timestamp": "2026-06-01T10:00:02Z", "details": {"tool": "b"}, "status": "success"}
    `,
    {},
    RULES,
  );
});

test('where the trace begins it has its starts as well', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"event": "plan_created", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {}, "status": "success"}
        {"event": "tool_call_error", "trace_id": "t", "timestamp": "2026-06-01T10:00:01Z", "details": {"tool": "a"}, "status": "error"}
      //          ^^^^^^^^^^^^^^^^^ agent-io/tool-end-without-start
        {"event": "tool_call_start", "trace_id": "t", "timestamp": "2026-06-01T10:00:02Z", "details": {"tool": "b"}, "status": "pending"}
    `,
    {},
    RULES,
  );
});

const END =
  '{"event": "tool_call_complete", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {"tool": "a"}, "status": "success"}';

test('no tail of a sound log is at fault', () => {
  const called = (at: number, event: string) =>
    `{"event": "tool_call_${event}", "trace_id": "t${at % 5}", "timestamp": "2026-06-01T10:00:00Z", "details": {"tool": "${'ab'[at % 2]}"}, "status": "success"}`;
  // Each call ends when four others have begun.
  const log = Array.from({ length: 15 }, (_, at) => [
    called(at, 'start'),
    ...(at < 4 ? [] : [called(at - 4, 'complete')]),
  ]);
  const lines = log.flat();
  for (let cut = 0; cut < lines.length; cut++) expectDrawnProblems('log.jsonl', lines.slice(cut).join('\n'), {}, RULES);
});

test('a start in a file beside counts, and an event alone misses none', () => {
  expectDrawnProblems('log.jsonl', `${END}\n42`, { files: { 'b.json': END.replace('complete', 'start') } }, RULES);
  expectDrawnProblems('one.json', END, {}, RULES);
});
