import { expect, test } from 'vitest';
import { conversation } from '../../../../server/src/features/replay/conversation/conversation';
import { fileRecordOf } from '../../../kit/fileRecordOf';
import { told } from '../conversationTold';
import { replayOf } from '../replayOf';

test('who said what to whom', () => {
  const replay = replayOf([fileRecordOf('a.jsonl', told)]);
  const { rows, total } = conversation(replay, { step: 5 });
  expect(total).toBe(5);
  expect(rows).toEqual([
    {
      step: 1,
      from: 'vision',
      to: 'build',
      lane: 1,
      is: 'message',
      title: 'idea',
      text: 'Build it',
      outcome: 'ok',
      time: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      confidence: 0.9,
    },
    { step: 2, from: 'build', lane: 2, is: 'call', title: 'grep', outcome: 'ok' },
    { step: 3, from: 'build', lane: 2, is: 'answer', title: 'ok', outcome: 'failed' },
    // What the title says is not said twice.
    { step: 4, from: 'build', lane: 2, is: 'step', title: 'REST', outcome: 'ok' },
    { step: 5, from: 'talk', to: 'review', lane: 0, is: 'message', title: 'over', outcome: 'ok' },
  ]);
});

test('up to a step and with it', () => {
  const replay = replayOf([fileRecordOf('a.jsonl', told)]);
  const steps = (step: number, window = {}) => conversation(replay, { step, ...window }).rows.map(row => row.step);
  expect([0, 1, 2, 5].map(step => steps(step))).toEqual([[], [1], [1, 2], [1, 2, 3, 4, 5]]);
  expect(steps(5, { from: 3 })).toEqual([4, 5]);
  expect(steps(5, { from: 1, count: 1 })).toEqual([2]);
  expect(() => conversation(replay, { step: 6 })).toThrow(RangeError);
});

test('what the envelopes say in full comes before what is known of the step', () => {
  const long = `First line.\n${'word '.repeat(200)}`;
  const message = {
    id: 'm1',
    timestamp: '2026-06-01T10:00:00Z',
    from: 'vision',
    to: 'conductor',
    intent: 'build',
    context: { project: 'p', domain: 'd', priority: 'high', workflowId: 'w' },
    payload: { input: 'i', output: { summary: long }, confidence: 0.9, needsReview: false },
    handoff: { nextAgent: 'build', instructions: 'short' },
  };
  const replay = replayOf({ 'a.jsonl': JSON.stringify(message) });
  const [said] = conversation(replay, { step: 0 }).rows;
  expect(said).toMatchObject({ from: 'vision', to: 'build', is: 'message' });
  expect(said?.text).toHaveLength(501);
  expect(said?.text?.startsWith('First line.\nword')).toBe(true);
});

test('of a call and its answer, the answer', () => {
  const call = { call_id: 't_0123456789', agent: 'a', tool: 'grep', args: {}, ts: '2026-06-01T10:00:00Z' };
  const result = {
    call_id: 't_0123456789',
    ok: false,
    result: null,
    error: 'E_TIMEOUT: it took too long',
    latency_ms: 5,
  };
  const replay = replayOf({
    'a.jsonl': [{ ...call, confirm_required: false }, result].map(one => JSON.stringify(one)).join('\n'),
  });
  expect(conversation(replay, { step: 0 }).rows).toMatchObject([
    { step: 0, from: 'a', is: 'call', text: 'E_TIMEOUT: it took too long' },
  ]);
});
