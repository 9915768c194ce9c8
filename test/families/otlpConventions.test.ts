// OpenTelemetry's conventions for generative AI as they are in 2026: judgements, tasks, documents, memories, conversations.
import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import { exportRun } from '../../server/src/features/replay/exportRun';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';

type Attributes = Readonly<Record<string, unknown>>;

function typed(value: unknown): object {
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { stringValue: typeof value === 'string' ? value : JSON.stringify(value) };
}

function listed(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: typed(value) }));
}

const TRACE = '5b8aa5a2d2c872e8321cf37308d69df2';

function request(...spans: { name: string; attributes: Attributes; events?: object[]; status?: object }[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: spans.map(({ attributes, ...span }, index) => ({
              traceId: TRACE,
              spanId: String(index + 1).padStart(16, '0'),
              ...(index > 0 && { parentSpanId: '0000000000000001' }),
              startTimeUnixNano: String(1_790_000_000_000_000_000n + BigInt(index)),
              endTimeUnixNano: '1790000001000000000',
              attributes: listed(attributes),
              ...span,
            })),
          },
        ],
      },
    ],
  });
}

const evaluation = (attributes: Attributes) => ({
  name: 'gen_ai.evaluation.result',
  timeUnixNano: '1790000001000000000',
  attributes: listed(attributes),
});
const judged = (label: string | undefined, more: Attributes = {}) =>
  evaluation({
    'gen_ai.evaluation.name': 'Relevance',
    ...(label !== undefined && { 'gen_ai.evaluation.score.label': label }),
    ...more,
  });

function stepOf(text: string, index = 0): Step {
  return replayOf({ 'a.json': text }).run.step(index);
}

function saidIn(text: string, step = 0) {
  return exchangeOfStep(replayOf({ 'a.json': text }), { step, count: 100 }).rows.map(({ side, role, name, pieces }) => [
    side,
    role,
    name,
    ...pieces.map(piece => ('text' in piece ? piece.text : 'about' in piece ? [piece.is, piece.about] : piece.is)),
  ]);
}

describe('a task of A2A decides the outcome of its call', () => {
  test.each([
    ['TASK_STATE_FAILED', 'failed', 'failed', 'task failed'],
    ['TASK_STATE_REJECTED', 'failed', 'failed', 'task rejected'],
    ['TASK_STATE_CANCELED', 'failed', 'cancelled', 'task canceled'],
    ['TASK_STATE_INPUT_REQUIRED', 'pending', 'blocked', undefined],
    ['auth-required', 'pending', 'blocked', undefined],
    ['TASK_STATE_WORKING', 'ok', 'succeeded', undefined],
    ['TASK_STATE_COMPLETED', 'ok', 'succeeded', undefined],
    ['TASK_STATE_OF_ANOTHER_VERSION', 'ok', 'succeeded', undefined],
  ])('%s: %s', (state, outcome, status, failure) => {
    const text = request({
      name: 'SendMessage',
      attributes: { 'a2a.method.name': 'SendMessage', 'a2a.task.state': state },
    });
    const { run } = replayOf({ 'a.json': text });
    expect(run.step(0)).toMatchObject({ outcome });
    expect(run.step(0).failure).toBe(failure);
    expect(run.summary.status).toBe(status);
  });

  test('not of a call that failed', () => {
    const attributes = { 'a2a.task.state': 'TASK_STATE_INPUT_REQUIRED', 'error.type': 'timeout' };
    expect(stepOf(request({ name: 'GetTask', attributes }))).toMatchObject({ outcome: 'failed', failure: 'timeout' });
  });
});

