import type { StoreKind } from '../../server/src/sources/storeConfig';

export const STORE_KINDS: readonly StoreKind[] = ['jaeger', 'tempo', 'clickhouse', 'langfuse'];

/** The id of the run in all answers. */
export const RUN_ID = 'a1'.repeat(16);

/** A question to a store. */
interface Question {
  path: string;
  body?: string;
}

/** A value that is answered in JSON; of ClickHouse, a list of rows. */
interface StoreAnswer {
  name: string;
  isAnswerTo(question: Question): boolean;
  value: unknown;
}

/**
 * What a store of a kind answers, of one run with two steps, in which "needle" is said.
 *
 * @param at when it began, in nanoseconds since 1970
 */
export function storeAnswers(kind: StoreKind, at: bigint): StoreAnswer[] {
  switch (kind) {
    case 'jaeger': {
      const value = { result: otlpTrace(at) };
      return [
        { name: 'services', isAnswerTo: ({ path }) => path === '/api/v3/services', value: { services: ['travel'] } },
        { name: 'traces', isAnswerTo: ({ path }) => path === '/api/v3/traces', value },
        { name: 'trace', isAnswerTo: ({ path }) => path.startsWith('/api/v3/traces/'), value },
      ];
    }
    case 'tempo':
      return [
        { name: 'search', isAnswerTo: ({ path }) => path === '/api/search', value: tempoSearch(at) },
        { name: 'trace', isAnswerTo: ({ path }) => path.includes('/traces/'), value: { trace: otlpTrace(at) } },
      ];
    case 'langfuse':
      return langfuseAnswers(new Date(Number(at / 1_000_000n)).toISOString());
    case 'clickhouse':
      return clickhouseAnswers(at);
  }
}

/** The body that a store of a kind answers a value in. */
export function answerBody(kind: StoreKind, value: unknown): string {
  if (kind !== 'clickhouse' || !Array.isArray(value)) return answerJson(value);
  return value.map(row => `${answerJson(row)}\n`).join('');
}

/** Stands in an answer for a value that nests deeper than can be written from objects. */
export const DEEP = 'deeply nested';
const DEPTH = 20_000;
const NESTED = `${'[{"needle":'.repeat(DEPTH)}"needle"${'}]'.repeat(DEPTH)}`;

function answerJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${DEEP}"`, () => NESTED);
}

function otlpTrace(at: bigint) {
  const span = (spanId: string, name: string, text: string) => ({
    ...{ traceId: RUN_ID, spanId, name },
    kind: 'SPAN_KIND_INTERNAL',
    startTimeUnixNano: String(at),
    endTimeUnixNano: String(at + 500_000_000n),
    status: { code: 'STATUS_CODE_ERROR', message: 'no seats left' },
    attributes: [
      { key: 'gen_ai.agent.name', value: { stringValue: 'planner' } },
      { key: 'input.value', value: { stringValue: text } },
      { key: 'gen_ai.usage.total_tokens', value: { intValue: '12' } },
      { key: 'tags', value: { arrayValue: { values: [{ stringValue: 'travel' }] } } },
    ],
    events: [{ name: 'exception', timeUnixNano: String(at), attributes: [] }],
  });
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'travel' } }] };
  const child = { traceId: RUN_ID, spanId: 'c'.repeat(16), parentSpanId: 'b'.repeat(16), name: 'search' };
  const spans = [span('b'.repeat(16), 'plan trip', 'Find a needle'), child];
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'agents', version: '1' }, spans }] }] };
}

function tempoSearch(at: bigint) {
  const attributes = [
    { key: 'nestedSetParent', value: { intValue: '-1' } },
    { key: 'status', value: { stringValue: 'error' } },
    { key: 'statusMessage', value: { stringValue: 'no seats left' } },
    { key: 'span.gen_ai.agent.name', value: { stringValue: 'planner' } },
    { key: 'span.input.value', value: { stringValue: 'Find a needle' } },
  ];
  const span = {
    spanID: 'b'.repeat(16),
    name: 'plan trip',
    startTimeUnixNano: String(at),
    durationNanos: '1',
    attributes,
  };
  const trace = {
    ...{ traceID: RUN_ID, rootServiceName: 'travel', rootTraceName: 'plan trip', durationMs: 500 },
    startTimeUnixNano: String(at),
    spanSets: [{ matched: 1, spans: [span] }],
  };
  return { traces: [trace], metrics: {} };
}

