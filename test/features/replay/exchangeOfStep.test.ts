import { describe, expect, test } from 'vitest';
import { exchangeOfStep, said } from '../../../server/src/features/replay/exchangeOfStep';
import { findSaid } from '../../../server/src/features/replay/runConversation';
import type { SaidMessage, SaidPiece } from '../../../server/src/shared/replay';
import { corpusMissing, sharedText } from '../../kit/corpus';
import { replayOf } from './replayOf';

/** A trace with a span for each list of attributes, in order. */
function trace(...spans: Record<string, unknown>[]): string {
  return JSON.stringify({
    spans: spans.map((attributes, index) => ({
      name: 'chat',
      context: { trace_id: 't1', span_id: `s${index}` },
      start_time: `2026-06-01T08:05:0${index}.000Z`,
      end_time: `2026-06-01T08:05:0${index}.500Z`,
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'small', ...attributes },
    })),
  });
}

const user = (content: string) => ({ role: 'user', content });
const asked = { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'look', arguments: '{"at":"moon"}' } }] };
const found = { role: 'tool', tool_call_id: 'c1', content: 'cheese' };
const call = (input: unknown[], output?: unknown) => ({
  'gen_ai.input.messages': JSON.stringify(input),
  ...(output !== undefined && { 'gen_ai.output.messages': JSON.stringify([output]) }),
});

function drawn({ role, pieces, seen }: SaidMessage): string {
  return `${role}${seen === undefined ? '' : seen ? ' (seen)' : ' (new)'}: ${pieces.map(drawnPart).join(' ')}`;
}

function drawnPart(piece: SaidPiece): string {
  switch (piece.is) {
    case 'call':
      return `${piece.name}(${piece.arguments.text.replace(/\s+/g, '')})${piece.result ? ` = ${piece.result.text}` : ''}`;
    case 'image':
    case 'file':
      return `${piece.is} ${piece.about}`;
    default:
      return piece.text;
  }
}

test('words are found in all that a step said, and in the run', () => {
  const replay = replayOf({
    'a.json': trace(
      call([user('Is the **moon**\nmade of it?')], asked),
      call([user('hi'), asked, found], { role: 'assistant', content: `${'x'.repeat(9000)} GREEN cheese` }),
    ),
  });
  const rows = (words: string, scope: 'step' | 'run' = 'step', step = 1) =>
    findSaid(replay, { step, in: scope, words }).rows;
  expect(rows('Cheese')).toEqual([1, 2]);
  expect(rows('green  cheese')).toEqual([2]);
  expect(rows('the moon made', 'step', 0)).toEqual([0]);
  expect(rows('look')).toEqual([1]);
  expect([rows(' '), rows('nothing of it')]).toEqual([[], []]);
  expect(rows('moon', 'run')).toEqual([0]);
  expect(rows('hi', 'run', 0)).toEqual([]);
  expect(() => rows('x', 'run', 7)).toThrow(RangeError);
});

