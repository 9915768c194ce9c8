import { expect, test } from 'vitest';
import { check } from '../../../kit/check';
import { fixesClear } from '../../../kit/fixesClear';

const RULE = 'toolcall/rejected-call';
const RULES = [RULE];

test('what the validator found, at its place', () => {
  check(
    'errors/quarantine_calls.jsonl',
    `
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be >= 5"}], "call": {"call_id": "t_1", "args": {"n": 0}}}
      //                                                                                                                                                                              ^ toolcall/rejected-call info: Rejected (no match): "n" must be >= 5.
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/0", "message": "must be integer"}], "call": {"call_id": "t_1", "args": ["x"]}}
      //                                                                                                                                                                            ^^^ toolcall/rejected-call
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "", "message": "must have required property 'tool'"}], "call": {"call_id": "t_1"}}
      //                                                                                                                                                    ^^^^^^ toolcall/rejected-call info: must have required property
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "", "message": "must have required property 'outcome'"}], "trace": {"trace_id": 1}}
      //                                                                                                                                                       ^^^^^^^ toolcall/rejected-call
    `,
    {},
    RULES,
  );
});

test('not where it was mended, and not where there is no such place', () => {
  check(
    'a.jsonl',
    `
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be >= 5"}], "call": {"call_id": "t_1", "args": {"n": 5}}}
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be integer"}], "call": {"call_id": "t_1", "args": {"n": 5}}}
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "", "message": "must have required property 'tool'"}], "call": {"call_id": "t_1", "tool": 1}}
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/m/x", "message": "must be integer"}], "call": {"call_id": "t_1"}}
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "args", "message": "must be integer"}], "call": {"call_id": "t_1", "args": 1}}
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/__proto__/x", "message": "must be integer"}], "call": {"call_id": "t_1"}}
    `,
    {},
    RULES,
  );
});

test('its fixes', () => {
  expect(
    fixesClear(
      RULE,
      '{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be >= 5"}], "call": {"call_id": "t_1", "args": {"n": 0}}}',
    ),
  ).toEqual(['Change to 5']);
  expect(
    fixesClear(
      RULE,
      '{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be integer"}], "call": {"call_id": "t_1", "args": {"n": "12"}}}',
    ),
  ).toEqual(['Change to 12']);
  expect(
    fixesClear(
      RULE,
      '{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be integer"}], "call": {"call_id": "t_1", "args": {"n": "12 min"}}}',
    ),
  ).toEqual([]);
  expect(
    fixesClear(
      RULE,
      '{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be boolean"}], "call": {"call_id": "t_1", "args": {"n": "true"}}}',
    ),
  ).toEqual(['Change to true']);
  expect(
    fixesClear(
      RULE,
      '{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be string"}], "call": {"call_id": "t_1", "args": {"n": 7}}}',
    ),
  ).toEqual(['Change to "7"']);
});
