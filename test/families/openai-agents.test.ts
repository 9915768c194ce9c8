import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';

const trace = { object: 'trace', id: 'trace_1', workflow_name: 'Find a train', group_id: null, metadata: null };
let second = 0;
const span = (id: string, parent: string | null, span_data: object, more: object = {}) => ({
  object: 'trace.span',
  id,
  trace_id: 'trace_1',
  parent_id: parent,
  started_at: `2026-06-01T08:05:${String(10 + ++second).padStart(2, '0')}.000000+00:00`,
  ended_at: `2026-06-01T08:05:${String(11 + second).padStart(2, '0')}.000000+00:00`,
  span_data,
  error: null,
  ...more,
});
const usage = {
  requests: 1,
  input_tokens: 40,
  output_tokens: 8,
  total_tokens: 48,
  input_tokens_details: { cached_tokens: 10 },
  output_tokens_details: { reasoning_tokens: 2 },
};
const items = [
  trace,
  span('task', null, { type: 'custom', name: 'task', data: { sdk_span_type: 'task', name: 'Run', usage } }),
  span('planner', 'task', {
    type: 'agent',
    name: 'planner',
    handoffs: ['booker'],
    tools: ['look'],
    output_type: 'str',
  }),
  span('turn', 'planner', {
    type: 'custom',
    name: 'turn',
    data: { sdk_span_type: 'turn', turn: 1, agent_name: 'planner', usage },
  }),
  span('ask', 'turn', {
    type: 'generation',
    input: [
      { role: 'system', content: 'Plan.' },
      { role: 'user', content: 'A train before noon?' },
    ],
    output: [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"before":"12:00"}' } }],
      },
    ],
    model: 'small-model',
    model_config: { temperature: 0, base_url: 'https://models.example' },
    usage,
  }),
  span('look', 'turn', {
    type: 'function',
    name: 'look',
    input: '{"before":"12:00"}',
    output: '10:15',
    mcp_data: null,
  }),
  span('over', 'turn', { type: 'handoff', from_agent: 'planner', to_agent: 'booker' }),
  span('booker', 'task', { type: 'agent', name: 'booker', handoffs: [], tools: [], output_type: 'str' }),
  span('reply', 'booker', { type: 'response', response_id: 'resp_1', usage: { input_tokens: 5, output_tokens: 1 } }),
  span('guard', 'booker', { type: 'guardrail', name: 'polite', triggered: true }),
  span('tools', 'booker', { type: 'mcp_tools', server: 'rail', result: ['look'] }),
  span(
    'lost',
    'booker',
    { type: 'function', name: 'pay', input: '{}', output: null, mcp_data: null },
    {
      error: { message: 'Error running tool', data: { tool_name: 'pay', error: 'no card' } },
    },
  ),
  span('new', 'booker', { type: 'of_tomorrow', name: 'unheard of' }),
];

function drawn({ title, kind, agent, model, outcome, effects }: Step): string {
  const done = effects.map(({ do: what, ...rest }) => [what, ...Object.values(rest)].join(' '));
  return [kind.split(':')[1] ?? '', title, agent ?? '', model ?? '', outcome, ...done].join(' | ');
}

const files = {
  'a line each': { 'a.jsonl': items.map(item => JSON.stringify(item)).join('\n') },
  'a list': { 'a.json': JSON.stringify(items) },
  'a batch': { 'a.json': JSON.stringify({ data: items }) },
  'a trace with its spans': { 'a.json': JSON.stringify({ ...trace, spans: items.slice(1) }) },
};

describe.each(Object.entries(files))('%s', (_, written) => {
  const replay = replayOf(written as Record<string, string>);
  const { run } = replay;
  const steps = Array.from({ length: run.summary.steps }, (_, index) => run.step(index));

  test('has each span as a step, nested', () => {
    expect(run.summary).toMatchObject({ id: 'trace_1', title: 'Find a train', status: 'succeeded' });
    expect(steps.map(drawn)).toEqual([
      ' | Find a train |  |  | unknown',
      'task | Run |  |  | ok',
      'agent | planner | planner |  | ok',
      'turn | Turn 1 | planner |  | ok',
      'llm | small-model | planner | small-model | ok | usage 48 40 8 10 2',
      'tool | look | planner |  | ok | call look | result look true',
      'handoff | Hand-off to booker | planner |  | ok | handoff booker',
      'agent | booker | booker |  | ok',
      'llm | response | booker |  | ok | usage 6 5 1',
      'guardrail | polite triggered | booker |  | ok',
      'mcp_tools | Tools of rail | booker |  | ok',
      'tool | pay | booker |  | failed | call pay | result pay false',
      'of_tomorrow | unheard of | booker |  | ok',
    ]);
    const keys = steps.map(({ key }) => key);
    const parents = items.slice(1).map(item => ('parent_id' in item && item.parent_id) || 'trace_1');
    expect(steps.slice(1).map(({ parent }) => keys[parent ?? -1])).toEqual(parents);
  });

  test('has what was said', () => {
    const asked = exchangeOfStep(replay, { step: 4 });
    expect(asked.rows.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
    expect(asked.call).toMatchObject({
      model: 'small-model',
      parameters: { temperature: 0 },
      tokens: { input: 40, output: 8, cached: 10, reasoning: 2, total: 48 },
    });
    expect(exchangeOfStep(replay, { step: 5 }).rows).toMatchObject([
      {
        pieces: [
          { is: 'call', name: 'look', arguments: { text: '{\n  "before": "12:00"\n}' }, result: { text: '10:15' } },
        ],
      },
    ]);
    expect(exchangeOfStep(replay, { step: 8 })).toMatchObject({ rows: [], call: { tokens: { total: 6 } } });
  });
});

test('a span that runs, and one that lost a property', () => {
  const { run } = replayOf({
    'a.json': JSON.stringify([span('a', null, { type: 'agent', name: 'a' }, { ended_at: null })]),
  });
  expect(run.summary).toMatchObject({ status: 'running' });
  for (const item of items) {
    expect(recognisedKind(item)).toBe('openai-agents/trace');
    for (const key of Object.keys(item)) {
      const rest = Object.fromEntries(Object.entries(item).filter(([name]) => name !== key));
      expect(recognisedKind(rest)?.replace('?', ''), key).toBe('openai-agents/trace');
    }
  }
});

test.each<[string, unknown]>([
  ['a chat dataset', { messages: [{ role: 'user', content: 'x' }], metadata: { workflow_name: 'x' } }],
  ['a list of models', { object: 'list', data: [{ id: 'm', object: 'model', created: 1 }] }],
  ['a response of a model', { id: 'resp_1', object: 'response', model: 'm', output: [], usage: {}, error: null }],
  ['a webhook', { object: 'event', id: 'evt_1', type: 'x', data: { object: { id: 'trace_1', object: 'trace' } } }],
  ['a run of a workflow', { id: 7, workflow_name: 'build', started_at: '2026-06-01', ended_at: null, trace_id: 'x' }],
  ['an object of 3D', { object: 'trace', id: 4, points: [] }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});
