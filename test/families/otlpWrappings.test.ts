import { describe, expect, test } from 'vitest';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';
import { saidIn } from './readAgain';

function stepsOf(value: unknown, name = 'a.json'): Step[] {
  const text =
    Array.isArray(value) && name.endsWith('.jsonl')
      ? value.map(one => JSON.stringify(one)).join('\n')
      : JSON.stringify(value);
  const { run } = replayOf({ [name]: text });
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
}

const TRACE = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const [OUTER, INNER] = ['00a1b2c3d4e5f607', '00a1b2c3d4e5f608'];
const [START, END] = ['1780301109000000000', '1780301110500000000'];
const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'small', 'gen_ai.usage.input_tokens': 5 };
const listed = Object.entries(attributes).map(([key, value]) => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
}));

const otlp = (spans: object[]) => ({ resource: { attributes: [] }, scopeSpans: [{ scope: {}, spans }] });
const otlpSpans = [
  { traceId: TRACE, spanId: OUTER, name: 'plan', startTimeUnixNano: START, endTimeUnixNano: END },
  {
    traceId: TRACE,
    spanId: INNER,
    parentSpanId: OUTER,
    name: 'chat',
    startTimeUnixNano: START,
    endTimeUnixNano: END,
    attributes: listed,
  },
];
const snake = otlpSpans.map(
  ({ traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano, ...rest }: Record<string, unknown>) => ({
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: parentSpanId,
    start_time_unix_nano: startTimeUnixNano,
    end_time_unix_nano: endTimeUnixNano,
    ...rest,
  }),
);
const snakeValues = snake.map(({ attributes: list, ...span }: Record<string, unknown>) => ({
  ...span,
  ...(Array.isArray(list) && {
    attributes: listed.map(({ key, value: { stringValue: string_value, intValue: int_value } }) => ({
      key,
      value: { string_value, int_value },
    })),
  }),
}));
const time = {
  python: { start_time: '2026-06-01T08:05:09.000000Z', end_time: '2026-06-01T08:05:10.500000Z' },
  pair: { startTime: [1780301109, 0], endTime: [1780301110, 500_000_000] },
};
const python = [
  {
    name: 'plan',
    context: { trace_id: `0x${TRACE}`, span_id: `0x${OUTER}` },
    parent_id: null,
    ...time.python,
    attributes: {},
  },
  {
    name: 'chat',
    context: { trace_id: `0x${TRACE}`, span_id: `0x${INNER}` },
    parent_id: `0x${OUTER}`,
    ...time.python,
    attributes,
  },
];
const readable = [
  { name: 'plan', spanContext: { traceId: TRACE, spanId: OUTER }, ...time.pair, attributes: {} },
  {
    name: 'chat',
    spanContext: { traceId: TRACE, spanId: INNER },
    parentSpanContext: { traceId: TRACE, spanId: OUTER },
    ...time.pair,
    attributes,
  },
];
const printed = [
  {
    traceId: TRACE,
    id: OUTER,
    name: 'plan',
    timestamp: 1780301109000000,
    duration: 1_500_000,
    attributes: {},
    kind: 0,
  },
  {
    traceId: TRACE,
    id: INNER,
    parentId: OUTER,
    name: 'chat',
    timestamp: 1780301109000000,
    duration: 1_500_000,
    attributes,
    kind: 2,
  },
];
const lines = [
  { traceId: TRACE, spanId: OUTER, name: 'plan', ...time.pair, attributes: {} },
  { traceId: TRACE, spanId: INNER, parentSpanId: OUTER, name: 'chat', ...time.pair, attributes },
];
const jaeger = {
  traceID: TRACE,
  spans: [
    {
      traceID: TRACE,
      spanID: OUTER,
      operationName: 'plan',
      references: [],
      startTime: 1780301109000000,
      duration: 1_500_000,
      tags: [],
      processID: 'p1',
    },
    {
      traceID: TRACE,
      spanID: INNER,
      operationName: 'chat',
      references: [{ refType: 'CHILD_OF', traceID: TRACE, spanID: OUTER }],
      startTime: 1780301109000000,
      duration: 1_500_000,
      tags: Object.entries(attributes).map(([key, value]) => ({ key, type: typeof value, value })),
      processID: 'p1',
    },
  ],
  processes: { p1: { serviceName: 'unknown_service', tags: [] } },
};

