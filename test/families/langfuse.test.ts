import { describe, expect, test } from 'vitest';
import type { Draft } from '../../server/src/model/run';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing } from '../kit/corpus';
import { draftsOf, draftsOfCorpus, effectsIn } from './drafts';

const trace = { id: 'tr-1', name: 'find a train', timestamp: '2026-06-01T08:05:09.000Z' };
const ended = { startTime: '2026-06-01T08:05:09.000Z', endTime: '2026-06-01T08:05:09.250Z' };
const observation = { id: 'ob-1', traceId: 'tr-1', type: 'SPAN', name: 'look', level: 'DEFAULT', ...ended };

function drafts(...observations: object[]): Draft[] {
  return draftsOf('langfuse/trace', { trace, observations });
}

test('an observation', () => {
  expect(drafts(observation)).toEqual([
    {
      key: 'ob-1',
      isUnique: true,
      run: 'tr-1',
      at: 1780301109000000000n,
      duration: 250_000_000n,
      kind: 'langfuse/observation:span',
      title: 'look',
      outcome: 'ok',
      status: 'succeeded',
      about: 'find a train',
      path: ['observations', 0],
    },
  ]);
});

test.each<[about: string, observation: object, told: Partial<Draft>]>([
  ['a failure', { level: 'ERROR' }, { outcome: 'failed', status: 'failed' }],
  ['a warning', { level: 'WARNING' }, { outcome: 'ok' }],
  ['no end', { endTime: null }, { outcome: 'pending', status: 'running' }],
  ['no end, but an output', { endTime: null, output: 'x' }, { outcome: 'unknown' }],
  ['a moment', { endTime: undefined, type: 'EVENT' }, { outcome: 'ok', kind: 'langfuse/observation:event' }],
  ['a type that is none', { type: { a: 1 } }, { kind: 'langfuse/observation:span' }],
  ['no name', { name: '', model: 'small', type: 'GENERATION' }, { title: 'small' }],
  ['neither name nor model', { name: null, type: 'CHAIN' }, { title: 'chain' }],
  ['an agent', { type: 'AGENT' }, { agent: 'look' }],
  ['an agent with another name', { type: 'AGENT', metadata: { attributes: { 'graph.node.id': 'n' } } }, { agent: 'n' }],
  ['a node', { metadata: { langgraph_node: 'tools' } }, { agent: 'tools' }],
  ['a node in a text', { metadata: '{"langgraph_node":"tools"}' }, { agent: 'tools' }],
])('%s', (_, other, told) => {
  const [draft] = drafts({ ...observation, ...other });
  expect(draft).toMatchObject(told);
  expect(draft?.status).toBe(told.outcome === 'unknown' ? undefined : (told.status ?? 'succeeded'));
});

test.each<[about: string, observation: object, effects: string[]]>([
  ['a tool', { type: 'TOOL' }, ['call look', 'result look true']],
  ['a tool that failed', { type: 'TOOL', level: 'ERROR' }, ['call look', 'result look false']],
  ['a tool at work', { type: 'TOOL', endTime: null }, ['call look']],
  ['details', { usageDetails: { input: 4, output: 3, total: 8 }, costDetails: { total: 0.5 } }, ['usage 8 4 3 0.5']],
  [
    'cached tokens beside the input, which are a part of it elsewhere',
    { usageDetails: { input: 207, input_cached_tokens: 1792, output: 10, total: 2009 } },
    ['usage 2009 1999 10 1792'],
  ],
  [
    'tokens read from a cache and written to one',
    { usageDetails: { input: 5, cache_read_input_tokens: 128955, cache_creation_input_tokens: 1253, output: 20 } },
    ['usage 130233 130213 20 128955'],
  ],
  [
    'cached tokens that are counted in the input',
    { usageDetails: { input: 1999, input_cached_tokens: 1792, output: 10, total: 2009 } },
    ['usage 2009 1999 10 1792'],
  ],
  [
    'details whose output has a bucket of its own for reasoning',
    { usageDetails: { input: 100, input_cached_tokens: 40, output: 50, output_reasoning_tokens: 150, total: 340 } },
    ['usage 340 140 200 40 150'],
  ],
  [
    'details whose output includes the reasoning, beside an input without the cache',
    { usageDetails: { input: 100, input_cached_tokens: 40, output: 200, output_reasoning_tokens: 150, total: 340 } },
    ['usage 340 140 200 40 150'],
  ],
  [
    'details whose input includes the cache, beside an output without the reasoning',
    { usageDetails: { input: 140, input_cached_tokens: 40, output: 50, output_reasoning_tokens: 150, total: 340 } },
    ['usage 340 140 200 40 150'],
  ],
  ['details in parts', { usageDetails: { input: 4, output: 3 } }, ['usage 7 4 3']],
  [
    'usage of old',
    { usage: { promptTokens: 4, completionTokens: 3 }, calculatedTotalCost: '0.25' },
    ['usage 7 4 3 0.25'],
  ],
  ['amounts that are none', { usageDetails: { total: -3 }, costDetails: { total: Number.NaN } }, []],
  ['nothing used', { usageDetails: { total: 0 }, totalUsage: 0, totalCost: 0 }, []],
])('%s is told by effects', (_, other, effects) => {
  expect(effectsIn(drafts({ ...observation, ...other }))).toEqual(effects);
});

