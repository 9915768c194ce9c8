import { describe, expect, test } from 'vitest';
import { corpusFiles, corpusMissing } from '../../kit/corpus';
import { draftsOf, draftsOfCorpus, draftsOfSample, effectsIn, inALine } from '../drafts';

describe('the sample', () => {
  test('calls', () => {
    const drafts = draftsOfSample('tools/calls.jsonl');
    expect(drafts.map(inALine)).toEqual([
      'wellness | load_score | pending |  | 2026-06-15T06:00:00.000Z',
      'calendar | find_overlaps | pending |  | 2026-06-15T06:00:00.060Z',
      'calendar | leave_by | pending |  | 2026-06-15T06:00:00.140Z',
      'comms | draft_reply | pending |  | 2026-06-15T06:00:00.190Z',
      'comms | hold_back | pending |  | 2026-06-15T06:00:03.000Z',
    ]);
    const [first] = drafts;
    expect(first).toMatchObject({ side: 'ask', key: 't_load00m0n1', pair: 't_load00m0n1' });
    expect(first).not.toHaveProperty('run');
    expect(effectsIn([drafts[0]].flatMap(one => one ?? []))).toEqual(['call t_load00m0n1 load_score']);
  });

  test('results', () => {
    const drafts = draftsOfSample('tools/results.jsonl');
    expect(drafts.map(({ pair, side }) => `${side} ${pair}`)).toEqual([
      'answer t_load00m0n1',
      'answer t_over00m0n2',
      'answer t_leave0m0n3',
      'answer t_reply0m0n4',
      'answer t_hold00m0n5',
    ]);
    expect(drafts.slice(3).map(inALine)).toEqual([
      ' | ok | ok |  |  | 2140.7 ms',
      ' | channel team-chat is not connected | failed |  |  | 3.1 ms',
    ]);
    expect(effectsIn(drafts.slice(3))).toEqual(['result t_reply0m0n4 true', 'result t_hold00m0n5 false']);
  });

  test('a log of both', () => {
    expect(draftsOfSample('tools/evening.jsonl').map(({ side, pair }) => `${side} ${pair}`)).toEqual([
      'ask t_load00eve1',
      'answer t_load00eve1',
      'ask t_hold00eve2',
      'answer t_hold00eve2',
      'ask t_over00eve3',
      'ask t_hold00eve2',
      'answer t_reply0eve9',
      'ask t_load00eve4',
    ]);
  });

  test('what was put aside, and a catalogue', () => {
    const [aside, bare] = draftsOfSample('tools/errors/quarantine_calls.jsonl');
    expect(aside).toEqual({
      key: 't_leave0q0q1',
      at: BigInt(Date.parse('2026-06-15T10:40:00Z')) * 1_000_000n,
      agent: 'calendar',
      kind: 'toolcall/quarantined-call',
      title: 'leave_by: args do not match the schema of leave_by',
      outcome: 'failed',
      effects: [{ do: 'note', text: '/args/travel_min must be integer' }],
    });
    expect(bare).toMatchObject({ kind: 'toolcall/call', side: 'ask', title: 'draft_reply' });
    expect(draftsOfSample('tools/tool_catalogue.json')).toEqual([]);
  });

  test('a decision', () => {
    const drafts = draftsOfSample('tools/decision.trace.json');
    expect(drafts.map(inALine)).toEqual([' | LEAVE_BY_ALERT | ok | succeeded | 2026-06-15T06:00:00.150Z']);
    expect(drafts[0]).toMatchObject({ run: 'tr_dentist00615', about: 'phone_unlock: LEAVE_BY_ALERT' });
    expect(effectsIn(drafts)).toEqual([
      'decision The dentist is 25 minutes away, and the way there starts in another 25.',
    ]);
  });
});

describe('what became of a decision', () => {
  test.each([
    [{ outcome: 'pending', confirm_required: true }, 'pending', 'blocked'],
    [{ outcome: 'pending', confirm_required: false }, 'pending', 'running'],
    [{ outcome: 'confirmed' }, 'ok', 'succeeded'],
    [{ outcome: 'dismissed' }, 'ok', 'cancelled'],
    [{ outcome: 'timed_out' }, 'failed', 'failed'],
    [{ outcome: 'failed' }, 'failed', 'failed'],
    [{ outcome: 'executed' }, 'unknown', undefined],
  ])('%o', (value, outcome, status) => {
    const [draft] = draftsOf('toolcall/trace', { trace_id: 'tr_1', chosen: 'x', ...value });
    expect([draft?.outcome, draft?.status]).toEqual([outcome, status]);
  });
});

test('a result that does not say how it went', () => {
  const [draft] = draftsOf('toolcall/result', { call_id: 7, ok: 'yes', latency_ms: -1 });
  expect(draft).toEqual({
    kind: 'toolcall/result',
    side: 'answer',
    key: '7',
    pair: '7',
    title: 'Tool result',
    outcome: 'unknown',
    effects: [{ do: 'result', id: '7', ok: false }],
  });
});

test('a decision that was put aside', () => {
  const [draft] = draftsOf('toolcall/quarantined-call', {
    reason: 'outcome is missing',
    trace: { trace_id: 'tr_1', chosen: 'SHOW_BRIEF' },
  });
  expect(draft).toMatchObject({ key: 'tr_1', title: 'SHOW_BRIEF: outcome is missing', outcome: 'failed' });
});

describe.skipIf(corpusMissing)(`the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  test('every result is to a call of the same agents', () => {
    const calls = draftsOfCorpus('aura/toolcalls/upstream_tests_calls.jsonl');
    const results = draftsOfCorpus('aura/toolcalls/upstream_tests_results.jsonl');
    expect([calls.length, results.length]).toEqual([10, 8]);
    const asked = new Set(calls.map(({ pair }) => pair));
    expect(results.filter(({ pair }) => !asked.has(pair))).toEqual([]);
    expect(calls.slice(0, 2).map(inALine)).toEqual([
      'calendar | detect_conflicts | pending |  | 2026-05-07T14:46:01.123456Z',
      'calendar | travel_aware_alert | pending |  | 2026-05-07T14:46:01.123456Z',
    ]);
  });

  test('decisions', () => {
    const drafts = corpusFiles('aura/traces').flatMap(draftsOfCorpus);
    expect(drafts.map(({ run, about, status }) => `${run} ${about} ${status}`)).toEqual([
      'tr_15d4030271ff replay: do_nothing running',
      'tr_bbb8ab26ea7c phone_unlock: LEAVE_BY_ALERT succeeded',
      'tr_4d38ae6f50b2 finance_anomaly: SURFACE_ANOMALY succeeded',
    ]);
  });
});