describe('the same trace', () => {
  const plain = (steps: Step[]) => steps.map(({ envelopes: _envelopes, agent: _agent, ...step }) => step);
  const expected = stepsOf({ resourceSpans: [otlp(otlpSpans)] });

  test('as its protocol writes it', () => {
    expect(
      expected.map(({ title, parent, kind, model, at, duration }) => ({ title, parent, kind, model, at, duration })),
    ).toEqual([
      {
        title: 'plan',
        parent: undefined,
        kind: 'otlp/span',
        model: undefined,
        at: 1780301109000000000n,
        duration: 1_500_000_000n,
      },
      {
        title: 'chat',
        parent: 0,
        kind: 'otlp/span:llm',
        model: 'small',
        at: 1780301109000000000n,
        duration: 1_500_000_000n,
      },
    ]);
  });

  test.each([
    ['as Python prints it to its console', python.map(span => `${JSON.stringify(span, null, 4)}\n`).join('')],
    [
      'the same with other line ends',
      python
        .map(span => JSON.stringify(span, null, 4))
        .join('\n')
        .replaceAll('\n', '\r\n'),
    ],
    ['in lines of a file that is called JSON', python.map(span => JSON.stringify(span)).join('\n\n')],
  ])('%s', (_, text) => {
    const replay = replayOf({ 'a.json': text });
    const steps = expected.map((_step, index) => replay.run.step(index));
    expect(replay.run.summary.steps).toBe(expected.length);
    expect(plain(steps)).toEqual(plain(expected));
    expect(saidIn(replay)).toHaveLength(expected.length);
  });

  test.each<[about: string, value: unknown, name?: string]>([
    ['in an answer of Jaeger', { result: { resourceSpans: [otlp(otlpSpans)] } }],
    ['in an answer of Tempo', { trace: { resourceSpans: [otlp(otlpSpans)] } }],
    ['in an older answer of Tempo', { batches: [otlp(otlpSpans)] }],
    ['in snake case', { resource_spans: [{ scope_spans: [{ spans: snake }] }] }],
    ['in snake case to the last value', { resource_spans: [{ scope_spans: [{ spans: snakeValues }] }] }],
    ['as a group in snake case', { scope_spans: [{ spans: snakeValues }] }],
    ['in an answer that wraps all', { data: { resourceSpans: [otlp(otlpSpans)] } }],
    ['in an answer that wraps it in snake case', { data: { resource_spans: [{ scope_spans: [{ spans: snake }] }] } }],
    ['as flat spans in snake case', snake.map(span => ({ attributes: [], ...span }))],
    ['as a list of its groups', otlpSpans.map(span => otlp([span]))],
    ['as a log of its groups', otlpSpans.map(span => otlp([span])), 'a.jsonl'],
    ['as Python prints it', python],
    ['as Python prints it, a span a line', python, 'a.jsonl'],
    ['as JavaScript keeps it', readable],
    ['as JavaScript prints it', printed],
    [
      'as a log of spans with other records between',
      [{ resource: {}, _logRecord: true }, ...lines, { name: 'metric', descriptor: {} }],
      'a.jsonl',
    ],
    ["as Jaeger's interface saves it", jaeger],
    ['as a list of these', { data: [jaeger], total: 0 }],
  ])('%s', (_, value, name) => {
    expect(plain(stepsOf(value, name))).toEqual(plain(expected));
  });
});

describe('spans as Phoenix writes them', () => {
  const phoenix = (id: string, more: object) => ({
    ...{ id: `row ${id}`, context: { trace_id: 't1', span_id: id }, name: id, events: [] },
    ...{ start_time: '2026-06-01T08:05:09+00:00', end_time: '2026-06-01T08:05:10+00:00', status_message: '' },
    ...{ parent_id: null, status_code: 'OK', attributes: {}, ...more },
  });
  const spans = [
    phoenix('root', { span_kind: 'AGENT', attributes: { 'agent.name': 'planner' } }),
    phoenix('call', { parent_id: 'root', span_kind: 'LLM', status_code: 'UNSET' }),
    phoenix('look', {
      ...{ parent_id: 'root', span_kind: 'TOOL', status_code: 'ERROR', status_message: 'no such fare' },
      attributes: { 'tool.name': 'lookup', 'input.value': '{"to":"Kyoto"}' },
    }),
  ];

  test.each(['a.json', 'a.jsonl'])('have a kind and a status: %s', name => {
    expect(stepsOf(spans, name).map(({ kind, agent, outcome, failure }) => [kind, agent, outcome, failure])).toEqual([
      ['otlp/span:agent', 'planner', 'ok', undefined],
      ['otlp/span:llm', 'planner', 'ok', undefined],
      ['otlp/span:tool', 'planner', 'failed', 'no such fare'],
    ]);
  });

  test('say what a tool was called with', () => {
    const replay = replayOf({ 'a.json': JSON.stringify(spans) });
    expect(saidIn(replay)[2]).toEqual([
      ['input', 'assistant', undefined, [['call', false, ['lookup', '{\n  "to": "Kyoto"\n}', undefined]]]],
    ]);
  });
});

