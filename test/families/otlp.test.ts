import { describe, expect, test } from 'vitest';
import { families } from '../../server/src/families';
import type { Draft } from '../../server/src/model/run';
import type { Entry } from '../../server/src/runs/reading/fileRecord';
import { readEntries } from '../../server/src/runs/reading/readEntries';
import { replayOf } from '../features/replay/replayOf';
import { analyseText, problemsIn, recognisedKind, recognisedKinds } from '../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { draftsOf, effectsIn } from './drafts';

const TRACE = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';

/** A request with one span, or with several. */
function request(...spans: object[]): Record<string, unknown> {
  return {
    resourceSpans: [
      { resource: { attributes: list({ 'service.name': 'desk' }) }, scopeSpans: [{ scope: { name: 'lib' }, spans }] },
    ],
  };
}

function list(attributes: Record<string, string>): object[] {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}

const timed = { startTimeUnixNano: '1780301109000000000', endTimeUnixNano: '1780301109000000250' };
const span = { traceId: TRACE, spanId: '00a1b2c3d4e5f607', name: 'plan', ...timed };

function only(value: Record<string, unknown>): Draft {
  const [draft, ...others] = draftsOf('otlp/request', value);
  if (!draft || others.length > 0) throw new Error('not one draft');
  return draft;
}

test('a span that is all of a trace', () => {
  expect(only(request(span))).toEqual({
    key: '00a1b2c3d4e5f607',
    isUnique: true,
    run: TRACE,
    at: 1780301109000000000n,
    duration: 250n,
    agent: 'desk',
    service: 'desk',
    kind: 'otlp/span',
    title: 'plan',
    outcome: 'ok',
    status: 'succeeded',
    path: ['resourceSpans', 0, 'scopeSpans', 0, 'spans', 0],
  });
});

test.each<[about: string, span: object, told: Partial<Draft>]>([
  [
    'ids in capitals',
    { traceId: TRACE.toUpperCase(), spanId: 'EEE19B7EC3C1B174' },
    { run: TRACE, key: 'eee19b7ec3c1b174' },
  ],
  [
    'ids in base64',
    { traceId: 'Dx4tPEtaaXiHlqW0w9Lh8A==', spanId: 'AKGyw9Tl9gc=' },
    { run: TRACE, key: '00a1b2c3d4e5f607' },
  ],
  ['ids that are neither', { traceId: 'my-trace-id', spanId: 7 }, { run: 'my-trace-id', key: '7' }],
  ['an empty parent', { parentSpanId: '' }, { status: 'succeeded' }],
  ['a parent of zeros', { parentSpanId: '0000000000000000' }, { status: 'succeeded' }],
  ['a parent of zeros in base64', { parentSpanId: 'AAAAAAAAAAA=' }, { status: 'succeeded' }],
  [
    'times as numbers',
    { startTimeUnixNano: 1780301109000, endTimeUnixNano: 1780301110000 },
    { duration: 1_000_000_000n },
  ],
  ['an end before the start', { endTimeUnixNano: '1780301108000000000' }, { outcome: 'ok' }],
  ['no end', { endTimeUnixNano: '0' }, { outcome: 'pending', status: 'running' }],
  ['no times', { startTimeUnixNano: '', endTimeUnixNano: null }, { outcome: 'unknown' }],
  ['an unset status', { status: { code: 0 } }, { outcome: 'ok' }],
  [
    'a good status',
    { status: { code: 'STATUS_CODE_OK' }, attributes: list({ 'error.type': 'late' }) },
    { outcome: 'ok' },
  ],
  ['an error as a number', { status: { code: 2 } }, { outcome: 'failed', status: 'failed' }],
  ['an error as a name', { status: { code: 'STATUS_CODE_ERROR' } }, { outcome: 'failed', status: 'failed' }],
  ['an error by its type', { attributes: list({ 'error.type': 'late' }) }, { outcome: 'failed' }],
  ['no name', { name: ' ', attributes: list({ 'input.value': 'When?' }) }, { title: 'span', about: 'When?' }],
  ['a name over lines', { name: `a\n${'b'.repeat(200)}` }, { title: `a ${'b'.repeat(47)}...${'b'.repeat(20)}` }],
  ['an operation', { attributes: list({ 'gen_ai.operation.name': 'chat' }) }, { kind: 'otlp/span:llm' }],
  ['a kind', { attributes: list({ 'openinference.span.kind': 'CHAIN' }) }, { kind: 'otlp/span:chain' }],
  ['a kind that is unknown', { attributes: list({ 'openinference.span.kind': 'UNKNOWN' }) }, { kind: 'otlp/span' }],
  ['an operation in its name', { name: 'invoke_agent x' }, { kind: 'otlp/span:agent' }],
  ['an agent', { attributes: list({ 'gen_ai.agent.name': 'planner' }) }, { agent: 'planner' }],
  [
    'a node',
    { attributes: list({ metadata: '{"langgraph_step": 1, "langgraph_node": "tools"}' }) },
    { agent: 'tools' },
  ],
])('%s', (_, other, told) => {
  const draft = only(request({ ...span, ...other }));
  expect(draft).toMatchObject(told);
  if (told.outcome === 'ok' && !('duration' in told) && 'endTimeUnixNano' in other)
    expect(draft.duration).toBeUndefined();
  expect(draft.parent).toBeUndefined();
});

