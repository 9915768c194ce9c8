import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';

const at = (second: number) => ({ timestamp: `2026-06-01T08:05:0${second}.000000` });
const response = (id: string) => ({
  function_name: 'execute_bash',
  tool_call_id: 'c1',
  model_response: { id, model: 'small', usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } },
});
const events = [
  {
    id: 0,
    ...at(0),
    source: 'environment',
    observation: 'agent_state_changed',
    content: '',
    extras: { agent_state: 'running' },
  },
  { id: 1, ...at(1), source: 'user', action: 'message', args: { content: 'List the files' } },
  {
    id: 2,
    ...at(2),
    source: 'agent',
    action: 'run',
    args: { command: 'ls', thought: 'First look.' },
    tool_call_metadata: response('r1'),
  },
  { id: 3, ...at(3), source: 'agent', action: 'run', args: { command: 'false' }, tool_call_metadata: response('r1') },
  {
    id: 4,
    ...at(4),
    source: 'agent',
    cause: 2,
    observation: 'run',
    content: 'a.txt',
    extras: { metadata: { exit_code: 0 } },
  },
  {
    id: 5,
    ...at(5),
    source: 'agent',
    cause: 3,
    observation: 'run',
    content: '',
    extras: { metadata: { exit_code: 1 } },
  },
  { id: 6, ...at(6), source: 'agent', action: 'message', args: { content: 'a.txt it is.' }, cause: undefined },
  {
    id: 7,
    ...at(7),
    source: 'environment',
    observation: 'agent_state_changed',
    content: '',
    extras: { agent_state: 'awaiting_user_input' },
  },
];

interface WrittenEvent {
  action?: string;
  observation?: string;
  tool_call_metadata?: { model_response: { id: string; usage: { total_tokens: number } } };
}

function replayed(value: unknown) {
  const replay = replayOf({ 'a.json': JSON.stringify(value) });
  return { replay, steps: Array.from({ length: replay.run.summary.steps }, (_, index) => replay.run.step(index)) };
}

function drawn({ agent, title, outcome, effects }: Step): string {
  return [agent, title, outcome, ...effects.map(effect => effect.do)].join(' | ');
}

test('actions with what was observed of them', () => {
  expect(recognisedKind(events[2])).toBe('openhands/event');
  const { replay, steps } = replayed(events);
  expect(steps.map(drawn)).toEqual([
    'environment | agent is running | ok',
    'user | List the files | ok',
    'agent | execute_bash ls | ok | call | result',
    'agent | execute_bash false | failed | call | usage | result',
    'agent | a.txt it is. | ok',
    'environment | agent is awaiting user input | ok',
  ]);
  // Two actions of one response of the model.
  expect(steps[3]?.effects).toContainEqual({ do: 'usage', tokens: 9, input: 7, output: 2, call: 'r1' });
  expect(replay.run.summary).toMatchObject({ title: 'List the files', status: 'succeeded' });
  expect(exchangeOfStep(replay, { step: 2 }).rows).toMatchObject([
    { pieces: [{ text: 'First look.' }, { is: 'call', name: 'execute_bash', result: { text: 'a.txt' } }] },
  ]);
});

test.each<[string, unknown]>([
  ['an event of a web page', { id: 1, timestamp: '2026-06-01', source: 'user', action: 'click', target: 'button' }],
  ['a reading of a sensor', { id: 1, timestamp: '2026-06-01', source: 'environment', observation: 21.5 }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

describe.skipIf(corpusMissing)('a real conversation', () => {
  test('has each of its events, its calls and its tokens', () => {
    const text = sharedText('run-logs/openhands/basic_gui_mode.json');
    const { steps } = replayed(JSON.parse(text));
    // Counted from the file, without the reader.
    const written: WrittenEvent[] = JSON.parse(text);
    const responses = new Map(
      written.flatMap(({ tool_call_metadata: metadata }) =>
        metadata ? [[metadata.model_response.id, metadata.model_response.usage.total_tokens] as const] : [],
      ),
    );
    const effects = steps.flatMap(step => step.effects);
    expect({
      events: steps.flatMap(({ envelopes }) => envelopes).length,
      calls: effects.filter(effect => effect.do === 'call').length,
      tokens: effects.reduce((sum, effect) => sum + (effect.do === 'usage' ? (effect.tokens ?? 0) : 0), 0),
      models: new Set(steps.flatMap(({ model }) => model ?? [])),
    }).toEqual({
      // That nothing was observed is no step.
      events: written.filter(({ observation }) => observation !== 'null').length,
      calls: written.filter(({ action, tool_call_metadata: metadata }) => action && metadata).length,
      tokens: [...responses.values()].reduce((sum, one) => sum + one, 0),
      models: new Set(['claude-3-5-sonnet-20241022']),
    });
    expect(written).toHaveLength(18);
  });
});
