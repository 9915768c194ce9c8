import { expect, test } from 'vitest';
import { replayIn } from '../../features/replay/replayOf';
import { indexFiles } from '../../kit/indexFiles';
import { familiesWhere } from '../../kit/shippedFamilies';
import { mappedRun } from './mappedRun';

const START = 1_790_000_000_000_000_000;
const attributes = (type: string, inputs: unknown, outputs: unknown, more: object = {}) => ({
  'mlflow.traceRequestId': '"tr-1"',
  'mlflow.spanType': JSON.stringify(type),
  'mlflow.spanInputs': JSON.stringify(inputs),
  'mlflow.spanOutputs': JSON.stringify(outputs),
  ...more,
});
const chat = attributes(
  'CHAT_MODEL',
  { messages: [{ role: 'user', content: 'Which files?' }] },
  { choices: [{ message: { role: 'assistant', content: 'Let me look.' } }] },
  {
    'mlflow.llm.model': '"model-x"',
    'mlflow.chat.tokenUsage': '{"input_tokens": 90, "output_tokens": 10, "total_tokens": 100}',
  },
);
const STEPS = [
  '- | session | agent | ok',
  'agent | agent | agent | ok',
  'model | llm | chat | ok | usage',
  'agent | tool | ls | failed | call | result',
];

test('a trace of version 3, in a list of traces', () => {
  const span = (id: string, parent: string | null, name: string, at: number, own: object, code = 'STATUS_CODE_OK') => ({
    trace_id: 'aaaa',
    span_id: id,
    parent_span_id: parent,
    name,
    start_time_unix_nano: START + at * 1e9,
    end_time_unix_nano: START + (at + 1) * 1e9,
    status: { code, message: code === 'STATUS_CODE_OK' ? '' : 'not found' },
    attributes: own,
  });
  const info = {
    trace_id: 'tr-1',
    state: 'OK',
    request_time: '2026-09-21T13:33:20Z',
    tags: { 'mlflow.traceName': 'agent' },
    assessments: [{ assessment_name: 'correctness', create_time: '2026-09-21T15:00:00Z', feedback: { value: 1 } }],
  };
  const spans = [
    span('s1', null, 'agent', 0, attributes('AGENT', { question: 'Which files?' }, { answer: 'One.' })),
    span('s2', 's1', 'chat', 1, chat),
    span('s3', 's1', 'ls', 2, attributes('TOOL', { path: '.' }, null), 'STATUS_CODE_ERROR'),
  ];
  const text = JSON.stringify({ traces: [{ info, data: { spans } }] });
  expect(mappedRun({ 'traces.json': text })).toMatchObject({
    title: 'agent',
    status: 'succeeded',
    steps: [...STEPS, '- | evaluation | correctness: 1 | ok'],
    models: ['model-x'],
    calls: 1,
    results: 1,
    tokens: 100,
  });
});

const spanOfVersion2 = (id: string, parent: string | null, name: string, at: number, own: object, code = 'OK') => ({
  name,
  context: { trace_id: '0xaaaa', span_id: id },
  parent_id: parent,
  start_time: START + at * 1e9,
  end_time: START + (at + 1) * 1e9,
  status_code: code,
  status_message: code === 'OK' ? '' : 'not found',
  attributes: own,
});
const spansOfVersion2 = [
  spanOfVersion2('s1', null, 'agent', 0, attributes('AGENT', 'Which files?', 'One.')),
  spanOfVersion2('s2', 's1', 'chat', 1, chat),
  spanOfVersion2('s3', 's1', 'ls', 2, attributes('TOOL', { path: '.' }, { found: 0 }), 'ERROR'),
];
const SAID = [
  '2 user: Which files?',
  '2 assistant: Let me look.',
  '3 assistant: ls {"path":"."}',
  '3 tool: = "{\\"found\\":0}" failed',
];

test('a trace of version 2, whose spans have a context', () => {
  const info = { request_id: 'tr-1', timestamp_ms: START / 1e6, status: 'OK', tags: { 'mlflow.traceName': 'agent' } };
  const run = mappedRun({ 'trace.json': JSON.stringify({ info, data: { spans: spansOfVersion2 } }) });
  expect(run.steps).toEqual(STEPS);
  expect(run.said).toEqual(SAID);
});

test('the file of a trace in a store of artifacts: its spans without anything around them', () => {
  const text = JSON.stringify({ spans: spansOfVersion2, request: '"Which files?"', response: '"One."' });
  const run = mappedRun({ 'mlruns/0/traces/tr-1/artifacts/traces.json': text });
  expect(run).toMatchObject({ title: 'agent', status: 'succeeded', steps: STEPS, tokens: 100 });
  expect(run.said).toEqual(SAID);
});

test('a call that a library and its client report counts once, in one file or in several', () => {
  const info = { request_id: 'tr-1', timestamp_ms: START / 1e6, status: 'OK' };
  const spans = [
    spanOfVersion2('s1', null, 'agent', 0, attributes('AGENT', 'Which files?', 'One.')),
    spanOfVersion2('s2', 's1', 'ChatOpenAI', 1, chat),
    spanOfVersion2('s3', 's2', 'Completions', 1, chat),
  ];
  const trace = (...own: object[]) => JSON.stringify({ info, data: { spans: own } });
  expect(mappedRun({ 'trace.json': trace(...spans) }).tokens).toBe(100);
  expect(mappedRun({ 'a.json': trace(...spans.slice(0, 2)), 'b.json': trace(...spans.slice(2)) }).tokens).toBe(100);
});

test('an answer of a served agent, which carries its trace; a failure is told by its exception', () => {
  const spans = [
    { ...spanOfVersion2('s1', null, 'agent', 0, attributes('AGENT', 'Which files?', 'One.')), trace_id: 'aaaa' },
    {
      ...spanOfVersion2('s2', 's1', 'chat', 1, attributes('CHAT_MODEL', 'Which files?', null), 'ERROR'),
      status_message: '',
      events: [{ name: 'exception', attributes: { 'exception.message': 'content filter' } }],
    },
  ];
  const trace = { info: { trace_id: 'tr-1', state: 'OK', request_time: '2026-09-21T13:33:20Z' }, data: { spans } };
  const answer = { object: 'response', output: [], databricks_output: { trace, databricks_request_id: 'r1' } };
  const files = { 'response.json': JSON.stringify(answer) };
  expect(mappedRun(files).steps).toEqual([
    '- | session | agent | ok',
    'agent | agent | agent | ok',
    'model | llm | chat | failed',
  ]);
  const families = familiesWhere([], []);
  const { run } = replayIn(indexFiles(files, families), { texts: files, reader: { families: () => families } });
  expect(run.step(2)).toMatchObject({ failure: 'content filter', duration: 1_000_000_000n });
});