test.each<[about: string, attributes: Record<string, string>, effects: string[]]>([
  [
    'a tool',
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'find', 'gen_ai.tool.call.id': 'c1' },
    ['call c1 find', 'result c1 find true'],
  ],
  ['a tool by its span', { 'openinference.span.kind': 'TOOL' }, ['call plan', 'result plan true']],
  ['tokens in parts', { 'gen_ai.usage.input_tokens': '3', 'gen_ai.usage.output_tokens': '4' }, ['usage 7 3 4']],
  ['tokens in all', { 'llm.token_count.prompt': '3', 'llm.token_count.total': '9' }, ['usage 9 3']],
  ['cost', { 'gen_ai.usage.input_cost': '6.72e-05', 'gen_ai.usage.output_cost': '4.8e-06' }, ['usage 0.000072']],
  ['nothing used', { 'llm.token_count.total': '0' }, []],
  ['amounts that are none', { 'llm.token_count.total': '-3', 'gen_ai.usage.cost': '[REDACTED]' }, []],
])('%s is told by effects', (_, attributes, effects) => {
  expect(effectsIn([only(request({ ...span, attributes: list(attributes) }))])).toEqual(effects);
});

test('what Claude Code exports: the turn, its calls of the model with their tokens, and its tools', () => {
  const own = (spanId: string, name: string, attributes: Record<string, string>, more: object = {}) => ({
    ...span,
    ...{ spanId, name, ...more },
    attributes: list({ 'session.id': 'd257a859-75c2-4f6a-9a71-05ea77f151ae', ...attributes }),
  });
  const [turn, model, tool, execution] = [
    ['1', 'claude_code.interaction', { user_prompt: 'Run echo' }],
    [
      '2',
      'claude_code.llm_request',
      {
        ...{ 'gen_ai.system': 'anthropic', 'gen_ai.request.model': 'claude-opus-4-8' },
        ...{ input_tokens: '25', output_tokens: '12', cache_read_tokens: '3', cache_creation_tokens: '5' },
      },
    ],
    ['3', 'claude_code.tool', { tool_name: 'Bash', 'gen_ai.tool.call.id': 'toolu_01' }],
    ['4', 'claude_code.tool.execution', { 'gen_ai.tool.call.id': 'toolu_01', error: 'ShellError' }],
  ].map(([id, name, attributes]) =>
    own(String(id).repeat(16), String(name), attributes as Record<string, string>, {
      ...(id === '4' && { status: { code: 2, message: 'ShellError' } }),
      ...(id !== '1' && { parentSpanId: (id === '4' ? '3' : '1').repeat(16) }),
    }),
  ) as [object, object, object, object];
  const drafts = draftsOf('otlp/request', request(turn, model, tool, execution));
  expect(drafts.map(({ kind }) => kind)).toEqual(['otlp/span:agent', 'otlp/span:llm', 'otlp/span:tool', 'otlp/span']);
  expect(drafts.map(({ title }) => title)[0]).toBe('claude_code.interaction');
  expect(drafts[1]).toMatchObject({ model: 'claude-opus-4-8' });
  // What the cache read and wrote is part of the input.
  expect(effectsIn([drafts[1] as Draft])).toEqual(['usage 45 33 12 3 5']);
  expect(effectsIn([drafts[2] as Draft])).toEqual(['call toolu_01 Bash', 'result toolu_01 Bash true']);
  expect(drafts[3]).toMatchObject({ outcome: 'failed' });
});

