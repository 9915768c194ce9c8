import { describe, expect, test } from 'vitest';
import { stepView } from '../../../server/src/features/replay/offlineQuestions';
import { parseInstant } from '../../../server/src/text/parseTime';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const at = (time: string) => parseInstant(`2026-06-01T${time}Z`) as bigint;

describe('what is shown of a step', () => {
  const replay = replayOf([
    fileRecordOf('a.jsonl', [
      { title: 'request', key: 'k1', agent: 'one', at: at('10:00:00'), duration: 5_000_000_000n },
      { title: 'inner', key: 'k2', parent: 'k1', at: at('10:00:02'), effects: [{ do: 'usage', tokens: 1200 }] },
      { title: 'later', at: at('10:08:02'), kind: 'talk/span:tool_call' },
    ]),
  ]);

  test('its times, its place among the others, what it used', () => {
    expect(stepView(replay, { step: 0 })).toMatchObject({
      step: 0,
      title: 'request',
      agent: 'one',
      kind: 'talk/message',
      kindTitle: 'message',
      at: '2026-06-01T10:00:00.000Z',
      place: { even: { from: 0, to: 1 }, time: { from: 0, to: 5000 } },
      depth: 0,
      child: 1,
      id: 'k1',
      took: '5 s',
      envelopes: [{ file: 'a.jsonl', name: 'message' }],
      problems: [],
      why: false,
    });
    expect(stepView(replay, { step: 0 })).not.toHaveProperty('since');
    expect(stepView(replay, { step: 1 })).toMatchObject({
      parent: 0,
      depth: 1,
      since: '+2 s',
      usage: '1,200 tokens',
      place: { even: { from: 1, to: 2 }, time: { from: 2000, to: 2000 } },
    });
    expect(stepView(replay, { step: 2 })).toMatchObject({ since: '+8 min', kindTitle: 'span tool call' });
    expect(() => stepView(replay, { step: 3 })).toThrow(RangeError);
  });
});

const CALL = {
  call_id: 't_0123456789',
  agent: 'calendar',
  tool: 'grep',
  args: {},
  ts: '2026-06-01T10:00:00Z',
  confirm_required: false,
};
const RESULT = { call_id: 't_0123456789', ok: true, result: {}, error: null, latency_ms: 5 };

test('its envelopes, with their places and their problems', () => {
  const replay = replayOf({
    'a.jsonl': `\n${JSON.stringify({ ...CALL, odd: 1 })}\n${JSON.stringify({ ...RESULT, latency_ms: 'x' })}`,
  });
  const view = stepView(replay, { step: 0 });
  expect(view.envelopes).toEqual([
    { file: 'a.jsonl', line: 2, name: 'call' },
    { file: 'a.jsonl', line: 3, name: 'result' },
  ]);
  expect(view.kindTitle).toBe('Tool call');
  expect(view.problems).toMatchObject([
    { severity: 'error', envelope: 0, path: ['odd'], rule: 'schema/additionalProperties' },
    { severity: 'error', envelope: 1, path: ['latency_ms'], rule: 'schema/type' },
  ]);
  expect(view).not.toHaveProperty('moreProblems');
});

test('of very many problems some, and how many more', () => {
  const odd = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`odd${index}`, 1]));
  const replay = replayOf({ 'a.jsonl': JSON.stringify({ ...CALL, ...odd }) });
  const { problems, moreProblems } = stepView(replay, { step: 0 });
  expect([problems.length, moreProblems]).toEqual([50, 30]);
});

test('a decision tells why', () => {
  const replay = replayOf([fileRecordOf('a.jsonl', [{ title: 't', kind: 'toolcall/trace' }])]);
  expect(stepView(replay, { step: 0 })).toMatchObject({ why: true, kindTitle: 'Decision trace' });
});

test('where its files are gone it is told all the same', () => {
  const replay = replayOf([fileRecordOf('a.jsonl', [{ title: 't' }])], { reader: { range: () => undefined } });
  expect(stepView(replay, { step: 0 }).envelopes).toEqual([{ file: 'a.jsonl', name: 'message' }]);
});
