import { describe, test } from 'vitest';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';

describe('a request', () => {
  test('with blanks, a priority out of range and tags that are no texts', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "goal": " ", "task": "",
      //          ^^^ schema/pattern error: "goal" must not be blank.
      //                       ^^ schema/pattern error: "task" must not be blank.
          "metadata": { "trace_id": "t", "priority": 11, "timeout_seconds": null, "tags": { "a": 1 } } }
      //                                             ^^ schema/maximum error: it must lie between 0 and 10
      //                                                                                         ^ schema/type error: "a" is 1
    `,
    );
  });

  test('whose other fields are all null', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "goal": "g", "task": "Go", "metadata": { "trace_id": "t", "tags": null, "parent_context": null },
          "inputs": {}, "context": null, "constraints": {}, "expected_output": null }
    `,
    );
  });
});

describe('a response', () => {
  test('that succeeded with nothing', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "status": "success", "result": null, "error": null, "metadata": { "trace_id": "t" } }
      //                                 ^^^^ schema/type error: "result" is null
    `,
    );
  });

  test.each(['false', '0', '""', '[]', '{}'])('that succeeded with %s', result => {
    expectDrawnProblems(
      'a.json',
      `  { "status": "success", "result": ${result}, "error": null, "metadata": { "trace_id": "t" } }`,
    );
  });

  test('that failed and does not say how', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "status": "error", "result": null, "error": null, "metadata": { "trace_id": "t" } }
      //                                              ^^^^ schema/type error: "error" is null; it must be an object
    `,
    );
    expectDrawnProblems(
      'a.json',
      `
        { "status": "error", "result": null, "metadata": { "trace_id": "t" }, "trace": [] }
      //^ schema/required error: "error" (Error) is missing from this agent response
    `,
    );
  });

  test('with nothing in the fields that it does not use', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "status": "error", "result": null, "metadata": {}, "trace": [], "error": {
            "type": "timeout", "message": "late", "details": null, "retry_after": null, "recoverable": false } }
    `,
    );
  });

  test('whose status is misspelt asks for nothing else', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "status": "eror", "result": null, "error": null, "metadata": { "trace_id": "t" } }
      //            ^^^^^^ schema/enum error: did you mean "error"?
    `,
    );
  });
});

describe('events', () => {
  test('each dialect by its own contract', () => {
    expectDrawnProblems(
      'a.jsonl',
      `
        {"event": "plan_craeted", "trace_id": "t", "timestamp": "2026-06-01T10:00:00Z", "details": {}, "status": "success"}
      //          ^^^^^^^^^^^^^^ schema/enum error: did you mean "plan_created"?
        {"event_type": "budget_updated", "trace_id": "t", "timestamp": "2026-06-01", "timestamp_iso": null, "attributes": {}, "status": "info"}
      //                                                               ^^^^^^^^^^^^ schema/type error: it must be a number
        {"level": "INFO", "component": "WorkerAgent", "event": "execute_start", "message": 7}
      //                                                                                   ^ schema/type error: "message" is 7
    `,
    );
  });

  test('a log record that lacks its message is a warning', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "level": "INFO", "component": "WorkerAgent", "event": "execute_start" }
      //^ schema/required warning: "message" (Message) is missing
    `,
    );
  });

  test('in a trace may be of any shape', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "status": "success", "result": 1, "error": null, "trace": [{ "event": "p", "stage": "plan", "data": 1 }, { "event": "x", "more": [] }] }
    `,
    );
  });

  test('of no trace', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "event": "plan_created", "trace_id": "", "timestamp": "2026-06-01T10:00:00Z", "details": {}, "status": "success" }
      //                                       ^^ schema/pattern warning: must not be blank
    `,
    );
  });
});
