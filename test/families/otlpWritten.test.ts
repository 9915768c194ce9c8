import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeSpans } from '../../server/src/families/otlp/writeSpans';
import type { Effect, Step } from '../../server/src/model/run';
import type { Entry } from '../../server/src/runs/fileRecord';
import type { IndexedRun } from '../../server/src/runs/indexedRun';
import type { RunIndex } from '../../server/src/runs/runIndex';
import { corpusMissing } from '../kit/corpus';
import { indexOfFiles } from '../kit/indexed';
import { corpusRuns, sampleRuns } from '../kit/realRuns';
import { recordOf } from '../kit/records';
import { indexOf, runOf } from '../runs/indexOf';

/** What has to be the same. */
function toldBy(run: IndexedRun) {
  const { id, title, status, family, steps, agents, startedAt, endedAt } = run.summary;
  return {
    ...{ id, title, status, family, agents, startedAt, endedAt },
    steps: Array.from({ length: steps }, (_, index) => {
      const { sources: _sources, problems: _problems, ...step } = run.step(index);
      return step;
    }),
  };
}

function stepsOf(run: IndexedRun): Step[] {
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
}

function written(run: IndexedRun, text?: string): string {
  return writeSpans(run, () => [text]);
}

function readAgain(text: string): IndexedRun {
  const index = indexOfFiles({ 'exported/run.otlp.json': text });
  const [summary, ...others] = index.runs();
  const run = summary && index.run(summary.key);
  if (!run || others.length > 0) throw new Error(`${1 + others.length} runs`);
  return run;
}

const at = 1_780_301_109_123_456_789n;
const many: (Partial<Entry> & { title: string })[] = [
  {
    title: 'plan',
    run: 'r',
    at,
    duration: 1n,
    agent: 'plan',
    peer: 'build',
    confidence: 0.25,
    about: 'Goal',
    status: 'blocked',
  },
  { title: 'call', run: 'r', key: 'c1', side: 'ask', pair: 'c1', effects: [{ do: 'call', id: 'c1', tool: 'find' }] },
  { title: 'in it', run: 'r', parent: 'c1', outcome: 'failed', effects: [{ do: 'usage', tokens: 7, cost: 0.5 }] },
  { title: 'twice', run: 'r', key: 'c1', outcome: 'unknown', at: at - 5n },
];

describe('a run that is written and read again', () => {
  test('is the same: without times, pending, with ids that stand twice', () => {
    const run = runOf(indexOf(recordOf('x.jsonl', many)), 'r');
    expect(toldBy(readAgain(written(run)))).toEqual(toldBy(run));
    expect(stepsOf(run).map(({ outcome }) => outcome)).toContain('pending');
  });

  test('keeps ids that a trace can have, and makes others from what it is', () => {
    const trace = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
    const run = runOf(
      indexOf(
        recordOf('x.jsonl', [
          { title: 'a', run: trace, key: '00a1b2c3d4e5f607', at, duration: 250n },
          { title: 'b', run: trace, parent: '00a1b2c3d4e5f607' },
        ]),
      ),
      trace,
    );
    const [first, second] = spansIn(written(run));
    expect(first).toMatchObject({
      traceId: trace,
      spanId: '00a1b2c3d4e5f607',
      startTimeUnixNano: String(at),
      endTimeUnixNano: String(at + 250n),
      status: { code: 1 },
    });
    expect(second).toMatchObject({
      traceId: trace,
      parentSpanId: '00a1b2c3d4e5f607',
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(written(run)).toBe(written(run));
  });

  test('carries the beginning of its envelopes', () => {
    const run = runOf(indexOf(recordOf('x.jsonl', [{ title: 'a', run: 'r' }])), 'r');
    const [span] = spansIn(written(run, `{"a": "${'x'.repeat(40_000)}"}`));
    const envelope = span?.attributes.find(({ key }) => key === 'agent_envelopes.envelope')?.value.stringValue;
    expect(envelope).toHaveLength(32_768);
    expect(envelope).toMatch(/^\{"a": "x+…$/);
  });

  test('lies beside the run that it was written of as another', () => {
    const log = JSON.stringify({
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: 'a'.repeat(32),
                  spanId: 'b'.repeat(16),
                  name: 'x',
                  startTimeUnixNano: '1780301109000000000',
                },
              ],
            },
          ],
        },
      ],
    });
    const run = readAgain(log);
    const index = indexOfFiles({ 'a.json': log, 'a.otlp.json': written(run) });
    expect(index.runs().map(({ id, steps }) => [id, steps])).toEqual([
      ['a'.repeat(32), 1],
      ['a'.repeat(32), 1],
    ]);
  });

  const word = fc.constantFrom('plan', 'build', 'review it', '__proto__', 'ü — 🙂', 'constructor');
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const effect: fc.Arbitrary<Effect> = fc.oneof(
    fc.record({ do: fc.constant('write' as const), path: word, operation: word }),
    fc.record({ do: fc.constant('note' as const), text: word }),
    fc.record({ do: fc.constant('gap' as const), id: word, status: word }),
    fc.record({ do: fc.constant('handoff' as const), to: word }),
    fc.record({ do: fc.constant('call' as const), id: word, tool: word }),
    fc.record({ do: fc.constant('result' as const), ok: fc.boolean() }),
    fc.record({
      do: fc.constant('usage' as const),
      tokens: fc.nat(),
      cost: fc.double({ min: 0, max: 9, noNaN: true }),
    }),
  );
  const entry = fc.record({
    title: word,
    run: fc.constant('r'),
    key: optional(fc.constantFrom('k1', 'k2', 'b'.repeat(16), '0'.repeat(16))),
    parent: optional(fc.constantFrom('k1', 'k2', 'b'.repeat(16))),
    agent: optional(word),
    peer: optional(word),
    at: optional(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })),
    duration: optional(fc.bigInt({ min: 0n, max: 10n ** 19n })),
    confidence: optional(fc.double({ min: 0, max: 1, noNaN: true }).map(value => value + 0)),
    outcome: fc.constantFrom('ok' as const, 'failed' as const, 'pending' as const, 'unknown' as const),
    status: optional(fc.constantFrom('running' as const, 'cancelled' as const, 'unknown' as const)),
    about: optional(word),
    kind: fc.constantFrom('talk/message', 'otlp/span:llm', 'otlp/span', 'agent-io/event:x'),
    effects: optional(fc.array(effect, { maxLength: 3 })),
  });

  test('is the same, whatever it tells', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 8 }), entries => {
        const told = entries.map(one =>
          Object.fromEntries(Object.entries({ ...one, space: 's' }).filter(([, value]) => value !== undefined)),
        );
        const run = runOf(indexOf(recordOf('x.jsonl', told as unknown as (Partial<Entry> & { title: string })[])), 'r');
        const text = written(run);
        expect(toldBy(readAgain(text))).toEqual(toldBy(run));
        expect(new Set(spansIn(text).map(({ spanId }) => spanId)).size).toBe(entries.length);
      }),
      { numRuns: 50 },
    );
  });

  test.skipIf(corpusMissing)(
    `is the same for all runs of the corpus${corpusMissing ? `: ${corpusMissing}` : ''}`,
    () => {
      expect(sameRuns(corpusRuns().index)).toBeGreaterThan(20);
    },
  );

  test('is the same for all runs of the sample workspace', () => {
    expect(sameRuns(sampleRuns().index)).toBeGreaterThan(5);
  });
});

