import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';

let next = 0;
const event = (author: string, parts: object[] | undefined, more: object = {}) => ({
  id: `e${++next}`,
  invocation_id: 'i1',
  author,
  timestamp: 1_780_301_109 + next,
  actions: { state_delta: {} },
  ...(parts && { content: { role: author, parts } }),
  ...more,
});
const session = (...events: object[]) => ({ id: 's1', app_name: 'shop', user_id: 'u', state: {}, events });
const call = { function_call: { id: 'c1', name: 'search', args: { words: 'dress' } } };
const response = { function_response: { id: 'c1', name: 'search', response: { result: 'B09' } } };

function stepsOf(value: unknown): Step[] {
  const { run } = replayOf({ 'a.json': JSON.stringify(value) });
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
}

function drawn({ agent, title, outcome, effects }: Step): string {
  return [agent, title, outcome, ...effects.map(effect => effect.do)].join(' | ');
}

test('what is said, calls with their results, and who takes over', () => {
  const usage = { prompt_token_count: 10, candidates_token_count: 3, thoughts_token_count: 2, total_token_count: 15 };
  const value = session(
    event('user', [{ text: 'A dress' }]),
    event('finder', [call], { usage_metadata: usage }),
    event('finder', [response]),
    event('finder', [{ text: 'B09.' }], { actions: { transfer_to_agent: 'seller' } }),
    event('model', undefined),
  );
  expect(recognisedKind(value)).toBe('adk/session');
  const steps = stepsOf(value);
  expect(steps.map(drawn)).toEqual([
    'user | A dress | ok',
    'finder | search | ok | call | usage | result',
    'finder | B09. | ok | handoff',
    'shop | state | ok',
  ]);
  expect(steps[1]?.effects).toContainEqual({ do: 'usage', tokens: 15, input: 10, output: 5, reasoning: 2 });
  const replay = replayOf({ 'a.json': JSON.stringify(value) });
  expect(exchangeOfStep(replay, { step: 1 }).rows).toMatchObject([
    { role: 'assistant', pieces: [{ is: 'call', name: 'search', result: { text: '{\n  "result": "B09"\n}' } }] },
  ]);
  expect(exchangeOfStep(replay, { step: 2 }).rows).toMatchObject([{ role: 'assistant', pieces: [{ text: 'B09.' }] }]);
});

test('an error of the model fails its step', () => {
  const steps = stepsOf(
    session(
      event('user', [{ text: 'x' }]),
      event('shop', undefined, { error_code: '429', error_message: 'Too many requests' }),
    ),
  );
  expect(steps.map(drawn)).toEqual(['user | x | ok', 'shop | Too many requests | failed']);
});

test.each<[string, unknown]>([
  ['a calendar', { id: 1, events: [{ author: 'me', actions: [], timestamp: 1 }] }],
  ['a list of events of an app', { appName: 'shop', events: [{ name: 'open', timestamp: 1 }] }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

describe.skipIf(corpusMissing)('a real session', () => {
  test('has each of its events', () => {
    const text = sharedText('run-logs/adk/text_search_floral_dress.session.json');
    const steps = stepsOf(JSON.parse(text));
    // Counted from the file, without the reader.
    const events: { content?: { parts: Record<string, unknown>[] } }[] = JSON.parse(text).events;
    const parts = events.flatMap(({ content }) => content?.parts ?? []);
    const count = (key: string) => parts.filter(part => key in part).length;
    const effects = steps.flatMap(step => step.effects);
    expect({
      // A call and its result, two events, are one step.
      envelopes: new Set(steps.flatMap(({ envelopes }) => envelopes.map(({ path }) => path[1]))).size,
      calls: effects.filter(effect => effect.do === 'call').length,
      results: effects.filter(effect => effect.do === 'result').length,
      agents: new Set(steps.map(({ agent }) => agent)),
    }).toEqual({
      envelopes: events.length,
      calls: count('function_call'),
      results: count('function_response'),
      agents: new Set(['personalized_shopping', 'user', 'personalized_shopping_agent']),
    });
    expect(events).toHaveLength(50);
  });
});