describe('what one step said', () => {
  test('a call of a tool and its result are one', () => {
    const replay = replayOf({
      'a.json': trace(call([user('hi'), asked, found], { role: 'assistant', content: 'cheese!' })),
    });
    const { rows, total, call: facts, added } = exchangeOfStep(replay, { step: 0 });
    expect(rows.map(drawn)).toEqual(['user: hi', 'assistant: look({"at":"moon"}) = cheese', 'assistant: cheese!']);
    expect({ total, added, facts }).toEqual({ total: 3, added: undefined, facts: { model: 'small' } });
    expect(rows[0]?.place).toEqual({ envelope: 0, path: ['attributes', 'gen_ai.input.messages'] });
  });

  test('what the model call before had is told', () => {
    const replay = replayOf({
      'a.json': trace(
        call([user('hi')], asked),
        call([user('hi'), asked, found], { role: 'assistant', content: 'cheese!' }),
      ),
    });
    expect(exchangeOfStep(replay, { step: 0 }).rows.map(drawn)).toEqual(['user: hi', 'assistant: look({"at":"moon"})']);
    const { rows, added } = exchangeOfStep(replay, { step: 1 });
    expect(rows.map(drawn)).toEqual([
      'user (seen): hi',
      'assistant (new): look({"at":"moon"}) = cheese',
      'assistant: cheese!',
    ]);
    expect(added).toBe(1);
  });

  test('a context that has nothing of the call before is all its own', () => {
    const replay = replayOf({ 'a.json': trace(call([user('hi')]), call([user('what else?')])) });
    const { rows, added } = exchangeOfStep(replay, { step: 1 });
    expect({ rows: rows.map(drawn), added }).toEqual({ rows: ['user: what else?'], added: undefined });
  });

  test('a step that said nothing', () => {
    const replay = replayOf({ 'a.json': trace({}) });
    expect(exchangeOfStep(replay, { step: 0 })).toEqual({ rows: [], from: 0, total: 0, call: { model: 'small' } });
    expect(() => exchangeOfStep(replay, { step: 1 })).toThrow(RangeError);
  });

  test('long texts come in pieces, and without halves of characters', () => {
    const long = '😀'.repeat(30_000);
    const replay = replayOf({ 'a.json': trace(call([user(`a${long}`)])) });
    const [message] = exchangeOfStep(replay, { step: 0 }).rows;
    const [piece] = message?.pieces ?? [];
    expect(piece).toMatchObject({ is: 'text', size: 60_001, message: 0, piece: 0 });
    expect(piece && 'text' in piece && piece.text).toMatch(/^a(?:😀)+$/u);
    expect(said(replay, { step: 0, message: 0, piece: 0, from: 59_999 })).toEqual({ text: '😀', total: 60_001 });
    expect(said(replay, { step: 0, message: 7, piece: 0 })).toEqual({ text: '', total: 0 });
  });

  test('thousands of messages stay bounded', () => {
    const replay = replayOf({
      'a.json': trace(call(Array.from({ length: 3000 }, (_, i) => user(`${i} ${'x'.repeat(5000)}`)))),
    });
    const answer = exchangeOfStep(replay, { step: 0 });
    expect(answer).toMatchObject({ total: 3000, from: 0 });
    expect(answer.rows).toHaveLength(100);
    expect(JSON.stringify(answer).length).toBeLessThan(300_000);
    expect(exchangeOfStep(replay, { step: 0, from: 2999 }).rows[0]?.pieces).toMatchObject([{ size: 5005 }]);
  });

  test.each<[about: string, url: string, part: object]>([
    ['an image in the text', 'data:image/png;base64,AAAA', { is: 'image', uri: 'data:image/png;base64,AAAA' }],
    ['an address', 'https://example.com/a.png', { is: 'image', about: 'https://example.com/a.png' }],
    ['a drawing that may run scripts', 'data:image/svg+xml;base64,AAAA', { is: 'image', about: '1 KB' }],
    ['a script', 'javascript:alert(1)', { is: 'image', about: 'javascript:alert(1)' }],
    ['an image of 20 MB', `data:image/png;base64,${'A'.repeat(20_000_000)}`, { is: 'image', about: '15 MB' }],
  ])('%s', (_, url, part) => {
    const content = [{ type: 'image_url', image_url: { url } }];
    const replay = replayOf({ 'a.json': trace(call([{ role: 'user', content }])) });
    const [message] = exchangeOfStep(replay, { step: 0 }).rows;
    expect(message?.pieces).toMatchObject([part]);
    expect(Object.keys(message?.pieces[0] ?? {}).includes('uri')).toBe('uri' in part);
  });

  test('JSON in a result has a value a line, and all its digits', () => {
    const output = { role: 'tool', tool_call_id: 'x', content: '{"id":12345678901234567890,"a":[]}' };
    const replay = replayOf({ 'a.json': trace(call([user('hi')], output)) });
    expect(exchangeOfStep(replay, { step: 0 }).rows[1]?.pieces).toMatchObject([
      { is: 'result', text: '{\n  "id": 12345678901234567890,\n  "a": []\n}' },
    ]);
  });

  test('a tool call of our own protocol', () => {
    const ask = {
      call_id: 't_0123456789',
      agent: 'a',
      tool: 'grep',
      args: { q: 'x' },
      ts: '2026-06-01T10:00:00Z',
      confirm_required: false,
    };
    const answer = { call_id: 't_0123456789', ok: false, result: null, error: 'E_TIMEOUT', latency_ms: 5 };
    const replay = replayOf({ 'a.jsonl': [ask, answer].map(one => JSON.stringify(one)).join('\n') });
    expect(exchangeOfStep(replay, { step: 0 }).rows).toMatchObject([
      {
        role: 'assistant',
        pieces: [{ is: 'call', name: 'grep', id: 't_0123456789', result: { text: 'E_TIMEOUT', isError: true } }],
      },
    ]);
  });
});

test.skipIf(corpusMissing)('step 16 of the earnings agent: prompt, answer, model and tokens', () => {
  const replay = replayOf({ 'rag.json': sharedText('corpus/traces/otlp/agent-prism__rag_earnings_agent.json') });
  const { rows, call } = exchangeOfStep(replay, { step: 15 });
  expect(call).toMatchObject({ model: 'gpt-3.5-turbo', tokens: { input: 629, output: 19, total: 648 } });
  expect(
    rows.map(({ role, pieces: [piece] }) => [role, piece && 'text' in piece && piece.text.trim().slice(-60)]),
  ).toEqual([
    ['user', expect.stringContaining("meta's revenue in Q4 2023")],
    ['assistant', "Meta Platforms Inc.'s revenue in Q4 2023 was $40.1 billion."],
  ]);
});
