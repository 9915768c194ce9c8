import { expect, test } from 'vitest';
import rejectedCall from '../../../../server/src/families/toolcall/rules/rejectedCall';
import { analysed, problemsIn } from '../../../kit/analysed';
import { CATALOGUE } from '../../../kit/catalogue';
import { check } from '../../../kit/check';
import { kindOf } from '../../../kit/context';
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

test('a bare call in quarantine: what breaks its contract', () => {
  check(
    'errors/quarantine_calls.jsonl',
    `
        {"call_id": "T-1", "agent": "comms", "tool": "y", "args": {}, "ts": "2026-06-15T12:40:00Z", "confirm_required": "no", "deadline_ms": 25, "note": 1}
      //            ^^^^^ toolcall/rejected-call info: Rejected:
      //                                                                                                                ^^^^ toolcall/rejected-call info: Rejected:
      //                                                                                                                                     ^^ toolcall/rejected-call info: Rejected:
      //                                                                                                                                         ^^^^^^ toolcall/rejected-call info: Rejected:
        {"call_id": "t_search00a1", "agent": "comms", "args": {}, "ts": "2026-06-15T12:40:00Z", "confirm_required": true}
      //^ toolcall/rejected-call info: Rejected:
        {"call_id": "t_search00a2", "agent": "comms", "tool": "y", "arg": {}, "ts": "2026-06-15T12:40:00Z", "confirm_required": true}
      //                                                           ^^^^^ toolcall/rejected-call info: Rejected:
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
    problemsIn(analysed(name, `${call('snoze', 600)}\n${call('snooze', 6)}`, { catalogue: CATALOGUE })).map(
      ({ rule, severity }) => `${rule} ${severity}`,
    );
  expect(said('calls.jsonl')).toEqual(['toolcall/unknown-tool error', 'toolcall/arguments error']);
  expect(said('errors/quarantine_calls.jsonl')).toEqual(['toolcall/unknown-tool info', 'toolcall/arguments info']);
});

test('elsewhere a call that breaks its contract is an error', () => {
  check(
    'errors/calls.jsonl',
    `
        {"call_id": "T-1", "agent": "comms", "tool": "y", "args": {}, "ts": "2026-06-15T12:40:00Z", "confirm_required": true}
      //            ^^^^^ schema/pattern error: must be t_
    `,
  );
});

test('it claims all that the contract of a call can be broken by', () => {
  const keywords = new Set<string>();
  JSON.stringify(kindOf('toolcall/call').schema, (key, value) => {
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
