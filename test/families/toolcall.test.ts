import { describe, test } from 'vitest';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';

describe('a call', () => {
  test('out of its limits', () => {
    expectDrawnProblems(
      'a.jsonl',
      `
        {"call_id": "t_4K7M2P9X1C", "agent": "calender", "tool": "x", "args": {}, "ts": "2026-06-01T07:30:00Z", "confirm_required": "no", "deadline_ms": 10}
      //            ^^^^^^^^^^^^^^ schema/pattern error: it must be t_ followed by ten lower-case letters or digits
      //                                     ^^^^^^^^^^ schema/enum error: did you mean "calendar"?
      //                                                                                                                            ^^^^ schema/type error:
      //                                                                                                                                                 ^^ schema/minimum error: it must lie between 50 and 10000
    `,
    );
  });

  test('with a key that it may not have', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "call_id": "t_4k7m2p9x1c", "agent": "comms", "tool": "snooze", "args": { "any": 1 },
          "ts": "2026-06-01T07:30:00+02:00", "confirm_required": true, "why": "because" }
      //                                                               ^^^^^ schema/additionalProperties error: "why" is not allowed in a tool call
    `,
    );
  });

  test('whose time has no zone is one error, with the remedy', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "call_id": "t_4k7m2p9x1c", "agent": "comms", "tool": "snooze", "args": {},
          "ts": "2026-06-01T07:30:00", "confirm_required": true }
      //        ^^^^^^^^^^^^^^^^^^^^^ schema/format error: with a zone
    `,
    );
  });
});

test('a result with nothing and of no known call', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"call_id": "t_4k7m2p9x1c", "ok": true, "result": null, "error": null, "latency_ms": 0}
        {"call_id": "7", "ok": true, "result": [], "error": null, "latency_ms": -1}
      //            ^^^ schema/pattern warning: t_ followed by ten
      //                                       ^^ schema/type error: "result" is an array; it must be an object or null.
      //                                                                        ^^ schema/minimum error: it must be at least 0
  `,
  );
});

test('a catalogue whose tool is not described', () => {
  expectDrawnProblems(
    'a.json',
    `
        { "calendar": [{ "name": "a", "description": "b", "parameters": {} }], "comms": [] }
  `,
  );
  expectDrawnProblems(
    'a.json',
    `
        { "calendar": [{ "name": "a", "parameters": {} }] }
      //               ^ schema/required info: "description" (Description) is missing from "calendar[0]".
  `,
    { association: 'toolcall/catalogue' },
  );
});

describe('a trace', () => {
  test('of an outcome that is none', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "trace_id": "tr_9d2f6b0a7c31", "ts": "2026-06-01T08:20:00+02:00", "trigger": { "source": "x" },
      //                                                                    ^^^^^^^^^ schema/required error: "value" (Value) is missing from "trigger".
          "signals": [], "candidates": [], "chosen": "do_nothing", "rationale": "x",
          "confirm_required": false, "outcome": "executed" }
      //                                        ^^^^^^^^^^ schema/enum error: it must be one of
    `,
    );
  });
});

test('a call in quarantine is not checked', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "x", "errors": [], "call": {"call_id": 7, "agent": "nobody"}}
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "x", "errors": [{"message": 7}]}
      //^ schema/required error: "call" (Call) is missing
      //                                                                     ^ schema/required error: "instancePath"
      //                                                                                 ^ schema/type error:
  `,
  );
});
