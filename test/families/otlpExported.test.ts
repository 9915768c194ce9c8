import { describe, expect, test } from 'vitest';
import { exportRun } from '../../server/src/features/replay/exportRun';
import type { Step } from '../../server/src/model/run';
import type { IndexedRun } from '../../server/src/runs/assembly/indexedRun';
import { replayOf } from '../features/replay/replayOf';
import { corpusMissing, sharedText } from '../kit/corpus';
import { fileRecordOf } from '../kit/fileRecordOf';
import { indexFiles } from '../kit/indexFiles';
import { familiesWhere } from '../kit/shippedFamilies';
import { indexOf, runOf } from '../runs/index/indexOf';
import { at, many, readAgain, saidIn, spansIn, TALKING_RUNS, toldBy, written } from './readAgain';

function stepsOf(run: IndexedRun): Step[] {
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
}

describe('a run that is written and read again', () => {
  test('is the same: without times, pending, with ids that stand twice', () => {
    const run = runOf(indexOf(fileRecordOf('x.jsonl', many)), 'r');
    expect(toldBy(readAgain(written(run)))).toEqual(toldBy(run));
    expect(stepsOf(run).map(({ outcome }) => outcome)).toContain('pending');
  });

  test('keeps ids that a trace can have, and makes others from what it is', () => {
    const trace = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
    const run = runOf(
      indexOf(
        fileRecordOf('x.jsonl', [
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
    const run = runOf(indexOf(fileRecordOf('x.jsonl', [{ title: 'a', run: 'r' }])), 'r');
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
    const index = indexFiles({ 'a.json': log, 'a.otlp.json': written(run) });
    expect(index.runs().map(({ id, steps }) => [id, steps])).toEqual([
      ['a'.repeat(32), 1],
      ['a'.repeat(32), 1],
    ]);
  });
});

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

function listed(attributes: object): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }));
}

describe.skipIf(corpusMissing)('a run that is exported as OTLP', () => {
  const families = familiesWhere();
  test.each(TALKING_RUNS)('is the same run, with the same messages, in attributes that others read, too: %s', file => {
    const replay = replayOf({ [file.endsWith('.jsonl') ? 'a.jsonl' : 'a.json']: sharedText(file) }, { families });
    const redaction = { paths: false, emails: false, secrets: false, fields: [] };
    const { text } = exportRun(replay, { format: 'otlp', redaction });
    const again = replayOf({ 'again.json': text }, { families });
    expect(toldBy(again.run)).toEqual(toldBy(replay.run));
    expect(saidIn(again)).toEqual(saidIn(replay));
    expect(text).toMatch(/gen_ai\.(?:input|output)\.messages/);
  });
});
