import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';

const call = { tool_call_id: 'c1', function_name: 'delegate', arguments: { to: 'scout' } };
const trajectory = {
  schema_version: 'ATIF-v1.7',
  session_id: 's1',
  agent: { name: 'clerk', version: '1', model_name: 'small' },
  steps: [
    { step_id: 1, source: 'user', message: 'Find a train' },
    {
      step_id: 2,
      source: 'agent',
      message: [{ type: 'text', text: 'I ask the scout.' }],
      reasoning_content: 'Who knows?',
      tool_calls: [call],
      observation: {
        results: [{ source_call_id: 'c1', content: 'FR 1', subagent_trajectory_ref: [{ session_id: 's2' }] }],
      },
      metrics: { prompt_tokens: 40, completion_tokens: 8, cached_tokens: 10, cost_usd: 0.5 },
    },
    { step_id: 3, source: 'agent', model_name: 'large', message: 'FR 1.' },
  ],
  subagent_trajectories: [
    { session_id: 's2', agent: { name: 'scout' }, steps: [{ step_id: 1, source: 'agent', message: 'Looking.' }] },
  ],
};

function stepsOf(value: unknown): Step[] {
  const { run } = replayOf({ 'a.json': JSON.stringify(value) });
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
}

test('a trajectory: calls are nested, and a sub-agent in the call that started it', () => {
  expect(recognisedKind(trajectory)).toBe('atif/trajectory');
  const steps = stepsOf(trajectory);
  expect(steps.map(({ parent, agent, title, model }) => [parent, agent, title, model])).toEqual([
    [undefined, 'user', 'Find a train', undefined],
    [undefined, 'clerk', 'I ask the scout.', 'small'],
    [1, 'clerk', 'delegate', undefined],
    [2, 'scout', 'Looking.', undefined],
    [undefined, 'clerk', 'FR 1.', 'large'],
  ]);
  expect(steps.flatMap(({ effects }) => effects)).toEqual([
    { do: 'usage', tokens: 48, input: 40, output: 8, cached: 10, cost: 0.5 },
    { do: 'call', id: 'c1', tool: 'delegate' },
    { do: 'handoff', to: 's2' },
    { do: 'result', id: 'c1', tool: 'delegate', ok: true },
  ]);
});

test.each<[about: string, metrics: object, final: object, used: object]>([
  [
    'tokens and cost, where no step tells any',
    {},
    { total_prompt_tokens: 90, total_completion_tokens: 9, total_cost_usd: 0.5 },
    { tokens: 99, input: 90, output: 9, cost: 0.5 },
  ],
  ['a cost', { metrics: { prompt_tokens: 90 } }, { total_prompt_tokens: 90, total_cost_usd: 0.5 }, { cost: 0.5 }],
  [
    'no tokens, where its steps tell them',
    { metrics: { prompt_tokens: 90, cost_usd: 0.5 } },
    { total_prompt_tokens: 90, total_cost_usd: 0.5 },
    {},
  ],
])('a trajectory has the sum of all: %s', (_, metrics, final, used) => {
  const steps = [{ step_id: 1, source: 'agent', message: 'Done', ...metrics }];
  const [, last] = stepsOf({ ...trajectory, steps, subagent_trajectories: [], final_metrics: final });
  expect(Object.assign({}, ...(last?.effects ?? []))).toEqual(last ? { do: 'usage', ...used } : used);
});

test('of the sum of all, a trajectory has what its steps do not tell', () => {
  const steps = [
    {
      step_id: 1,
      source: 'agent',
      message: 'One',
      metrics: { prompt_tokens: 40, completion_tokens: 5, cost_usd: 0.2 },
    },
    { step_id: 2, source: 'agent', message: 'Two' },
  ];
  const final_metrics = { total_prompt_tokens: 90, total_completion_tokens: 9, total_cost_usd: 0.5 };
  const used = (final: object) =>
    stepsOf({ ...trajectory, steps, subagent_trajectories: [], final_metrics: final }).map(({ effects }) => effects);
  const own = [[{ do: 'usage', tokens: 45, input: 40, output: 5, cost: 0.2 }], []];
  expect(used(final_metrics)).toEqual([...own, [{ do: 'usage', tokens: 54, input: 50, output: 4, cost: 0.3 }]]);
  expect(used({ total_prompt_tokens: 40, total_completion_tokens: 5, total_cost_usd: 0.2 })).toEqual(own);
});

