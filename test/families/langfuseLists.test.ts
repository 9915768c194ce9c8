import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';

type Fields = Record<string, unknown>;

const trace = { id: 'tr-1', timestamp: '2026-06-01T08:05:00.000Z', name: 'find a train', userId: 'ann', tags: [] };
const observation = (id: string, parent: string | null, type: string, more: Fields = {}) => ({
  id,
  traceId: 'tr-1',
  parentObservationId: parent,
  type,
  name: id,
  startTime: '2026-06-01T08:05:09.000Z',
  endTime: '2026-06-01T08:05:10.000Z',
  level: 'DEFAULT',
  ...more,
});
const observations = [
  observation('planner', null, 'AGENT'),
  observation('ask', 'planner', 'GENERATION', {
    model: 'small-model',
    modelParameters: { temperature: 0 },
    input: [{ role: 'user', content: 'A train before noon?' }],
    output: { role: 'assistant', content: '10:15' },
    usageDetails: { input: 40, output: 8, total: 48 },
  }),
  observation('look', 'planner', 'TOOL', { input: { before: '12:00' }, output: ['10:15'] }),
  observation('pay', 'planner', 'TOOL', { level: 'ERROR', statusMessage: 'no card' }),
  observation('note', 'planner', 'EVENT', { endTime: null }),
];

/** The events that SDKs post for observations: the beginning, then the end. */
function events(list: readonly Fields[]): Fields[] {
  const event = (type: string, body: Fields) => ({
    id: `${type} ${body['id']}`,
    type,
    timestamp: '2026-06-01T08:05:10.000Z',
    body,
  });
  return list.flatMap(({ type, endTime, output, level, statusMessage, usageDetails, ...begun }) => {
    const word = String(type).toLowerCase();
    const end = { output, level, statusMessage, usageDetails };
    if (word === 'event') return [event('event-create', { ...begun, ...end })];
    const update = { id: begun['id'], traceId: begun['traceId'], endTime, ...end };
    return [event(`${word}-create`, begun), event(`${word}-update`, update)];
  });
}

function drawn({ title, kind, agent, model, outcome, failure, effects }: Step): string {
  const done = effects.map(({ do: what, ...rest }) => [what, ...Object.values(rest)].join(' '));
  return [kind.split(':')[1], title, agent ?? '', model ?? '', failure ?? outcome, ...done].join(' | ');
}

const lines = (values: readonly object[]) => values.map(value => JSON.stringify(value)).join('\n');
const creation = { id: 'e1', type: 'trace-create', timestamp: trace.timestamp, body: trace };

describe.each<[string, Record<string, string>]>([
  ['a trace', { 'a.json': JSON.stringify({ trace, observations }) }],
  ['a list', { 'a.json': JSON.stringify(observations) }],
  ['a line each', { 'a.jsonl': lines(observations) }],
  ['an answer of the API', { 'a.json': JSON.stringify({ data: observations, meta: { page: 1 } }) }],
  ['a list of traces', { 'a.json': JSON.stringify({ data: [{ ...trace, observations }], meta: {} }) }],
  ['a list of exports', { 'a.json': JSON.stringify({ traces: [{ trace, observations }] }) }],
  ['a list of exports in an answer', { 'a.json': JSON.stringify({ data: [{ trace, observations }] }) }],
  ['a list of traces by its name', { 'a.json': JSON.stringify({ traces: [{ ...trace, observations }] }) }],
  ['a body for ingestion', { 'a.json': JSON.stringify({ batch: [creation, ...events(observations)] }) }],
  ['several bodies', { 'a.jsonl': lines([creation, ...events(observations)].map(event => ({ batch: [event] }))) }],
])('%s', (name, files) => {
  const replay = replayOf(files);
  const steps = Array.from({ length: replay.run.summary.steps }, (_, index) => replay.run.step(index));
  // In bodies of their own, a trace has no observation, and an update no name.
  const isApart = name === 'several bodies';
  const own = steps.filter(({ kind }) => kind !== 'langfuse/trace');

  test('has each observation as a step, nested', () => {
    expect(replay.run.summary).toMatchObject({ id: 'tr-1', status: 'succeeded' });
    expect(steps).toHaveLength(observations.length + (isApart ? 1 : 0));
    expect(own.map(drawn)).toEqual([
      'agent | planner | planner |  | ok',
      'generation | ask | planner | small-model | ok | usage 48 40 8',
      `tool | look | planner |  | ok | call look | result${isApart ? '' : ' look'} true`,
      `tool | pay | planner |  | no card | call pay | result${isApart ? '' : ' pay'} false`,
      'event | note | planner |  | ok',
    ]);
    const keys = steps.map(({ key }) => key);
    expect(own.map(({ parent }) => (parent === undefined ? null : keys[parent]))).toEqual(
      observations.map(one => one.parentObservationId),
    );
  });

  test('has what was said', () => {
    const [, asked, looked] = own.map(({ index }) => exchangeOfStep(replay, { step: index }));
    expect(asked?.rows.map(({ role, pieces }) => [role, pieces])).toMatchObject([
      ['user', [{ text: 'A train before noon?' }]],
      ['assistant', [{ text: '10:15' }]],
    ]);
    expect(asked?.call).toMatchObject({
      model: 'small-model',
      parameters: { temperature: 0 },
      tokens: { input: 40, output: 8, total: 48 },
    });
    expect(looked?.rows).toMatchObject([
      {
        pieces: [
          {
            is: 'call',
            name: 'look',
            arguments: { text: '{\n  "before": "12:00"\n}' },
            result: { text: '[\n  "10:15"\n]' },
          },
        ],
      },
    ]);
  });
});

