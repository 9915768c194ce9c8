import { describe, expect, test } from 'vitest';
import { conversions } from '../../../server/src/families/toolcall/conversions';
import type { ConversionOptions, MentioningEnvelope } from '../../../server/src/model/family';
import { parseLossless, stringifyLossless } from '../../../server/src/text/json/losslessJson';
import { kindById } from '../../kit/testContext';

const now = '2026-06-01T12:00:00Z';
const call = {
  call_id: 't_8h3v5n0q6d',
  agent: 'calendar',
  tool: 'suggest_slots',
  args: { events: [], duration_min: 0 },
  ts: '2026-06-01T07:30:01+02:00',
  confirm_required: false,
};
const result = {
  call_id: call.call_id,
  ok: false,
  result: null,
  error: 'duration_min must be positive',
  latency_ms: 3.8,
};

function converted(id: string, value: Record<string, unknown>, more: Partial<ConversionOptions> = {}) {
  const conversion = conversions.find(one => one.id === `toolcall/${id}`);
  const others = { value: { ...call, call_id: 't_0000000000' }, stands: 'before' as const };
  const mentioning = (kind: string) =>
    kind === 'toolcall/call' ? [others, { value: call, stands: 'before' as const }] : [];
  return conversion?.convert(value, { now, errors: [], mentioning, ...more });
}

describe('into quarantine', () => {
  test('a failed result brings its call, with its error at the argument that it names', () => {
    const { value, notes } = converted('quarantine-failure', result) ?? {};
    expect(value).toEqual({
      quarantined_at: now,
      reason: 'duration_min must be positive',
      errors: [{ instancePath: '/args/duration_min', message: 'duration_min must be positive' }],
      call,
    });
    expect(notes).toEqual(['What else the result says (latency_ms) stays in its own line.']);
    expect(kindById('toolcall/quarantined-call').validate(value)).toBe(true);
  });

  test.each([
    ['events or duration_min', ''],
    ['deadline exceeded', ''],
  ])('an error that names no one argument stands at the call: %s', (error, instancePath) => {
    expect(converted('quarantine-failure', { ...result, error })?.value['errors']).toEqual([
      { instancePath, message: error },
    ]);
  });

  test.each([
    ['that is fine', { ...result, ok: true }],
    ['whose call is nowhere near', { ...result, call_id: 't_1111111111' }],
    ['without an id', { ok: false }],
  ])('not a result %s', (_, value) => {
    expect(converted('quarantine-failure', value)).toBeUndefined();
  });

  test.each<[string, string, MentioningEnvelope['stands'][]]>([
    ['the last one before the result', '1', ['before', 'before', 'after']],
    ['the first one after the result', '0', ['after', 'after']],
    ['the last one in the files beside it', '2', ['beside', 'beside', 'beside']],
  ])('of several calls of one id %s', (which, tool, places) => {
    const mentioning = () => places.map((stands, index) => ({ value: { ...call, tool: String(index) }, stands }));
    const { value, notes } = converted('quarantine-failure', result, { mentioning }) ?? {};
    expect(value?.['call']).toMatchObject({ tool });
    expect(notes).toContain(`There are ${places.length} calls "${call.call_id}"; this is ${which}.`);
  });

  test('a call that must be rejected, with its errors; not one without', () => {
    const errors = [
      { path: ['agent'], message: 'no such agent' },
      { path: ['args', 'a/b', 0], message: 'no number' },
    ];
    expect(converted('quarantine-call', call, { errors })?.value).toEqual({
      quarantined_at: now,
      reason: '2 errors in the call',
      errors: [
        { instancePath: '/agent', message: 'no such agent' },
        { instancePath: '/args/a~1b/0', message: 'no number' },
      ],
      call,
    });
    expect(converted('quarantine-call', call)).toBeUndefined();
  });
});

describe('out of it', () => {
  const rejected = (errors: unknown, given: unknown = call) =>
    converted('repair', { quarantined_at: now, reason: 'r', errors, call: given });

  test('what is sure is mended, the rest is named', () => {
    const { value, notes } =
      rejected(
        [
          { instancePath: '/args/duration_min', message: 'must be >= 5' },
          { instancePath: '/confirm_required', message: 'must be boolean' },
          { instancePath: '/tool', message: 'is unknown' },
          { instancePath: '', message: "must have required property 'deadline_ms'" },
          { instancePath: '', message: "must have required property 'ts'" },
          'no error',
        ],
        { ...call, confirm_required: 'true' },
      ) ?? {};
    expect(value).toEqual({ ...call, args: { events: [], duration_min: 5 }, confirm_required: true });
    expect(notes).toEqual([
      '"args.duration_min" was 0 and is 5 now.',
      '"confirm_required" was "true" and is true now.',
      '"tool" still needs fixing: is unknown.',
      "The call still needs fixing: must have required property 'deadline_ms'.",
    ]);
  });

  test('numbers that are written otherwise than JavaScript does are read, and kept', () => {
    const kept = parseLossless(
      `{"call": {"args": {"n": 0.0, "id": 12345678901234567890}}, "errors": [{"instancePath": "/args/n", "message": "must be >= 5"}]}`,
    );
    const { value } = converted('repair', kept?.value as Record<string, unknown>) ?? {};
    expect(stringifyLossless(value, 'spaced', new WeakMap())).toBe('{"args": {"n": 5, "id": 12345678901234567890}}');
  });

  test.each([[{ trace: {} }], [{ call: null }], [{ call: [] }]])('not of %j', value => {
    expect(converted('repair', value)).toBeUndefined();
  });

  test.each([
    [null],
    [[{ instancePath: '/__proto__/x', message: 'must be >= 5' }]],
    [[{ instancePath: 'x', message: 'must be string' }]],
  ])('errors that lead nowhere change nothing: %j', errors => {
    expect(rejected(errors)?.value).toEqual(call);
  });
});