describe('a sub-agent with a file of its own', () => {
  const {
    subagent_trajectories: [scout],
    ...clerk
  } = trajectory;
  const asked = { step_id: 0, source: 'user', message: 'Look for trains' };
  const own = { ...scout, schema_version: 'ATIF-v1.7', steps: [asked, ...(scout?.steps ?? [])] };

  test.each([
    { 'a.json': clerk, 'b.json': own },
    { 'b.json': own, 'c.json': clerk },
  ])('is nested in the call that started it', files => {
    const { run } = replayOf(
      Object.fromEntries(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)])),
    );
    expect(run.summary).toMatchObject({ id: 's1', title: 'Find a train', status: 'succeeded' });
    const steps = Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
    expect(steps.map(({ parent, agent, title }) => [parent, agent, title])).toEqual([
      [undefined, 'user', 'Find a train'],
      [undefined, 'clerk', 'I ask the scout.'],
      [1, 'clerk', 'delegate'],
      [2, 'user', 'Look for trains'],
      [2, 'scout', 'Looking.'],
      [undefined, 'clerk', 'FR 1.'],
    ]);
  });

  test('sub-agents that start each other are runs of their own', () => {
    const circle = JSON.stringify({ ...clerk, session_id: 's2' }).replaceAll('"s2"}]', '"s1"}]');
    const { run } = replayOf({ 'a.json': JSON.stringify(clerk), 'b.json': circle }, { id: 's1' });
    expect(run.summary.steps).toBe(4);
  });
});

test('it is about what was asked, not about JSON that a program adds in the name of the user', () => {
  const json = { step_id: 0, source: 'user', message: '{"policy":"allow","tools":["delegate"]}' };
  const about = (steps: object[]) => replayOf({ 'a.json': JSON.stringify({ ...trajectory, steps }) }).run.summary.title;
  expect(about([json, ...trajectory.steps])).toBe('Find a train');
  expect(about([{ ...json, message: '```json\n{}\n```' }, ...trajectory.steps])).toBe('Find a train');
});

test('what its steps said', () => {
  const replay = replayOf({ 'a.json': JSON.stringify(trajectory) });
  const parts = (step: number) =>
    exchangeOfStep(replay, { step }).rows.flatMap(({ role, pieces }) => pieces.map(piece => ({ role, ...piece })));
  expect(parts(0)).toMatchObject([{ role: 'user', text: 'Find a train' }]);
  expect(parts(1)).toMatchObject([
    { role: 'assistant', is: 'reasoning', text: 'Who knows?' },
    { role: 'assistant', is: 'text', text: 'I ask the scout.' },
  ]);
  expect(parts(2)).toMatchObject([{ is: 'call', name: 'delegate', result: { text: 'FR 1' } }]);
});

test('sub-agents of sub-agents are read, and without an end they end', () => {
  const nested = (depth: number): object => ({
    ...trajectory,
    subagent_trajectories: depth === 0 ? [] : [nested(depth - 1)],
  });
  const each = trajectory.steps.length + 1;
  expect(stepsOf(nested(20))).toHaveLength(21 * each);
  expect(stepsOf(nested(200)).length).toBeLessThan(100 * each);
});

test.each<[string, unknown]>([
  ['a recipe', { schema_version: '1.0', agent: { name: 'cook' }, steps: [{ step_id: 1, message: 'Stir' }] }],
  ['a path through a room', { session_id: 1, agent: { name: 'robot' }, steps: [{ step_id: 1, source: 'camera' }] }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

describe.skipIf(corpusMissing)('real trajectories', () => {
  test.each(['nemo_exmp01.json', 'nemo_exmp02.json', 'nemo_exmp04.json', 'openhands_hello-world.trajectory.json'])(
    '%s',
    file => {
      const text = sharedText(`run-logs/atif/${file}`);
      const steps = stepsOf(JSON.parse(text));
      // Counted from the file, without the reader.
      const written: { source: string; model_name?: string; tool_calls?: unknown[] }[] = JSON.parse(text).steps;
      const { total_prompt_tokens: prompt = 0, total_completion_tokens: completion = 0 } =
        JSON.parse(text).final_metrics ?? {};
      const sources = (list: (string | undefined)[]) =>
        new Set(list.map(one => (one === 'user' || one === 'system' ? one : 'agent')));
      expect({
        steps: steps.filter(({ parent }) => parent === undefined).length,
        calls: steps.filter(({ effects }) => effects.some(effect => effect.do === 'call')).length,
        sources: sources(steps.map(({ agent }) => agent)),
        tokens: steps
          .flatMap(({ effects }) => effects)
          .reduce((sum, effect) => sum + (effect.do === 'usage' ? (effect.tokens ?? 0) : 0), 0),
      }).toEqual({
        steps: written.length,
        calls: written.flatMap(step => step.tool_calls ?? []).length,
        sources: sources(written.map(({ source }) => source)),
        tokens: prompt + completion,
      });
    },
  );
});