describe('an evaluation', () => {
  const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };

  test.each([
    ['fail', 'failed'],
    ['not_relevant', 'failed'],
    ['Incorrect', 'failed'],
    ['pass', 'ok'],
    ['medium', 'ok'],
    [undefined, 'ok'],
  ])('%s decides the outcome of what it judges: %s', (label, outcome) => {
    expect(stepOf(request({ name: 'chat m', attributes: chat, events: [judged(label)] })).outcome).toBe(outcome);
  });

  test('is an effect, and stands behind the answer', () => {
    const why = `Answer missed the date. ${'It says nothing of the day. '.repeat(9)}`;
    const events = [
      judged('fail', { 'gen_ai.evaluation.score.value': 0.25, 'gen_ai.evaluation.explanation': why }),
      { name: 'other', attributes: listed({ 'gen_ai.evaluation.name': 'no event of an evaluation' }) },
    ];
    const text = request({
      name: 'chat m',
      attributes: {
        ...chat,
        'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: 'Hi' }] }],
      },
      events: events.slice(0, 1),
    });
    const { failure, effects } = stepOf(text);
    expect(effects).toEqual([
      {
        do: 'evaluation',
        name: 'Relevance',
        label: 'fail',
        score: 0.25,
        text: expect.stringMatching(/^Answer/),
        isGood: false,
      },
    ]);
    expect(failure).toMatch(/^Relevance fail: Answer missed/);
    expect(saidIn(text)).toEqual([
      ['output', 'assistant', undefined, 'Hi'],
      ['output', 'evaluation', 'Relevance', `fail (0.25)\n\n${why}`],
    ]);
    expect(stepOf(request({ name: 'chat m', attributes: chat, events: events.slice(1) })).effects).toEqual([]);
  });

  test('of a span of its own, of Jaeger, or in a log record', () => {
    const own = { 'gen_ai.evaluation.name': 'Tone', 'gen_ai.evaluation.score.label': 'bad' };
    expect(stepOf(request({ name: 'evaluate', attributes: own })).outcome).toBe('failed');
    const jaeger = {
      data: [
        {
          traceID: TRACE,
          processes: {},
          spans: [
            {
              traceID: TRACE,
              spanID: '1'.repeat(16),
              operationName: 'chat m',
              startTime: 1_790_000_000_000_000,
              duration: 5,
              logs: [
                {
                  timestamp: 1_790_000_000_000_001,
                  fields: [
                    { key: 'event', value: 'gen_ai.evaluation.result' },
                    ...Object.entries(own).map(([key, value]) => ({ key, type: 'string', value })),
                  ],
                },
              ],
            },
          ],
        },
      ],
    };
    expect(stepOf(JSON.stringify(jaeger))).toMatchObject({ outcome: 'failed', failure: 'Tone bad' });
    const log = {
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                {
                  eventName: 'gen_ai.evaluation.result',
                  traceId: TRACE,
                  spanId: '1'.repeat(16),
                  timeUnixNano: '1790000001000000000',
                  attributes: listed(own),
                },
              ],
            },
          ],
        },
      ],
    };
    expect(stepOf(JSON.stringify(log))).toMatchObject({
      ...{ kind: 'otlp/log:evaluation', title: 'Tone', outcome: 'failed', failure: 'bad' },
      effects: [{ do: 'evaluation', name: 'Tone', label: 'bad', isGood: false }],
    });
    expect(saidIn(JSON.stringify(log))).toEqual([['output', 'evaluation', 'Tone', 'bad']]);
  });
});

test('retrieved documents, and records of a memory, are shown beside what was asked', () => {
  const retrieval = request({
    name: 'retrieval docs',
    attributes: {
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.retrieval.query.text': 'train times',
      'gen_ai.retrieval.documents': [
        { id: 'd1', score: 0.9 },
        { id: 'd2', content: 'At noon' },
      ],
    },
  });
  expect(saidIn(retrieval)).toEqual([
    ['input', 'input', undefined, 'train times'],
    ['output', 'document', 'd1', expect.stringContaining('"score": 0.9')],
    ['output', 'document', 'd2', 'At noon'],
  ]);
  const records = { 'gen_ai.memory.records': [{ id: 'm1', content: 'window' }] };
  const search = { 'gen_ai.operation.name': 'search_memory', 'gen_ai.memory.query.text': 'seat', ...records };
  expect(saidIn(request({ name: 'search_memory', attributes: search }))).toEqual([
    ['input', 'input', undefined, 'seat'],
    ['output', 'document', 'm1', 'window'],
  ]);
  const create = { 'gen_ai.operation.name': 'create_memory', ...records };
  expect(saidIn(request({ name: 'create_memory', attributes: create }))).toEqual([
    ['input', 'document', 'm1', 'window'],
  ]);
});