test('a span before its agent, each in a line of its own, is of that agent', () => {
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'svc' } }] };
  const span = (spanId: string, parentSpanId: string | undefined, more: object[]) => ({
    ...{ traceId: TRACE, spanId, parentSpanId, name: spanId, startTimeUnixNano: START, endTimeUnixNano: END },
    attributes: more,
  });
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const agentSpan = (name: string) => [text('gen_ai.operation.name', 'invoke_agent'), text('gen_ai.agent.name', name)];
  const lines = [
    span('0000000000000003', '0000000000000002', []),
    span('0000000000000002', '0000000000000001', [text('gen_ai.operation.name', 'chat')]),
    // An agent may be called as its service.
    span('0000000000000005', '0000000000000004', [text('gen_ai.operation.name', 'chat')]),
    span('0000000000000004', '0000000000000001', agentSpan('svc')),
    span('0000000000000001', undefined, agentSpan('planner')),
  ].map(one => ({ resourceSpans: [{ resource, scopeSpans: [{ scope: {}, spans: [one] }] }] }));
  const agents = Object.fromEntries(stepsOf(lines, 'a.jsonl').map(({ title, agent }) => [title.at(-1), agent]));
  expect(agents).toEqual({ 1: 'planner', 2: 'planner', 3: 'planner', 4: 'svc', 5: 'svc' });
});

test.each<[string, unknown]>([
  ['a record of a log', { name: 'request', traceId: TRACE, spanId: OUTER, level: 'info', message: 'done' }],
  ['a list of results', { result: { items: [] } }],
  ['batches of a factory', { batches: [{ id: 1, spans: 3 }] }],
  ['a list of spans of time', { data: { resourceSpans: 3 } }],
  ['a list of data', { data: [{ id: 1, spans: [{ name: 'a' }] }] }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

test.skipIf(corpusMissing).each<[file: string, spans: number]>([
  ['jaeger/genaiTestTrace.json', 57],
  ['jaeger/otlp2jaeger-out.json', 1],
  ['jaeger/v3-FindTraces.json', 1],
  ['zipkin/ascend.json', 8],
])('%s', (file, spans) => {
  expect(stepsOf(JSON.parse(sharedText(`run-logs/${file}`)))).toHaveLength(spans);
});

test.skipIf(corpusMissing)('the agents, tools and tokens of a trace of Jaeger', () => {
  const text = sharedText('run-logs/jaeger/genaiTestTrace.json');
  const steps = stepsOf(JSON.parse(text));
  // Counted from the tags, without the reader.
  const tags: { key: string; value: unknown }[][] = JSON.parse(text).spans.map(({ tags }: { tags: [] }) => tags);
  const values = (name: string) =>
    tags.flatMap(list => list.filter(({ key }) => key === name).map(({ value }) => value));
  const calls = steps.flatMap(({ effects }) => effects.flatMap(effect => (effect.do === 'call' ? effect.tool : [])));
  // One of them has its name only in that of its span.
  expect(calls.sort()).toEqual([...values('gen_ai.tool.name'), 'summarize_findings'].sort());
  expect(calls).toHaveLength(values('gen_ai.operation.name').filter(word => word === 'execute_tool').length);
  expect(new Set(values('gen_ai.agent.name'))).toEqual(
    new Set(steps.flatMap(({ agent }) => (values('gen_ai.agent.name').includes(agent) ? agent : []))),
  );
});

test.skipIf(corpusMissing).each<[file: string, title: string]>([
  ['corpus/traces/otlp/agent-prism__rag_earnings_agent.json', "what was meta's revenue in Q4 2023"],
  ['corpus/traces/gen-ai/OPENAI_trace.json', 'Find what year it is in the America/New_York... you have taken.'],
  ['corpus/traces/otlp/opentelemetry-proto-trace.json', "I'm a server span"],
])('a run is named by what was asked, else by its root: %s', (file, title) => {
  const { run } = replayOf({ 'a.json': sharedText(file) });
  expect(run.summary.title).toBe(title);
});
