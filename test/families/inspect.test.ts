import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';

let second = 0;
const event = (type: string, more: object) => ({
  event: type,
  timestamp: `2026-06-01T08:05:${String(++second).padStart(2, '0')}+00:00`,
  working_start: second,
  ...more,
});
const call = { id: 'c1', type: 'function', function: 'bash', arguments: { cmd: 'wc -l a.txt' } };
const asked = { role: 'user', content: 'How many lines has a.txt?' };
const calling = { role: 'assistant', content: 'I count.', tool_calls: [call] };
const result = { role: 'tool', content: '2 a.txt', tool_call_id: 'c1', function: 'bash' };
const answer = { role: 'assistant', content: '2' };
const output = (message: object, usage: object) => ({
  model: 'small-1',
  choices: [{ message, stop_reason: 'stop' }],
  usage,
});
const model = (input: object[], said: object, usage: object) =>
  event('model', {
    span_id: 'a',
    model: 'maker/small',
    input,
    tools: [{ name: 'bash', description: 'Run', parameters: {} }],
    tool_choice: 'auto',
    config: { temperature: 0 },
    output: output(said, usage),
    completed: `2026-06-01T08:05:${second + 2}+00:00`,
  });
const sample = {
  id: 'lines-1',
  epoch: 2,
  uuid: 'smp1',
  input: 'How many lines has a.txt?',
  target: '2',
  messages: [asked, calling, result, answer],
  output: output(answer, {}),
  scores: { match: { value: 'C' } },
  model_usage: { 'maker/small': { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
  events: [
    event('sample_init', { sample: {}, state: {} }),
    event('span_begin', { id: 's', span_id: 's', type: 'solvers', name: 'solvers' }),
    event('span_begin', { id: 'a', span_id: 'a', parent_id: 's', type: 'agent', name: 'counter' }),
    model([asked], calling, {
      input_tokens: 10,
      output_tokens: 4,
      total_tokens: 34,
      input_tokens_cache_read: 20,
      reasoning_tokens: 1,
      total_cost: 0.5,
    }),
    event('tool', { span_id: 'a', ...call, result: '2 a.txt', events: [] }),
    event('tool', {
      span_id: 'a',
      id: 'c2',
      function: 'python',
      arguments: {},
      result: '',
      error: { type: 'timeout', message: 'Too slow' },
    }),
    event('sandbox', { span_id: 'a', action: 'exec', cmd: 'wc -l a.txt', result: 0 }),
    model([asked, calling, result], answer, { input_tokens: 30, output_tokens: 2, total_tokens: 32 }),
    event('span_end', { id: 'a', span_id: 'a' }),
    event('span_end', { id: 's', span_id: 's' }),
    event('score', { score: { value: 'C' }, target: '2' }),
    event('of_tomorrow', { data: 'unheard of' }),
  ],
};
const log = {
  version: 2,
  status: 'success',
  eval: { eval_id: 'e', run_id: 'r', task: 'lines', dataset: {}, model: 'maker/small', config: {} },
  plan: {},
  results: {},
  stats: { model_usage: { m: { input_tokens: 40, output_tokens: 6, total_tokens: 46 } } },
  samples: [sample, { ...sample, id: 'lines-2', uuid: 'smp2', error: { message: 'No disk', traceback: '' } }],
};

function drawn({ title, kind, agent, model: name, outcome, failure, effects }: Step): string {
  const done = effects.map(({ do: what, ...rest }) => [what, ...Object.values(rest)].join(' '));
  return [kind.split(':')[1], title, agent ?? '', name ?? '', failure ?? outcome, ...done].join(' | ');
}

function replayed(value: unknown) {
  const replay = replayOf({ 'a.json': JSON.stringify(value) });
  return { replay, steps: Array.from({ length: replay.run.summary.steps }, (_, index) => replay.run.step(index)) };
}

test('a sample has its spans, model calls, tools and other events', () => {
  expect(recognisedKind(log)).toBe('inspect/log');
  expect(recognisedKind(sample)).toBe('inspect/sample');
  for (const value of [{ ...log, samples: [sample] }, sample]) {
    const { replay, steps } = replayed(value);
    expect(replay.run.summary).toMatchObject({ id: 'smp1', title: 'How many lines has a.txt?', status: 'succeeded' });
    expect(steps.map(drawn).slice(1)).toEqual([
      'sample_init | sample init |  |  | ok',
      'span | solvers |  |  | ok',
      'agent | counter | counter |  | ok',
      'llm | maker/small | counter | small-1 | ok | usage 34 30 4 20 1 0.5',
      'tool | bash | counter |  | ok | call c1 bash | result c1 bash true',
      'tool | python | counter |  | Too slow | call c2 python | result c2 python false',
      'sandbox | sandbox wc -l a.txt | counter |  | ok',
      'llm | maker/small | counter | small-1 | ok | usage 32 30 2',
      'score | score C |  |  | ok',
      'of_tomorrow | of tomorrow unheard of |  |  | ok',
    ]);
    expect(steps.map(({ parent }) => parent)).toEqual([undefined, 0, 0, 2, 3, 3, 3, 3, 3, 0, 0]);
  }
});

test('has what was said', () => {
  const { replay } = replayed(sample);
  expect(exchangeOfStep(replay, { step: 0 }).rows.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant']);
  const said = exchangeOfStep(replay, { step: 4 });
  expect(said.rows).toMatchObject([
    { role: 'user', pieces: [{ text: 'How many lines has a.txt?' }] },
    { role: 'assistant', pieces: [{ text: 'I count.' }, { is: 'call', name: 'bash' }] },
  ]);
  expect(said.call).toMatchObject({
    model: 'maker/small',
    answeredBy: 'small-1',
    parameters: { temperature: 0 },
    tools: ['bash'],
    finishReason: 'stop',
    tokens: { total: 34 },
    cost: 0.5,
  });
  expect(exchangeOfStep(replay, { step: 5 }).rows).toMatchObject([
    { pieces: [{ is: 'call', name: 'bash', result: { text: '2 a.txt' } }] },
  ]);
  expect(exchangeOfStep(replay, { step: 6 }).rows).toMatchObject([
    { pieces: [{ is: 'call', name: 'python', result: { text: 'Too slow' } }] },
  ]);
});

test.each(['message_pool', 'events_data'])('texts and messages that a sample keeps apart are said: %s', pool => {
  const [one, two] = ['a'.repeat(32), 'b'.repeat(32)];
  const kept = [{ role: 'system', content: 'Be brief.' }, asked, { role: 'user', content: `attachment://${one}` }];
  const said = model([], { role: 'assistant', content: `attachment://${two}` }, {});
  const apart = {
    ...sample,
    input: `attachment://${one}`,
    events: [{ ...said, input_refs: [[0, 1], [2, 3], [9, -1], 'none'] }],
    messages: [
      { role: 'user', content: `attachment://${one}` },
      { role: 'assistant', content: 'attachment://gone' },
    ],
    attachments: { [one]: 'A long question about kelp', [two]: 'A long answer', __proto__: null },
    [pool]: pool === 'events_data' ? { messages: kept } : kept,
  };
  for (const value of [{ ...log, samples: [apart] }, apart]) {
    const { replay } = replayed(value);
    expect(replay.run.summary.title).toBe('A long question about kelp');
    const texts = (step: number) => exchangeOfStep(replay, { step }).rows.map(({ pieces: [piece] }) => piece);
    expect(texts(0)).toMatchObject([{ text: 'A long question about kelp' }, { text: 'attachment://gone' }]);
    expect(texts(1)).toMatchObject([
      { text: 'Be brief.' },
      { text: 'A long question about kelp' },
      { text: 'A long answer' },
    ]);
  }
});

test('each sample is a run; a log without samples is one', () => {
  const failed = replayOf({ 'a.json': JSON.stringify({ ...log, samples: log.samples.slice(1) }) });
  expect(failed.run.summary).toMatchObject({ id: 'smp2', status: 'failed', reason: 'No disk' });
  const { samples: _, ...header } = log;
  const { replay, steps } = replayed(header);
  expect(replay.run.summary).toMatchObject({ id: 'e', title: 'lines', status: 'succeeded' });
  expect(steps[0]?.effects).toEqual([{ do: 'usage', tokens: 46, input: 40, output: 6 }]);
});

test('steps of older logs nest, and so do the events of a call', () => {
  const step = (action: string, name: string) => ({ ...event('step', { action, name, type: 'solver' }) });
  const { steps } = replayed({
    ...sample,
    events: [
      step('begin', 'outer'),
      step('begin', 'inner'),
      event('tool', {
        id: 'c',
        function: 'ask',
        arguments: {},
        result: 'x',
        events: [event('info', { data: 'deep' })],
      }),
      step('end', 'inner'),
      event('logger', { message: { level: 'info', message: 'said' } }),
      step('end', 'outer'),
      event('error', { error: { message: 'Lost', traceback: '' } }),
    ],
  });
  expect(steps.map(({ title, parent }) => `${title} in ${steps[parent ?? -1]?.title}`).slice(1)).toEqual([
    'outer in sample lines-1 epoch 2',
    'inner in outer',
    'ask in inner',
    'info deep in ask',
    'logger said in outer',
    'error Lost in sample lines-1 epoch 2',
  ]);
});

test.each([log, sample])('a log that lost a property', value => {
  const own = 'samples' in value ? 'inspect/log' : 'inspect/sample';
  for (const key of Object.keys(value)) {
    const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    expect(recognisedKind(rest)?.replace('?', ''), key).toBe(own);
  }
});

test.each<[string, unknown]>([
  ['a chat dataset', { messages: [{ role: 'user', content: 'x' }], input: 'x', target: 'y' }],
  ['a report of a training', { epoch: 3, target: 0.9, scores: { loss: 0.1 }, metadata: {}, model: 'm' }],
  ['an analysis of events', { id: 1, events: [{ event: 'click', timestamp: '2026-06-01', properties: {} }] }],
  ['a webhook', { event: 'model', timestamp: 1, data: { id: 1 } }],
  ['results of a test', { version: 2, status: 'success', stats: { started_at: 1 }, results: [], plan: {} }],
  ['settings of an evaluation', { eval: { task: 'x', model: 'm' }, plan: {}, samples: 4 }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

interface WrittenEvent {
  event: string;
  id?: string;
  output?: { usage?: { total_tokens: number } };
}

interface WrittenSample {
  events: WrittenEvent[];
  messages: unknown[];
  uuid: string;
}

describe.skipIf(corpusMissing)('a real log', () => {
  test('has each of its events, messages and tokens', () => {
    const written = JSON.parse(sharedText('run-logs/inspect/log_read_sample.json'));
    const { replay, steps } = replayed(written);
    // Counted from the file, without the reader.
    const [{ events, messages, uuid }] = written.samples as [WrittenSample];
    const effects = steps.flatMap(step => step.effects);
    expect({
      envelopes: new Set(steps.flatMap(({ envelopes }) => envelopes.map(({ path }) => path.join('/')))).size,
      messages: exchangeOfStep(replay, { step: 0 }).rows.length,
      models: steps.flatMap(({ model: name }) => name ?? []),
      tokens: effects.reduce((sum, effect) => sum + (effect.do === 'usage' ? (effect.tokens ?? 0) : 0), 0),
      run: replay.run.summary.id,
    }).toEqual({
      // The sample is a step, too.
      envelopes: events.length + 1,
      messages: messages.length,
      models: ['gemma3'],
      tokens: events.reduce((sum, { output: said }) => sum + (said?.usage?.total_tokens ?? 0), 0),
      run: uuid,
    });
    expect(events).toHaveLength(17);
    expect(messages).toHaveLength(3);
    expect(steps).toHaveLength(1 + 17 - events.filter(({ event: type }) => type === 'span_end').length);
  });

  test('has spans side by side', () => {
    const written = JSON.parse(sharedText('run-logs/inspect/parallel_spans.json'));
    const { steps } = replayed(written);
    const begins = (written.events as WrittenEvent[]).filter(({ event: type }) => type === 'span_begin');
    const spans = steps.filter(({ kind }) => /:(span|agent)$/.test(kind));
    expect(spans.map(({ envelopes }) => envelopes.length)).toEqual(begins.map(() => 2));
    const models = steps.filter(({ kind }) => kind.endsWith(':llm'));
    expect(models.map(({ parent, agent }) => [steps[parent ?? -1]?.title, agent])).toEqual([
      ['left', 'left'],
      ['right', undefined],
    ]);
  });
});
