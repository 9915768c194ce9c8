import { expect, test } from 'vitest';
import { exportedRun } from '../../server/src/runs/exportedRun';
import { type EntryFields, fileRecordOf } from '../kit/fileRecordOf';
import { indexOf, runOf } from './index/indexOf';

const places = {
  rangeOf: ({ part }: { part: string }) => {
    const line = Number(part.slice('line '.length)) - 1;
    return { start: { line, character: 0 }, end: { line, character: 2 } };
  },
  fileOf: (uri: string) => uri.replace('file:///work/', ''),
};

function exported(told: readonly EntryFields[]) {
  const index = indexOf(fileRecordOf('x.jsonl', told));
  return exportedRun(runOf(index, 'r'), places);
}

test('a complete run', () => {
  const at = 1_780_301_109_123_456_789n;
  const run = exported([
    {
      title: 'plan it',
      run: 'r',
      key: '340282366920938463463374607431768211455',
      at,
      duration: 1_500_000n,
      agent: 'plan',
      peer: 'build',
      model: 'small',
      confidence: 0.8,
      about: 'The goal',
      status: 'failed',
      effects: [
        { do: 'write', path: 'a.md', operation: 'create' },
        { do: 'usage', tokens: 12, input: 10, cached: 0 },
        { do: 'usage', tokens: 3 },
      ],
    },
    { title: 'build it', run: 'r', parent: '340282366920938463463374607431768211455', agent: 'build' },
  ]);
  expect(run).toEqual({
    id: 'r',
    family: 'talk',
    title: 'The goal',
    status: 'failed',
    startedAt: '2026-06-01T08:05:09.123456789Z',
    endedAt: '2026-06-01T08:05:09.124956789Z',
    agents: ['plan', 'build'],
    files: ['x.jsonl'],
    problems: 0,
    steps: [
      {
        index: 0,
        at: '2026-06-01T08:05:09.123456789Z',
        durationMs: 1.5,
        agent: 'plan',
        model: 'small',
        tokens: { input: 10, output: null, cached: 0, written: null, reasoning: null, total: 15 },
        peer: 'build',
        kind: 'talk/message',
        title: 'plan it',
        outcome: 'ok',
        parent: null,
        file: 'x.jsonl',
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 2 } },
        copies: [],
        effects: [
          { do: 'write', path: 'a.md', operation: 'create' },
          { do: 'usage', tokens: 12, input: 10, cached: 0 },
          { do: 'usage', tokens: 3 },
        ],
        id: '340282366920938463463374607431768211455',
        confidence: 0.8,
        problems: 0,
      },
      expect.objectContaining({ index: 1, parent: 0, title: 'build it' }),
    ],
  });
  expect(JSON.parse(JSON.stringify(run))).toEqual(run);
});

test('unknown values are null, and all keys are present', () => {
  const run = exported([{ title: 'a', run: 'r' }]);
  expect(run).toMatchObject({ startedAt: null, endedAt: null, agents: [], problems: 0 });
  expect(run.steps[0]).toMatchObject({
    at: null,
    durationMs: null,
    agent: null,
    model: null,
    tokens: { input: null, output: null, cached: null, reasoning: null, total: null },
    peer: null,
    parent: null,
    id: null,
    confidence: null,
    effects: [],
  });
});

test('copies of a step', () => {
  const told = { title: 'a', run: 'r', key: 'k' };
  const index = indexOf(fileRecordOf('x.jsonl', [told]), fileRecordOf('y.jsonl', [{ title: 'b', run: 'r' }, told]));
  const [step] = exportedRun(runOf(index, 'r'), places).steps;
  expect(step).toMatchObject({ title: 'a', file: 'x.jsonl', copies: [{ file: 'y.jsonl' }] });
});

test('problems of all severities count, in a question and its answer', () => {
  const index = indexOf(
    fileRecordOf(
      'x.jsonl',
      [
        { title: 'ask', run: 'r', side: 'ask' },
        { title: 'answer', run: 'r', side: 'answer' },
      ],
      {
        checks: {
          'line 1': { problems: { error: 1, warning: 2, info: 0 }, rules: ['a'] },
          'line 2': { problems: { error: 0, warning: 0, info: 4 }, rules: ['b'] },
        },
      },
    ),
  );
  const run = exportedRun(runOf(index, 'r'), places);
  expect(run.problems).toBe(7);
  expect(run.steps.map(({ problems, range }) => [problems, range?.start.line])).toEqual([[7, 0]]);
});
