import { describe, expect, test } from 'vitest';
import { indexFiles } from '../../kit/indexFiles';
import { familiesWhere } from '../../kit/shippedFamilies';
import { log, mappedRun } from './mappedRun';

const START = 1_790_000_000;
const DAY = '2026-09-21T13:33';

describe('Braintrust', () => {
  const row = (id: string, parents: string[], type: string, name: string, at: number, own: object) => ({
    id,
    span_id: id,
    root_span_id: 'root',
    span_parents: parents,
    span_attributes: { type, name },
    metrics: { start: START + at, end: START + at + 1 },
    ...own,
  });
  const rows = [
    row('root', [], 'task', 'weather agent', 0, { input: 'How warm is it?', output: 'I can not say.' }),
    row('call', ['root'], 'llm', 'Chat Completion', 1, {
      input: [{ role: 'user', content: 'How warm is it?' }],
      output: [{ role: 'assistant', content: 'Let me look.' }],
      metadata: { model: 'model-x', provider: 'openai' },
      metrics: {
        start: START + 1,
        end: START + 2,
        prompt_tokens: 90,
        completion_tokens: 10,
        prompt_cached_tokens: 40,
        estimated_cost: 0.5,
      },
    }),
    row('look', ['root'], 'tool', 'weather', 2, { input: { city: 'Oslo' }, error: 'timed out' }),
    row('score', ['root'], 'score', 'factuality', 3, { output: { name: 'factuality', score: 0.5 } }),
  ];
  const READ = {
    title: 'How warm is it?',
    status: 'succeeded',
    steps: [
      'weather agent | task | weather agent | ok',
      'weather agent | llm | Chat Completion | ok | usage',
      'weather agent | tool | weather | failed | call | result',
      'weather agent | evaluation | factuality: 0.5 | ok',
    ],
    models: ['model-x'],
    tokens: 100,
    cost: 0.5,
  };

  test('rows as they are exported: in a list, one a line, and in an answer of the API', () => {
    for (const files of [
      { 'logs.json': JSON.stringify(rows) },
      { 'logs.jsonl': log(...rows) },
      { 'page.json': JSON.stringify({ events: rows, cursor: null }) },
      { 'page.json': JSON.stringify({ data: rows }) },
    ])
      expect(mappedRun(files)).toMatchObject(READ);
    expect(mappedRun({ 'logs.json': JSON.stringify(rows) }).said).toEqual([
      '0 input: How warm is it?',
      '0 output: I can not say.',
      '1 user: How warm is it?',
      '1 assistant: Let me look.',
      '2 assistant: weather {"city":"Oslo"}',
      '3 output: {\n  "name": "factuality",\n  "score": 0.5\n}',
    ]);
  });

  test('what is merged into a row that was sent before', () => {
    const sent = rows.flatMap(({ id, metrics: { start, ...measured }, ...row }) => {
      const { output, error, ...began } = row as Record<string, unknown>;
      const ids = { id, span_id: id, root_span_id: 'root' };
      return [
        { ...began, ...ids, metrics: { start } },
        { ...ids, _is_merge: true, output, error, metrics: measured },
      ];
    });
    const run = mappedRun({ 'sent.json': JSON.stringify({ rows: sent }) });
    expect(run).toMatchObject(READ);
    expect(run.said.slice(0, 2)).toEqual(['0 input: How warm is it?', '0 output: I can not say.']);
  });
});

