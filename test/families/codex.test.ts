import { describe, expect, test } from 'vitest';
import { exchange } from '../../server/src/features/replay/conversation/exchange';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';

let next = 0;
const line = (type: string, payload: object) => ({
  timestamp: new Date(1.78e12 + ++next * 1000).toISOString(),
  type,
  payload,
});
const item = (type: string, payload: object) => line('response_item', { type, ...payload });
const session = line('session_meta', { id: 's1', originator: 'Codex CLI', cwd: '/work' });

function stepsOf(...lines: object[]): Step[] {
  const { run } = replayOf({ 'a.jsonl': [session, ...lines].map(one => JSON.stringify(one)).join('\n') });
  return Array.from({ length: run.summary.steps - 1 }, (_, index) => run.step(index + 1));
}

function drawn({ agent, title, outcome, failure = '', effects }: Step): string {
  return [agent, title, outcome, failure, ...effects.map(effect => effect.do)].join(' | ');
}

const call = (more: object = {}) =>
  item('function_call', { call_id: 'c1', name: 'shell', arguments: '{"command":["ls","-a"]}', ...more });
const output = (text: string) => item('function_call_output', { call_id: 'c1', output: text });

test.each<[about: string, lines: object[], steps: string[]]>([
  [
    'a call with its result',
    [call(), output('Process exited with code 0\nOutput:\na')],
    ['codex | shell ls -a | ok |  | call | result'],
  ],
  [
    'a call that failed',
    [call(), output('{"output":"","metadata":{"exit_code":2}}')],
    ['codex | shell ls -a | failed | exit code 2 | call | result'],
  ],
  ['a call without result', [call()], ['codex | shell ls -a | pending |  | call']],
  [
    'a tool of the user',
    [item('custom_tool_call', { call_id: 'c1', name: 'apply_patch', input: '*** Begin' })],
    ['codex | apply_patch | pending |  | call'],
  ],
  [
    'a search of the provider',
    [item('web_search_call', { action: { type: 'search', query: 'trains' } })],
    ['codex | web_search trains | ok |  | call'],
  ],
  [
    'what the program adds',
    [
      item('message', { role: 'user', content: [{ type: 'input_text', text: '<environment_context>x' }] }),
      item('message', { role: 'developer', content: 'x' }),
    ],
    [],
  ],
  ['hidden reasoning', [item('reasoning', { summary: [], encrypted_content: 'x' })], []],
  [
    'odd lines',
    [
      line('response_item', { type: {} }),
      line('event_msg', { type: 'token_count', info: null }),
      line('event_msg', { type: 'agent_message', message: 'x' }),
    ],
    [],
  ],
])('%s', (_, lines, expected) => {
  expect(stepsOf(...lines).map(drawn)).toEqual(expected);
});

test('tokens that are told twice are counted once', () => {
  const told = (input: number, total: number) =>
    line('event_msg', {
      type: 'token_count',
      info: {
        last_token_usage: { input_tokens: input, output_tokens: 1, total_tokens: input + 1 },
        total_token_usage: { total_tokens: total },
      },
    });
  const effects = stepsOf(told(4, 5), told(4, 5), told(6, 12)).flatMap(step => step.effects);
  expect(effects.map(effect => effect.do === 'usage' && effect.tokens)).toEqual([5, 7]);
});

test.each<[string, unknown]>([
  ['an event of a queue', { timestamp: '2026-01-01', type: 'event', payload: { type: 'created', id: 1 } }],
  ['a web hook', { type: 'message', payload: { id: 1, text: 'hi' } }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

describe.skipIf(corpusMissing)('a real rollout', () => {
  const text = corpusMissing ? '' : sharedText('run-logs/codex/codex-rollout.sample.jsonl');

  test('is one run, with its calls, messages and tokens', () => {
    const { run } = replayOf({ 'a.jsonl': text });
    const steps = Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
    const effects = steps.flatMap(step => step.effects);
    // Counted from the lines, without the reader.
    const payloads = text
      .split('\n')
      .filter(Boolean)
      .map(one => JSON.parse(one).payload);
    const count = (type: string) => payloads.filter(payload => payload.type === type).length;
    const tokens = payloads
      .flatMap(({ info }) => info?.last_token_usage?.total_tokens ?? [])
      .reduce((sum, one) => sum + one, 0);
    expect({
      calls: effects.filter(effect => effect.do === 'call').length,
      results: effects.filter(effect => effect.do === 'result').length,
      tokens: effects.reduce((sum, effect) => sum + (effect.do === 'usage' ? (effect.tokens ?? 0) : 0), 0),
      models: [...new Set(steps.flatMap(({ model }) => model ?? []))],
      title: run.summary.title,
      status: run.summary.status,
    }).toEqual({
      calls: count('function_call'),
      results: count('function_call_output'),
      tokens,
      models: payloads.flatMap(({ model }) => model ?? []),
      title: "List the files in the repo root and tell me what's there.",
      status: 'succeeded',
    });
  });

  test('says what its calls were given and gave', () => {
    const replay = replayOf({ 'a.jsonl': text });
    const step = Array.from({ length: replay.run.summary.steps }, (_, index) => replay.run.step(index)).find(
      ({ title }) => title.includes('cat README'),
    );
    expect(exchange(replay, { step: step?.index ?? -1 }).rows).toMatchObject([
      {
        parts: [
          {
            is: 'call',
            name: 'exec_command',
            arguments: { text: expect.stringContaining('cat README.md') },
            result: { text: expect.stringContaining('# Example Project') },
          },
        ],
      },
    ]);
  });
});
