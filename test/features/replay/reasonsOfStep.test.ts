import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisionTraceSections, rejectionSections } from '../../../server/src/families/toolcall/decisionTraceSections';
import { hasWhy, reasonsOfStep } from '../../../server/src/features/replay/reasonsOfStep';
import { json } from '../../kit/arbitraries';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const TRACE = {
  trace_id: 'tr_bbb8ab26ea7c',
  ts: '2026-05-07T07:45:00+05:30',
  trigger: { source: 'phone_unlock', value: { hour: 7.75 } },
  signals: [
    { agent: 'comms', decision: 'do_nothing', drivers: ['volume_2', 'load_score_42'], slow: false },
    { agent: 'calendar', decision: 'leave_by_alert', drivers: [], slow: true },
  ],
  candidates: [
    { kind: 'NAP_15', score: 0.15, components: { util: 0.4 }, confirm_required: true },
    { kind: 'LEAVE_BY_ALERT', score: 0.48, components: { util: 0.68, cost: 0.2 }, confirm_required: false },
  ],
  chosen: 'LEAVE_BY_ALERT',
  rationale: 'Travel time means you should leave now.',
  rationale_source: 'template',
  confirm_required: false,
  outcome: 'executed_auto',
  redactions: ['signals[0].location'],
};

const shown = (value: object) => {
  const replay = replayOf({ 'a.json': JSON.stringify(value) });
  return reasonsOfStep(replay, { step: 0 })?.sections.map(({ title, rows }) => [
    title,
    ...rows.map(({ label, text, tone }) => `${label ?? ''} | ${text} | ${tone}`),
  ]);
};

describe('why a step was done', () => {
  test('a decision tells it in the sections of its protocol', () => {
    expect(shown(TRACE)).toEqual([
      ['Why now', 'Trigger | phone_unlock | plain', 'Value | {"hour":7.75} | plain'],
      ['What I saw', 'comms | do_nothing: volume_2, load_score_42 | done', 'calendar | leave_by_alert (slow) | open'],
      [
        'What I considered',
        'LEAVE_BY_ALERT | score 0.48 · util 0.68 · cost 0.2 | good',
        'NAP_15 | score 0.15 · util 0.4 · asks first | plain',
      ],
      [
        'What I chose and why',
        'Chosen | LEAVE_BY_ALERT | good',
        'Why | Travel time means you should leave now. | plain',
        'Its wording | filled into a fixed sentence | plain',
      ],
      [
        'What you can do',
        'Confirmation | not needed | plain',
        'Outcome | Done without asking. | good',
        'Blacked out | signals[0].location | plain',
      ],
    ]);
  });

  test('one that waits for a person says so; one without candidates too', () => {
    const sections = shown({
      ...TRACE,
      candidates: [],
      chosen: 'do_nothing',
      confirm_required: true,
      outcome: 'pending',
    });
    expect(sections?.[2]).toEqual(['What I considered', ' | Nothing else was considered. | done']);
    expect(sections?.[3]?.[1]).toBe('Chosen | do_nothing | done');
    expect(sections?.[4]).toContain('Outcome | It waits for you: confirm or dismiss it. | open');
  });

  test('a call that was put aside tells what is wrong with it', () => {
    const call = { call_id: 'x', agent: 'calendar', tool: 'suggest_slots', args: { duration_min: 0 } };
    const quarantined = {
      quarantined_at: '2026-06-01T05:30:01Z',
      reason: 'args do not match',
      errors: [
        { instancePath: '/args/duration_min', message: 'must be >= 5' },
        { instancePath: '', message: 'is odd' },
      ],
    };
    expect(shown({ ...quarantined, call })).toEqual([
      ['Why it was rejected', 'Reason | args do not match | bad', 'When | 2026-06-01T05:30:01Z | plain'],
      ['What is wrong with it', '/args/duration_min | must be >= 5 | bad', 'as a whole | is odd | bad'],
      [
        'What was to be done',
        'Agent | calendar | plain',
        'Tool | suggest_slots | plain',
        'Arguments | {"duration_min":0} | plain',
      ],
      ['What you can do', expect.stringContaining('it was not dispatched')],
    ]);
    const { trace_id, chosen } = TRACE;
    expect(shown({ ...quarantined, trace: { trace_id, chosen } })?.[2]).toEqual([
      'What was decided',
      'Chosen | LEAVE_BY_ALERT | plain',
    ]);
  });

  test('other steps tell nothing of it', () => {
    expect(reasonsOfStep(replayOf([fileRecordOf('a.jsonl', [{ title: 't' }])]), { step: 0 })).toBeNull();
    const gone = replayOf([fileRecordOf('a.jsonl', [{ title: 't', kind: 'toolcall/trace' }])]);
    expect(reasonsOfStep(gone, { step: 0 })).toBeNull();
    expect(() => reasonsOfStep(gone, { step: 1 })).toThrow(RangeError);
    expect(['toolcall/trace', 'toolcall/call', 'gone/kind', ''].map(hasWhy)).toEqual([true, false, false, false]);
  });

  test('of very much some is told', () => {
    const signals = Array.from({ length: 500 }, () => ({ agent: 'x'.repeat(500), decision: 'y'.repeat(9000) }));
    const replay = replayOf({ 'a.json': JSON.stringify({ ...TRACE, signals }) });
    const rows = reasonsOfStep(replay, { step: 0 })?.sections[1]?.rows ?? [];
    expect(rows).toHaveLength(201);
    expect(rows.at(-1)?.text).toBe('and 300 more');
    expect(rows[0]?.label).toHaveLength(80);
    expect(rows[0]?.text).toHaveLength(2001);
  });

  test('whatever stands there, each of the sections has its rows', () => {
    const mixed = fc.dictionary(
      fc.constantFrom(...Object.keys(TRACE), 'call', 'trace', 'errors', 'reason'),
      fc.oneof(json, fc.constantFrom(...Object.values(TRACE))),
    );
    fc.assert(
      fc.property(mixed, value => {
        for (const sections of [decisionTraceSections(value), rejectionSections(value)]) {
          for (const { text, label } of sections.flatMap(({ rows }) => rows)) {
            expect(typeof text).toBe('string');
            expect(['string', 'undefined']).toContain(typeof label);
          }
        }
        expect(decisionTraceSections(value)).toHaveLength(5);
      }),
      { numRuns: 50 },
    );
  });
});