describe('spans in spans', () => {
  const spans = (...rows: [id: string, parent: string, attributes: Record<string, string>][]) =>
    draftsOf(
      'otlp/request',
      request(
        ...rows.map(([spanId, parentSpanId, attributes]) => ({
          ...span,
          spanId,
          parentSpanId,
          attributes: list(attributes),
        })),
      ),
    );

  test('are done by the nearest agent around them, else by the service', () => {
    const drafts = spans(
      ['c1', 'b1', {}],
      ['b1', 'a1', {}],
      ['a1', '', { 'agent.name': 'planner' }],
      ['a2', 'a1', { 'agent.name': 'finder' }],
      ['b2', 'a2', {}],
      ['d1', 'gone', {}],
    );
    expect(drafts.map(({ agent }) => agent)).toEqual(['planner', 'planner', 'planner', 'finder', 'finder', 'desk']);
  });

  test('use up what the spans around them sum up', () => {
    const used = { 'gen_ai.usage.input_tokens': '5' };
    const drafts = spans(['a1', '', used], ['b1', 'a1', {}], ['c1', 'b1', used], ['c2', 'b1', used]);
    expect(drafts.map(one => effectsIn([one]))).toEqual([[], [], ['usage 5 5'], ['usage 5 5']]);
  });

  test('are the same call as a model call around them, whatever it counts', () => {
    const used = (tokens: number) => ({ 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': String(tokens) });
    const drafts = spans(['a1', '', used(9)], ['b1', 'a1', {}], ['c1', 'b1', used(9)], ['c2', 'c1', used(5)]);
    expect(drafts.map(one => effectsIn([one]))).toEqual([[], [], [], ['usage 5 5']]);
  });

  test('are calls of their own in a tool or an agent that a model call encloses', () => {
    const used = (tokens: number) => ({ 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': String(tokens) });
    const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'ada' };
    const drafts = spans(['a1', '', used(9)], ['b1', 'a1', agent], ['c1', 'b1', used(5)]);
    expect(drafts.map(one => effectsIn([one]))).toEqual([['usage 9 9'], [], ['usage 5 5']]);
  });

  const tokens = (count: number) => ({ 'gen_ai.usage.input_tokens': String(count) });
  const cost = { 'gen_ai.usage.cost': '0.25' };
  const chat = { 'gen_ai.operation.name': 'chat' };
  const tool = { 'gen_ai.operation.name': 'execute_tool' };
  test.each<
    [about: string, spans: [id: string, parent: string, attributes: Record<string, string>][], used: string[][]]
  >([
    [
      'cost, where the span around alone says it',
      [
        ['a1', '', cost],
        ['b1', 'a1', tokens(9)],
      ],
      [['usage 0.25'], ['usage 9 9']],
    ],
    [
      'cost, where a span far inside says it',
      [
        ['a1', '', { ...cost, ...tokens(9) }],
        ['b1', 'a1', tokens(9)],
        ['c1', 'b1', { ...cost, ...tokens(9) }],
      ],
      [[], [], ['usage 9 9 0.25']],
    ],
    [
      'tokens, where a span inside says the cost alone',
      [
        ['a1', '', { ...cost, ...tokens(9) }],
        ['b1', 'a1', cost],
      ],
      [['usage 9 9'], ['usage 0.25']],
    ],
    [
      'calls of models around a tool',
      [
        ['a1', '', {}],
        ['b1', 'a1', { ...chat, ...tokens(9) }],
        ['c1', 'b1', tool],
        ['d1', 'c1', { ...chat, ...tokens(5) }],
      ],
      [[], ['usage 9 9'], ['call plan', 'result plan true'], ['usage 5 5']],
    ],
    [
      'one call that is reported twice',
      [
        ['a1', '', { ...chat, ...tokens(9), ...cost }],
        ['b1', 'a1', {}],
        ['c1', 'b1', { ...chat, ...tokens(5) }],
      ],
      [['usage 0.25'], [], ['usage 5 5']],
    ],
  ])('count %s, in one request or several', (_, rows, used) => {
    expect(spans(...rows).map(one => effectsIn([one]))).toEqual(used);
    const lines = rows.map(([spanId, parentSpanId, attributes]) =>
      JSON.stringify(request({ ...span, spanId, ...(parentSpanId && { parentSpanId }), attributes: list(attributes) })),
    );
    for (const order of [lines, lines.toReversed()]) {
      const { run } = replayOf({ 'a.jsonl': order.join('\n') });
      const steps = rows.map((_row, index) => run.step(index));
      expect(steps.map(({ effects }) => effectsIn([{ effects: [...effects] } as Draft]))).toEqual(used);
    }
  });

  test('in a circle are read', () => {
    const used = { 'gen_ai.usage.input_tokens': '5' };
    expect(spans(['a1', 'a1', used], ['b1', 'c1', used], ['c1', 'b1', {}], ['d1', 'b1', used])).toHaveLength(4);
  });

  test('say nothing of the run: an error inside may have been mended', () => {
    const drafts = spans(['a1', '', {}], ['b1', 'a1', { 'error.type': 'late' }]);
    expect(drafts.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['ok', 'succeeded'],
      ['failed', undefined],
    ]);
  });

  test('are of their own trace, whatever others name their spans', () => {
    const named = (traceId: string, name: string) => [
      { ...span, traceId, attributes: list({ 'agent.name': name }) },
      { ...span, traceId, spanId: 'b1', parentSpanId: span.spanId },
    ];
    const drafts = draftsOf('otlp/request', request(...named('aa', 'planner'), ...named('bb', 'finder')));
    expect(drafts.map(({ agent }) => agent)).toEqual(['planner', 'planner', 'finder', 'finder']);
  });

  test('of two services in a request each has its place', () => {
    const one = request(span).resourceSpans as object[];
    const old = { instrumentationLibrarySpans: [{ spans: [] }, { spans: [null, span] }] };
    expect(draftsOf('otlp/request', { resourceSpans: [...one, 7, old] }).map(({ path }) => path?.join('/'))).toEqual([
      'resourceSpans/0/scopeSpans/0/spans/0',
      'resourceSpans/2/instrumentationLibrarySpans/1/spans/1',
    ]);
  });
});

describe('a flat list of spans', () => {
  const bare = {
    name: 'call_llm x',
    context: { trace_id: 31, span_id: 27 },
    start_time: 1780301109,
    end_time: 1780301110,
  };

  test.each<[about: string, span: object, told: Partial<Draft>]>([
    ['its ids', {}, { run: '31', key: '27', kind: 'otlp/span:llm', outcome: 'ok', status: 'succeeded' }],
    ['ids as text', { context: { trace_id: '0xAB', span_id: '0xCD' } }, { run: '0xAB', key: '0xCD' }],
    ['its parent', { parent: { trace_id: 31, span_id: 26 } }, { parent: '26' }],
    ['its parent by id', { parent_id: '0x1A' }, { parent: '0x1A' }],
    ['no parent', { parent: { trace_id: null, span_id: null } }, { status: 'succeeded' }],
    ['an error', { status: { status_code: 'error' } }, { outcome: 'failed', status: 'failed' }],
    ['times as text', { start_time: '2026-06-01T08:05:09.25Z' }, { at: 1780301109250000000n }],
    ['its attributes', { attributes: { 'gen_ai.agent.name': 'planner' } }, { agent: 'planner' }],
    ['its service', { resource: { attributes: { 'service.name': 'desk' } } }, { agent: 'desk' }],
  ])('%s', (_, other, told) => {
    const [draft] = draftsOf('otlp/spans', { spans: [{ ...bare, ...other }] });
    expect(draft).toMatchObject({ ...told, path: ['spans', 0] });
    expect(draft && 'parent' in draft).toBe('parent' in told);
  });
});

test.each<[string, unknown]>([
  ['spans of text', { spans: [{ start: 0, end: 4, name: 'PERSON' }] }],
  ['spans with a context of their own', { spans: [{ name: 'a', context: { line: 1 }, attributes: {} }] }],
  ['logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [] }] }] }],
  ['no spans', { resourceSpans: [] }],
])('%s are none of ours', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

test('half a line, or a wrong one, is no fault in a log that another tool writes', () => {
  const line = JSON.stringify(request(span));
  const analysis = analyseText('traces.jsonl', `${line}\n42\n{"a": \n${line.slice(0, -20)}`);
  expect(recognisedKinds(analysis)).toEqual(['otlp/request', undefined, undefined, 'otlp/request']);
  expect(problemsIn(analysis)).toEqual([]);
  expect(problemsIn(analyseText('traces.json', `[${line}, ${line}`))).toEqual([]);
});

describe.skipIf(corpusMissing)('real traces', () => {
  function entriesOf(file: string): Entry[] {
    return readEntries(corpusText(file), { lang: 'json', fileName: file }, { families, association: undefined })
      .entries;
  }
  const files: [file: string, run: string, steps: number, roots: number, orphans: number, agents: string[]][] = [
    ['otlp/agent-prism__rag_earnings_agent', 'b47d761fe79be88aee41342cdd527268', 18, 1, 0, []],
    ['otlp/opentelemetry-proto-trace', '5b8efff798038103d269b633813fc60c', 1, 0, 1, ['my.service']],
    ['gen-ai/OPENAI_trace', '100927429609276267646756448943279827607', 6, 1, 0, ['any_agent']],
    ['gen-ai/GOOGLE_trace', '273475590164507581703505203264503192396', 7, 1, 6, ['any_agent']],
  ];

  test.each(files)('%s', (file, run, steps, roots, orphans, agents) => {
    const entries = entriesOf(`traces/${file}.json`);
    const keys = entries.map(({ key }) => key);
    expect(new Set(entries.map(one => one.run))).toEqual(new Set([run]));
    expect(entries).toHaveLength(steps);
    expect(new Set(keys).size).toBe(steps);
    expect(entries.filter(({ parent }) => parent === undefined)).toHaveLength(roots);
    expect(entries.filter(({ parent }) => parent !== undefined && !keys.includes(parent))).toHaveLength(orphans);
    expect([...new Set(entries.flatMap(({ agent }) => agent ?? []))]).toEqual(agents);
    expect(entries.every(({ at, duration, outcome }) => at && duration && outcome === 'ok')).toBe(true);
  });

  test('ids stand in the file as they are, to the last digit', () => {
    for (const file of corpusFiles('traces/gen-ai').filter(name => name.endsWith('.json'))) {
      const text = corpusText(file);
      for (const { run, key } of entriesOf(file)) {
        expect(text).toContain(`"trace_id": ${run},`);
        expect(text).toContain(`"span_id": ${key},`);
      }
    }
  });
});