test('traces without their observations', () => {
  const listed = (id: string, output: unknown) => ({
    ...trace,
    id,
    ...{ input: 'A train?', output, sessionId: 's', latency: 2.5, totalCost: 0.25, htmlPath: `/traces/${id}` },
    ...{ observations: ['o1', 'o2'], scores: [] },
  });
  const list = [listed('tr-1', '10:15'), listed('tr-2', null)];
  for (const files of [{ 'a.json': JSON.stringify(list) }, { 'a.json': JSON.stringify({ data: list, meta: {} }) }]) {
    const replay = replayOf(files, { id: 'tr-1' });
    expect(replay.run.summary).toMatchObject({ title: 'A train?', steps: 1, status: 'succeeded' });
    expect(replay.run.step(0)).toMatchObject({ duration: 2_500_000_000n, effects: [{ do: 'usage', cost: 0.25 }] });
    expect(exchangeOfStep(replay, { step: 0 }).rows).toMatchObject([
      { role: 'input', pieces: [{ text: 'A train?' }] },
      { role: 'output', pieces: [{ text: '10:15' }] },
    ]);
    expect(replayOf(files, { id: 'tr-2' }).run.summary).toMatchObject({ steps: 1, status: 'unknown' });
  }
});

test.each<[string, unknown]>([
  ['a batch of analytics', { batch: [{ type: 'track', event: 'x', timestamp: 1, messageId: 'a' }], sentAt: 1 }],
  ['a batch of a queue', { batch: [{ id: 1, type: 'order-create', timestamp: 1, body: { id: 2 } }] }],
  ['observations of the weather', { data: [{ id: 1, stationId: 's', startTime: 1, type: 'RAIN' }], meta: {} }],
  ['a visit', { id: 1, timestamp: 2, userId: 'u', sessionId: 's', version: 1, environment: 'test', tags: [] }],
  ['an event of analytics', { id: 1, traceId: 't', startTime: 1, type: 'click', name: 'x' }],
  ['traces of an animal', { traces: [{ id: 1, timestamp: 2, latitude: 3, observations: ['paw'] }] }],
  ['a list of models', { data: [{ id: 'm', object: 'model' }] }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

describe.skipIf(corpusMissing)('real traces in other forms', () => {
  test.each(['crewai-2025-07-11', 'koog-2025-08-26', 'pydantic-ai-tools-2025-06-06'])('%s', file => {
    const value = JSON.parse(sharedText(`run-logs/langfuse/${file}.trace.json`));
    const list: Fields[] = value.observations;
    const count = (by: (one: Fields) => unknown) => list.filter(one => by(one)).length;
    const total = (one: Fields) => Number((one['usageDetails'] as Fields | undefined)?.['total'] ?? 0);
    const whole = toldBy({ 'a.json': JSON.stringify(value) });
    const forms = [
      { 'a.json': JSON.stringify(list) },
      { 'a.jsonl': lines(list) },
      { 'a.json': JSON.stringify({ data: list, meta: {} }) },
      { 'a.json': JSON.stringify({ batch: events(list) }) },
    ];
    for (const form of forms) {
      const told = toldBy(form);
      // Counted from the file, without the reader.
      expect(told).toHaveLength(list.length);
      expect(told.filter(({ parent }) => parent !== undefined)).toHaveLength(count(one => one['parentObservationId']));
      expect(told.filter(({ model }) => model).length).toBeGreaterThanOrEqual(count(one => one['model']));
      expect(told.map(({ key, parent, outcome, effects }) => [key, parent, outcome, effects])).toEqual(
        whole.map(({ key, parent, outcome, effects }) => [key, parent, outcome, effects]),
      );
      const used = told.flatMap(({ effects }) =>
        effects.map(effect => (effect.do === 'usage' ? effect.tokens : 0) ?? 0),
      );
      expect(used.reduce((sum, one) => sum + one, 0)).toBe(list.map(total).reduce((sum, one) => sum + one, 0));
    }
  });
});

function toldBy(files: Record<string, string>): Step[] {
  const { run } = replayOf(files);
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
}
