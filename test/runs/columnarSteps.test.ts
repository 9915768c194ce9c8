import { describe, expect, test } from 'vitest';
import { columnarSteps, marksOf, OUTCOMES } from '../../server/src/runs/columnarSteps';
import { type EntryFields, fileRecordOf } from '../kit/fileRecordOf';
import { indexOf, runOf } from './index/indexOf';

const MS = 1_000_000n;

function columnsOf(told: readonly EntryFields[], more: Parameters<typeof fileRecordOf>[2] = {}) {
  const index = indexOf(
    fileRecordOf(
      'a.jsonl',
      told.map(one => ({ run: 'r', ...one })),
      more,
    ),
  );
  return columnarSteps(runOf(index, 'r'), 'Talk');
}

describe('the columns of a run', () => {
  test('times are relative to the first one; a step without a time has that of the previous step', () => {
    const columns = columnsOf([
      { title: 'a', at: 5000n * MS, duration: 1500n * MS },
      { title: 'b' },
      { title: 'c', at: 7000n * MS, duration: 0n },
    ]);
    expect([...columns.start]).toEqual([0, 0, 2000]);
    expect([...columns.end]).toEqual([1500, 0, 2000]);
    expect([...columns.timed]).toEqual([1, 0, 1]);
    expect(columns).toMatchObject({ count: 3, origin: 5000n * MS, length: 2000 });
  });

  test('without any time everything is at 0', () => {
    const columns = columnsOf([{ title: 'a' }, { title: 'b' }]);
    expect([...columns.start, ...columns.timed, columns.length]).toEqual([0, 0, 0, 0, 0]);
    expect(columns.origin).toBeUndefined();
  });

  test("each agent has a lane; nested steps without an agent are in their parent's lane", () => {
    const columns = columnsOf([
      { title: 'a', key: 'a', agent: '__proto__' },
      { title: 'b', key: 'b', parent: 'a' },
      { title: 'c' },
      { title: 'd', agent: 'Talk' },
      { title: 'e', parent: 'b', agent: 'Talk' },
      { title: 'f', parent: 'nothing' },
    ]);
    expect(columns.lanes).toEqual([
      { name: '__proto__', steps: 2 },
      { name: 'Talk', nameless: true, steps: 2 },
      { name: 'Talk', steps: 2 },
    ]);
    expect([...columns.parent].filter(parent => parent >= 0)).toHaveLength(2);
    expect([...columns.depth].sort()).toEqual([0, 0, 0, 0, 1, 2]);
    expect(columns.holds[0]).toBe(2);
  });

  test('notable steps are marked', () => {
    const columns = columnsOf(
      [
        { title: 'a', outcome: 'failed', kind: 'talk/checkpoint', effects: [{ do: 'call', tool: 't' }] },
        { title: 'b', kind: 'talk/checkpoint', effects: [{ do: 'call', tool: 't' }] },
        { title: 'c', effects: [{ do: 'budget', state: 'over' }] },
        { title: 'd', effects: [{ do: 'approval', state: 'asked' }] },
        { title: 'e', effects: [{ do: 'question', id: 'q', status: 'pending' }] },
        { title: 'f', effects: [{ do: 'question', id: 'q', status: 'answered' }] },
      ],
      {
        checks: {
          'line 3': { problems: { error: 0, warning: 2, info: 1 }, rules: ['talk/y'] },
          'line 4': { problems: { error: 0, warning: 0, info: 1 }, rules: ['talk/y'] },
        },
      },
    );
    expect([...columns.marks].map(marksOf)).toEqual([
      ['error', 'approval'],
      ['retry', 'approval'],
      ['problem', 'budget'],
      ['approval'],
      ['question'],
      [],
    ]);
    expect([...columns.problems]).toEqual([0, 0, 3, 1, 0, 0]);
    expect([...columns.outcome].map(place => OUTCOMES[place])).toEqual(['failed', 'ok', 'ok', 'ok', 'ok', 'ok']);
  });

  test.each<[string, EntryFields[], number[]]>([
    ['what failed is tried again', [fails('x'), works('x'), works('x')], [1]],
    ['and again', [fails('x · no'), fails('x · no way'), works('x')], [1, 2]],
    [
      'another agent tries',
      [
        { ...fails('x'), agent: 'a' },
        { ...works('x'), agent: 'b' },
      ],
      [],
    ],
    ['something else is tried', [fails('x'), works('y'), works('x')], [2]],
    ['nothing failed', [works('x'), works('x')], []],
  ])('a retry: %s', (_, told, retries) => {
    const { marks } = columnsOf(told);
    expect([...marks.keys()].filter(index => marksOf(marks[index] as number).includes('retry'))).toEqual(retries);
  });

  test('usage is summed per step; unknown values are NaN', () => {
    const columns = columnsOf([
      {
        title: 'a',
        confidence: 0.4,
        effects: [
          { do: 'usage', tokens: 10 },
          { do: 'usage', tokens: 5, cost: 0.5 },
        ],
      },
      { title: 'b', kind: 'talk/y' },
    ]);
    expect([...columns.tokens]).toEqual([15, Number.NaN]);
    expect([...columns.cost]).toEqual([0.5, Number.NaN]);
    expect([...columns.confidence]).toEqual([0.4, Number.NaN]);
    expect(columns.kinds).toEqual(['talk/message', 'talk/y']);
    expect([...columns.kind]).toEqual([0, 1]);
  });
});

function fails(title: string): EntryFields {
  return { title, outcome: 'failed' };
}

function works(title: string): EntryFields {
  return { title };
}