describe('Opik', () => {
  const span = (id: string, parent: string | null, type: string, name: string, at: number, own: object) => ({
    id,
    trace_id: 'trace',
    parent_span_id: parent,
    name,
    type,
    start_time: `${DAY}:0${at}Z`,
    end_time: `${DAY}:0${at + 1}Z`,
    ...own,
  });
  const trace = {
    id: 'trace',
    name: 'chat',
    start_time: `${DAY}:00Z`,
    end_time: `${DAY}:09Z`,
    input: { messages: [{ role: 'user', content: 'How warm is it?' }] },
    feedback_scores: [{ name: 'helpful', value: 1, created_at: `${DAY}:09Z` }],
  };
  const spans = [
    span('call', null, 'llm', 'chat model-x', 1, {
      input: { messages: [{ role: 'user', content: 'How warm is it?' }] },
      output: { output: 'Let me look.' },
      model: 'model-x',
      provider: 'openai',
      usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 },
      total_estimated_cost: 0.5,
    }),
    span('look', null, 'general', 'running tool', 2, {
      input: { tool_arguments: { city: 'Oslo' } },
      error_info: { exception_type: 'TimeoutError', message: 'timed out', traceback: '…' },
      metadata: { 'gen_ai.operation.name': 'execute_tool', 'logfire.msg': 'running tool: weather', 'call.id': 'c1' },
    }),
  ];
  const STEPS = [
    '- | session | chat | ok',
    '- | llm | chat model-x | ok | usage',
    '- | tool | weather | failed | call | result',
    '- | evaluation | helpful: 1 | ok',
  ];
  const SAID = ['1 user: How warm is it?', '1 assistant: Let me look.', '2 assistant: weather {"city":"Oslo"}'];

  test('the file of a trace, and a list of traces of which one can not be read', () => {
    for (const json of [
      { trace, spans, downloaded_at: `${DAY}:30Z`, project_name: 'weather' },
      {
        traces: [
          { trace: { name: 'broken' }, spans: [] },
          { trace, spans },
        ],
      },
    ])
      expect(mappedRun({ 'trace.json': JSON.stringify(json) })).toMatchObject({
        title: 'How warm is it?',
        status: 'succeeded',
        steps: STEPS,
        said: SAID,
        models: ['model-x'],
        tokens: 100,
        cost: 0.5,
      });
  });

  test('a trace with its spans as a page exports it: without ids of the trace, the newest first', () => {
    const shown = (id: string, type: string, name: string, at: number, own: object) => ({
      id,
      name,
      type,
      start_time: `${DAY}:0${at}Z`,
      end_time: `${DAY}:0${at + 1}Z`,
      input: {},
      output: { result: 'ok' },
      metadata: '',
      tags: '',
      error_info: '',
      usage: '',
      model: '',
      total_estimated_cost: '',
      thread_id: '',
      ...own,
    });
    const rows = [
      shown('t', '', 'call P001', 0, { end_time: `${DAY}:09Z` }),
      shown('b', 'tool', 'book', 4, { input: { slot: 'C' } }),
      shown('a', 'general', 'conversation', 1, {}),
    ];
    const run = mappedRun({ 'export.json': JSON.stringify(rows) });
    expect(run).toMatchObject({
      title: 'call P001',
      status: 'succeeded',
      steps: ['- | session | call P001 | ok', '- | span | conversation | ok', '- | tool | book | ok | call | result'],
    });
    expect(run.said).toContain('2 assistant: book {"slot":"C"}');
  });
});

test.each<[about: string, json: object]>([
  [
    'a span with a root, whose attributes are of another kind',
    { span_id: 's', root_span_id: 'r', span_attributes: 'a=b' },
  ],
  [
    'a span of a model without the cost and failure that Opik writes',
    { id: 'a', trace_id: 't', type: 'llm', start_time: `${DAY}:00Z` },
  ],
  [
    'a trace with spans of types that others have, too',
    {
      trace: { id: 't', start_time: `${DAY}:00Z` },
      spans: [{ trace_id: 't', type: 'tool', start_time: `${DAY}:00Z` }],
    },
  ],
  ['a trace without spans', { trace: { id: 't', start_time: `${DAY}:00Z` }, spans: [] }],
])('%s is not taken', (_, json) => {
  expect(indexFiles({ 'spans.json': JSON.stringify(json) }, familiesWhere()).runs()).toEqual([]);
});