test('what is inside is done by the nearest agent around it, and used up there', () => {
  const used = { usageDetails: { total: 5 } };
  const rows = [
    { id: 'c', parentObservationId: 'b', ...used },
    { id: 'b', parentObservationId: 'a', type: 'AGENT', name: 'finder', ...used },
    { id: 'a', type: 'AGENT', name: 'planner' },
    { id: 'd', parentObservationId: 'gone' },
  ];
  const told = drafts(...rows.map(row => ({ ...observation, ...row })));
  expect(told.map(({ agent }) => agent)).toEqual(['finder', 'finder', 'planner', undefined]);
  expect(told.map(one => effectsIn([one]))).toEqual([['usage 5'], [], [], []]);
});

test.each<[string, object, object[], string]>([
  ['its input', { input: 'Which train?' }, [], 'Which train?'],
  ['its input as JSON', { input: '"Which train?"' }, [], 'Which train?'],
  [
    'messages',
    {
      input: {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Rome?' },
        ],
      },
    },
    [],
    'Rome?',
  ],
  [
    'the first observation that tells it, from the root on',
    { input: { config: { a: 1 } } },
    [
      {
        startTime: '2026-06-01T08:05:12Z',
        parentObservationId: 'r',
        type: 'GENERATION',
        input: [{ role: 'user', content: 'later' }],
      },
      {
        startTime: '2026-06-01T08:05:11Z',
        parentObservationId: 'r',
        type: 'GENERATION',
        input: [{ role: 'user', content: 'Rome?' }],
      },
      { startTime: '2026-06-01T08:05:10Z', parentObservationId: 'r', type: 'TOOL', input: 'to Rome' },
      { id: 'r', name: 'Agent.run' },
    ],
    'Rome?',
  ],
  ['its name where nothing is told', { input: { config: { a: 1 } } }, [{}], 'find a train'],
])('a trace is about what was asked: %s', (_, more, rows, about) => {
  const value = { trace: { ...trace, ...more }, observations: rows.map(row => ({ ...observation, ...row })) };
  expect(draftsOf('langfuse/trace', value).find(draft => draft.about)?.about).toBe(about);
});

test('a trace that holds its observations itself', () => {
  const value = { ...trace, observations: [observation] };
  expect(recognisedKind(value)).toBe('langfuse/trace');
  expect(draftsOf('langfuse/trace', value)).toEqual(drafts(observation));
});

test.each<[string, unknown]>([
  ['measurements', { observations: [{ time: '2026-06-01', value: 3 }] }],
  ['a trace without observations', { trace: { id: 1, timestamp: 2 } }],
  ['observations of birds', { trace: 'x', observations: [{ id: 1, type: 'bird', name: 'wren' }] }],
])('%s: none of ours', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

describe.skipIf(corpusMissing)('real traces', () => {
  test.each<[file: string, steps: number, roots: number, about: string, agents: string[], used: string[]]>([
    [
      'langgraph-2025-08-22',
      9,
      1,
      "Search the web for 'example' and summarize.",
      ['agent', 'tools'],
      ['usage 75 60 15 0 0 0.000075', 'usage 159 108 51 0 0 0.000159'],
    ],
    [
      'openai-agents-2025-09-30',
      5,
      1,
      "What's the weather in Tokyo?",
      ['Agent workflow', 'Hello world'],
      ['usage 114 85 29 0.000402', 'usage 70 55 15 0.00023', 'call get_weather', 'result get_weather true'],
    ],
    ['autogen-2025-06-06', 2, 1, "Say 'Hello World!'", [], ['usage 44 41 3 0.000025']],
    [
      'openai-assistants-2024-05-29',
      4,
      3,
      'I need to solve the equation 3x + 11 = 14. Can you help me?',
      [],
      ['usage 89 49 40 0.00387'],
    ],
  ])('%s', (file, steps, roots, about, agents, used) => {
    const told = draftsOfCorpus(`traces/langfuse/${file}.json`);
    expect(told).toHaveLength(steps);
    expect(told.filter(({ parent }) => parent === undefined)).toHaveLength(roots);
    expect(told.flatMap(one => one.about ?? [])).toEqual(Array(roots).fill(about));
    expect([...new Set(told.flatMap(({ agent }) => agent ?? []))]).toEqual(agents);
    expect(effectsIn(told)).toEqual(used);
  });
});