/** How many runs were written, read again and the same. */
function sameRuns(index: RunIndex): number {
  const runs = index.runs();
  for (const { key, steps } of runs) {
    const run = index.run(key);
    // What only a registry's status tells of has no steps to write.
    if (run && steps > 0) expect(toldBy(readAgain(written(run)))).toEqual(toldBy(run));
  }
  return runs.length;
}

describe('spans that only look like ours', () => {
  const ours = { 'agent_envelopes.step.index': '3', 'agent_envelopes.step.kind': 'agent-message/message' };
  const runAttributes = {
    'agent_envelopes.run.id': 'r',
    'agent_envelopes.run.title': 'Title',
    'agent_envelopes.run.status': 'blocked',
  };

  test.each<[about: string, attributes: object, resource: object, told: object]>([
    ['no run', ours, {}, { kind: 'otlp/span', title: 'name', key: 'b'.repeat(16) }],
    ['an index that is none', { ...ours, 'agent_envelopes.step.index': '-1' }, runAttributes, { kind: 'otlp/span' }],
    ['a kind that is none', { ...ours, 'agent_envelopes.step.kind': 'a b' }, runAttributes, { kind: 'otlp/span' }],
    ['a kind that is a list', { ...ours, 'agent_envelopes.step.kind': ['x'] }, runAttributes, { kind: 'otlp/span' }],
    [
      'nothing else',
      ours,
      runAttributes,
      { kind: 'agent-message/message', title: '', outcome: 'unknown', effects: [] },
    ],
    [
      'values of other types',
      {
        ...ours,
        'agent_envelopes.step.title': 7,
        'agent_envelopes.step.outcome': 'great',
        'agent_envelopes.step.at': 'soon',
        'agent_envelopes.step.duration': '1e9',
        'agent_envelopes.step.agent': 'x'.repeat(5000),
        'agent_envelopes.step.confidence': 'high',
        'agent_envelopes.step.effects':
          '[{"do": "write", "path": 1}, {"do": "__proto__"}, 4, {"do": "note", "text": "n", "evil": {}}]',
      },
      runAttributes,
      { title: '', outcome: 'unknown', effects: [{ do: 'note', text: 'n' }] },
    ],
    ['effects that are no JSON', { ...ours, 'agent_envelopes.step.effects': '[{' }, runAttributes, { effects: [] }],
  ])('%s', (_, attributes, resource, told) => {
    const run = readAgain(
      JSON.stringify({
        resourceSpans: [
          {
            resource: { attributes: listed(resource) },
            scopeSpans: [
              {
                spans: [
                  { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'name', attributes: listed(attributes) },
                ],
              },
            ],
          },
        ],
      }),
    );
    expect(run.step(0)).toMatchObject(told);
    expect(run.step(0).agent).toBeUndefined();
  });
});

interface WrittenSpan {
  spanId: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

function spansIn(text: string): WrittenSpan[] {
  return JSON.parse(text).resourceSpans[0].scopeSpans[0].spans;
}

function listed(attributes: object): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }));
}
