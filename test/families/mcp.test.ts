import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import { replayOf } from '../features/replay/replayOf';
import { analyseText, recognisedKind, recognisedKinds } from '../kit/analyseText';
import { draftsOf } from './drafts';

const request = (name: unknown, args?: unknown) => ({
  ...{ jsonrpc: '2.0', id: 3, method: 'tools/call' },
  params: { name, ...(args !== undefined && { arguments: args }) },
});

describe('a call of a tool', () => {
  test('is recognised alone and in a log among other messages', () => {
    expect(recognisedKind(request('a', {}))).toBe('mcp/call');
    const lines = [
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      request('a'),
      { jsonrpc: '2.0', id: 3, result: { content: [] } },
    ];
    const analysis = analyseText('a.jsonl', lines.map(line => JSON.stringify(line)).join('\n'));
    expect(recognisedKinds(analysis)).toEqual([undefined, 'mcp/call', undefined]);
  });

  test.each([
    { method: 'tools/call' },
    { ...request('a'), method: 'prompts/get' },
    request(7, {}),
    { params: { name: 'a' } },
  ])('is not %j', value => {
    expect(recognisedKind(value)).not.toBe('mcp/call');
  });

  test('is a step with an unknown outcome', () => {
    expect(draftsOf('mcp/call', request('a', {}))).toEqual([
      { kind: 'mcp/call', title: 'a', outcome: 'unknown', effects: [{ do: 'call', id: '3', tool: 'a' }] },
    ]);
  });

  test('says what it was called with', () => {
    const run = replayOf({ 'calls.jsonl': JSON.stringify(request('a', { n: 1 })) });
    expect(exchangeOfStep(run, { step: 0 }).rows).toMatchObject([{ role: 'assistant' }]);
  });
});