test('parts of messages: images by address, calls of tools that the provider ran', () => {
  const parts = [
    { type: 'uri', modality: 'image', uri: 'https://example.org/x' },
    { type: 'uri', modality: 'video', uri: 'https://example.org/y' },
    {
      type: 'server_tool_call',
      id: 's1',
      name: 'web_search',
      server_tool_call: { type: 'web_search', query: 'train' },
    },
    { type: 'server_tool_call_response', id: 's1', server_tool_call_response: { type: 'web_search', results: ['r'] } },
  ];
  const text = request({ name: 'chat m', attributes: { 'gen_ai.output.messages': [{ role: 'assistant', parts }] } });
  const [row] = exchangeOfStep(replayOf({ 'a.json': text }), { step: 0, count: 9 }).rows;
  expect(row?.pieces).toMatchObject([
    { is: 'image', about: 'https://example.org/x' },
    { is: 'file', about: 'https://example.org/y' },
    { is: 'call', name: 'web_search', result: { text: expect.stringContaining('results') } },
    { is: 'result', name: 'web_search' },
  ]);
});

test.each(['cache_creation.input_tokens', 'cache_write.input_tokens'])('tokens that a cache keeps: %s', name => {
  const attributes = {
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 20,
    [`gen_ai.usage.${name}`]: 30,
  };
  expect(stepOf(request({ name: 'chat m', attributes })).effects).toEqual([
    { do: 'usage', tokens: 120, input: 100, output: 20, written: 30 },
  ]);
});

test('a workflow is called by its name, an agent has a version, and a trace is a turn of a conversation', () => {
  const text = request(
    {
      name: 'invoke_workflow trip',
      attributes: { 'gen_ai.operation.name': 'invoke_workflow', 'gen_ai.workflow.name': 'trip' },
    },
    {
      name: 'invoke_agent planner',
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'planner',
        'gen_ai.agent.version': '1.2.0',
        'gen_ai.conversation.id': 'conv-1',
      },
    },
  );
  const { run } = replayOf({ 'a.json': text });
  expect(run.summary).toMatchObject({ agents: ['trip', 'planner'], conversation: 'conv-1' });
  expect(run.step(0)).toMatchObject({ kind: 'otlp/span:workflow', agent: 'trip' });
  expect(run.step(1)).toMatchObject({ agent: 'planner', agentVersion: '1.2.0' });
});

test('an export says all of it again', () => {
  const text = request(
    {
      name: 'invoke_workflow trip',
      attributes: { 'gen_ai.operation.name': 'invoke_workflow', 'gen_ai.conversation.id': 'conv-1' },
    },
    {
      name: 'chat m',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.agent.version': '3',
        'gen_ai.usage.input_tokens': 9,
        'gen_ai.usage.cache_creation.input_tokens': 4,
        'gen_ai.response.finish_reasons': ['length'],
        'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: 'Hi' }] }],
      },
      events: [judged('fail', { 'gen_ai.evaluation.explanation': 'Too short' })],
    },
  );
  const before = replayOf({ 'a.json': text });
  const redaction = { paths: false, emails: false, secrets: false, fields: [] };
  const exported = exportRun(before, { format: 'otlp', redaction }).text;
  const after = replayOf({ 'b.json': exported });
  expect(after.run.step(1)).toMatchObject({
    ...{ outcome: 'failed', agentVersion: '3', effects: before.run.step(1).effects },
  });
  expect(after.run.summary.conversation).toBe('conv-1');
  expect(saidIn(exported, 1)).toEqual(saidIn(text, 1));
  const [, span] = JSON.parse(exported).resourceSpans[0].scopeSpans[0].spans;
  const values = Object.fromEntries(
    span.attributes.map(({ key, value }: { key: string; value: object }) => [key, Object.values(value)[0]]),
  );
  expect(values).toMatchObject({
    'gen_ai.conversation.id': 'conv-1',
    'gen_ai.agent.version': '3',
    'gen_ai.usage.cache_creation.input_tokens': '4',
    'gen_ai.response.finish_reasons': { values: [{ stringValue: 'length' }] },
  });
  expect(values['gen_ai.output.messages']).not.toContain('evaluation');
  expect(span.events).toMatchObject([
    {
      name: 'gen_ai.evaluation.result',
      attributes: listed({
        'gen_ai.evaluation.name': 'Relevance',
        'gen_ai.evaluation.score.label': 'fail',
        'gen_ai.evaluation.explanation': 'Too short',
      }),
    },
  ]);
});
