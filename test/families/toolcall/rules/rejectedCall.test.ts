import { describe, expect, test } from 'vitest';
import rejectedCall from '../../../../server/src/families/toolcall/rules/rejectedCall';
import { analyseText, problemsIn } from '../../../kit/analyseText';
import { CATALOGUE } from '../../../kit/catalogue';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';
import { kindById } from '../../../kit/testContext';

const RULE = 'toolcall/rejected-call';
const RULES = [RULE];

test('what the validator found, at its place', () => {
  expectDrawnProblems(
    'errors/quarantine_calls.jsonl',
    `
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be >= 5"}], "call": {"call_id": "t_1", "args": {"n": 0}}}
      //                                                                                                                                                                              ^ toolcall/rejected-call info: The validator rejected this (no match): "n" must be >= 5. Correct it, and send it again.
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
  expectDrawnProblems(
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

describe('what a validator says', () => {
  const rejected = (n: unknown, message: string, instancePath = '/args/n') =>
    problemsIn(
      analyseText(
        'a.json',
        JSON.stringify({
          quarantined_at: '2026-06-01T05:30:01Z',
          reason: 'no match',
          errors: [{ instancePath, message }],
          call: { call_id: 't_1', args: { n } },
        }),
      ),
    ).filter(({ rule }) => rule === RULE).length;

  test.each([
    ['must be > 5', 5, 6],
    ['must be < 5', 5, 4],
    ['must match pattern "^t_[a-z0-9]+$"', 'x', 't_1'],
    ['must be string,null', 1, null],
    ['6 is less than the minimum of 60', 6, 60],
    ['600 is greater than the maximum of 300', 600, 300],
    ['5 is less than or equal to the minimum of 5', 5, 5.5],
    ['5 is greater than or equal to the maximum of 5', 5, 4],
    ["'6' is not of type 'integer'", '6', 6],
    ["[] is not of type 'string', 'null'", [], null],
    ["'x' does not match '^t_\\\\d+$'", 'x', 't_1'],
    ["'x' is not one of ['a', 'b', None, 7]", 'x', 'b'],
    ["'x' is not one of ['a', 'b', None, 7]", 'x', 7],
    ["'x' was expected", 'y', 'x'],
    ['None was expected', 'y', null],
  ])('%s: of %j, no more of %j', (message, before, after) => {
    expect(rejected(before, message)).toBe(1);
    expect(rejected(after, message)).toBe(0);
  });

  test('of properties', () => {
    expect(rejected({}, "'ts' is a required property")).toBe(1);
    expect(rejected({ ts: 1 }, "'ts' is a required property")).toBe(0);
    const strangers = "Additional properties are not allowed ('a', 'b' were unexpected)";
    expect(rejected({ b: 1 }, strangers)).toBe(1);
    expect(rejected({ c: 1 }, strangers)).toBe(0);
  });

  test('that does not tell what was asked for stays shown', () => {
    expect(rejected('b', 'must be equal to one of the allowed values')).toBe(1);
    expect(rejected('b', String.raw`'x' is not one of ['b', 'a\nb']`)).toBe(1);
    expect(rejected('b', "'x' is not one of ['b', f(x) 'c']")).toBe(1);
    // Patterns that are none, or that could take forever.
    expect(rejected('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'must match pattern "(a|a)*b"')).toBe(1);
    expect(rejected('a', 'must match pattern "("')).toBe(1);
  });
});

test('its fixes', () => {
  expect(
    expectFixesClear(
      RULE,
      '{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be >= 5"}], "call": {"call_id": "t_1", "args": {"n": 0}}}',
    ),
  ).toEqual(['Change to 5']);
  expect(
    expectFixesClear(
      RULE,
      '{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be integer"}], "call": {"call_id": "t_1", "args": {"n": "12"}}}',
    ),
  ).toEqual(['Change to 12']);
  expect(
    expectFixesClear(
      RULE,
      '{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be integer"}], "call": {"call_id": "t_1", "args": {"n": "12 min"}}}',
    ),
  ).toEqual([]);
  expect(
    expectFixesClear(
      RULE,
      '{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be boolean"}], "call": {"call_id": "t_1", "args": {"n": "true"}}}',
    ),
  ).toEqual(['Change to true']);
  expect(
    expectFixesClear(
      RULE,
      `{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "6 is less than the minimum of 60"}], "call": {"call_id": "t_1", "args": {"n": 6}}}`,
    ),
  ).toEqual(['Change to 60']);
  // What is just beyond a limit nobody said.
  expect(
    expectFixesClear(
      RULE,
      '{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be > 5"}], "call": {"call_id": "t_1", "args": {"n": 5}}}',
    ),
  ).toEqual([]);
  expect(
    expectFixesClear(
      RULE,
      `{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "'tomorow' is not one of ['today', 'tomorrow']"}], "call": {"call_id": "t_1", "args": {"n": "tomorow"}}}`,
    ),
  ).toEqual(['Change to "tomorrow"']);
  expect(
    expectFixesClear(
      RULE,
      '{"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no match", "errors": [{"instancePath": "/args/n", "message": "must be string"}], "call": {"call_id": "t_1", "args": {"n": 7}}}',
    ),
  ).toEqual(['Change to "7"']);
});

test('a bare call in quarantine: what breaks its contract', () => {
  expectDrawnProblems(
    'errors/quarantine_calls.jsonl',
    `
        {"call_id": "T-1", "agent": "comms", "tool": "y", "args": {}, "ts": "2026-06-15T12:40:00Z", "confirm_required": "no", "deadline_ms": 25, "note": 1}
      //            ^^^^^ toolcall/rejected-call info: The validator rejected this call:
      //                                                                                                                ^^^^ toolcall/rejected-call info: The validator rejected this call:
      //                                                                                                                                     ^^ toolcall/rejected-call info: The validator rejected this call:
      //                                                                                                                                         ^^^^^^ toolcall/rejected-call info: The validator rejected this call:
        {"call_id": "t_search00a1", "agent": "comms", "args": {}, "ts": "2026-06-15T12:40:00Z", "confirm_required": true}
      //^ toolcall/rejected-call info: The validator rejected this call:
        {"call_id": "t_search00a2", "agent": "comms", "tool": "y", "arg": {}, "ts": "2026-06-15T12:40:00Z", "confirm_required": true}
      //                                                           ^^^^^ toolcall/rejected-call info: The validator rejected this call:
    `,
  );
});

test('what the catalogue says of it is only worth knowing too', () => {
  const call = (tool: string, ttl: number) =>
    JSON.stringify({
      call_id: 't_search00a1',
      agent: 'comms',
      tool,
      args: { item_id: 'n_17', ttl_seconds: ttl },
      ts: '2026-06-15T12:40:00Z',
      confirm_required: false,
    });
  const said = (name: string) =>
    problemsIn(analyseText(name, `${call('snoze', 600)}\n${call('snooze', 6)}`, { catalogue: CATALOGUE })).map(
      ({ rule, severity }) => `${rule} ${severity}`,
    );
  expect(said('calls.jsonl')).toEqual(['toolcall/unknown-tool error', 'toolcall/arguments error']);
  expect(said('errors/quarantine_calls.jsonl')).toEqual(['toolcall/unknown-tool info', 'toolcall/arguments info']);
});

test('elsewhere a call that breaks its contract is an error', () => {
  expectDrawnProblems(
    'errors/calls.jsonl',
    `
        {"call_id": "T-1", "agent": "comms", "tool": "y", "args": {}, "ts": "2026-06-15T12:40:00Z", "confirm_required": true}
      //            ^^^^^ schema/pattern error: must be t_
    `,
  );
});

test('it claims all that the contract of a call can be broken by', () => {
  const keywords = new Set<string>();
  JSON.stringify(kindById('toolcall/call').schema, (key, value) => {
    if (ASSERTIONS.includes(key)) keywords.add(key);
    return value;
  });
  expect(rejectedCall.claims).toEqual([...keywords, 'unknown-property'].sort());
});

// What JSON Schema can ask for without putting schemas together.
const ASSERTIONS = [
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'required', 'additionalProperties'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'],
  ...['uniqueItems', 'contains', 'minProperties', 'maxProperties', 'dependentRequired', 'propertyNames', 'not'],
];