function langfuseAnswers(timestamp: string): StoreAnswer[] {
  const trace = {
    ...{ id: RUN_ID, name: 'plan trip', timestamp, latency: 0.5, input: 'Find a needle', output: 'None' },
    observations: ['b'.repeat(16)],
  };
  const observation = {
    ...{ id: 'b'.repeat(16), traceId: RUN_ID, type: 'GENERATION', name: 'plan', startTime: timestamp },
    ...{ endTime: timestamp, level: 'ERROR', statusMessage: 'no seats left', model: 'm-1', parentObservationId: null },
    input: [{ role: 'user', content: 'Find a needle' }],
    output: { role: 'assistant', content: 'None' },
    usage: { input: 1, output: 2, total: 3 },
  };
  const page = (data: unknown[]) => ({ data, meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 } });
  return [
    { name: 'traces', isAnswerTo: ({ path }) => path === '/api/public/traces', value: page([trace]) },
    { name: 'trace', isAnswerTo: ({ path }) => path.startsWith('/api/public/traces/'), value: trace },
    { name: 'observations', isAnswerTo: ({ path }) => path === '/api/public/observations', value: page([observation]) },
  ];
}

const COLUMNS: readonly [name: string, type: string][] = [
  ...['TraceId', 'SpanId', 'ParentSpanId', 'TraceState', 'SpanName', 'SpanKind', 'ServiceName', 'ScopeName'].map(
    (name): [string, string] => [name, 'String'],
  ),
  ...['ScopeVersion', 'StatusCode', 'StatusMessage'].map((name): [string, string] => [name, 'String']),
  ['Timestamp', 'DateTime64(9)'],
  ['Duration', 'UInt64'],
  ['ResourceAttributes', 'Map(String, String)'],
  ['SpanAttributes', 'Map(String, String)'],
  ['Events.Timestamp', 'Array(DateTime64(9))'],
  ['Events.Name', 'Array(String)'],
  ['Events.Attributes', 'Array(Map(String, String))'],
  ['Links.TraceId', 'Array(String)'],
  ['Links.SpanId', 'Array(String)'],
  ['Links.Attributes', 'Array(Map(String, String))'],
];

function clickhouseAnswers(at: bigint): StoreAnswer[] {
  const start = String(at);
  const end = String(at + 500_000_000n);
  const attributes = JSON.stringify({ 'gen_ai.agent.name': 'planner', 'input.value': 'Find a needle' });
  const [spanId, name, statusCode, statusMessage] = ['b'.repeat(16), 'plan trip', 'Error', 'no seats left'];
  const root = [spanId, '', name, statusCode, statusMessage, start, '500000000', 'travel', attributes];
  const span = {
    ...{ traceId: RUN_ID, spanId, parentSpanId: '', traceState: '', name, kind: 'Internal', statusCode, statusMessage },
    ...{ start, duration: '500000000', resource: '{"service.name":"travel"}', scopeName: 'agents', scopeVersion: '1' },
    ...{ attributes, eventTimes: [start], eventNames: ['exception'], eventAttributes: ['{"exception.message":"x"}'] },
    ...{ linkTraces: [RUN_ID], linkSpans: [spanId], linkAttributes: ['{}'] },
  };
  const described = {
    ...{ id: RUN_ID, steps: '2', start, end, first: name, agents: ['planner'], services: ['travel'] },
    ...{ roots: [root], asked: root },
  };
  const found = {
    trace: RUN_ID,
    span: spanId,
    name,
    start,
    hit: ['input.value', 'Find a needle'],
    field: 'input.value',
  };
  const asks =
    (words: string) =>
    ({ body = '' }: Question) =>
      body.includes(words);
  return [
    {
      name: 'columns',
      isAnswerTo: asks('FROM system.columns'),
      value: COLUMNS.map(([name, type]) => ({ table: 'otel_traces', name, type })),
    },
    { name: 'oldest', isAnswerTo: asks('AS oldest'), value: [{ oldest: start }] },
    { name: 'traces', isAnswerTo: asks('SELECT TraceId AS id, toUnix'), value: [{ id: RUN_ID, start, end }] },
    { name: 'described', isAnswerTo: asks('toString(count()) AS steps'), value: [described] },
    { name: 'found', isAnswerTo: asks('SELECT TraceId AS trace,'), value: [{ ...found, text: 'Find a needle' }] },
    { name: 'spans', isAnswerTo: asks('SELECT TraceId AS traceId'), value: [span] },
  ];
}
