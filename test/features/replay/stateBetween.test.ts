import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stateBetween, stateSection } from '../../../server/src/features/replay/replayState';
import type { Effect } from '../../../server/src/model/run';
import type { StateBetweenRow, StateSectionId } from '../../../server/src/shared/lspExtensions';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

function replayed(effects: Effect[][]) {
  return replayOf([
    fileRecordOf(
      'a.jsonl',
      effects.map((some, index) => ({ title: `step ${index}`, run: 'r', agent: 'a', effects: some })),
    ),
  ]);
}

const replay = replayed([
  [
    { do: 'document', name: 'spec.md', status: 'absent' },
    { do: 'gap', id: 'G-1', status: 'open', text: 'why?' },
    { do: 'write', path: 'a.ts', operation: 'create' },
  ],
  [{ do: 'decision', text: 'by mail' }],
  [
    { do: 'document', name: 'spec.md', status: 'present' },
    { do: 'gap', id: 'G-1', status: 'open', text: 'why?' },
    { do: 'write', path: 'a.ts', operation: 'create' },
    { do: 'write', path: 'b.ts', operation: 'create' },
  ],
]);

const between = (section: StateSectionId, one: number, other: number, only: 'all' | 'different' = 'different') =>
  stateBetween(replay, { section, one, other, only });

describe('the state after two steps', () => {
  test('documents: how each stood, and stands', () => {
    expect(between('documents', 0, 2)).toEqual({
      rows: [
        {
          name: 'spec.md',
          change: 'changed',
          one: { status: 'absent', tone: 'bad', agent: 'a', step: 0 },
          other: { status: 'present', tone: 'good', agent: 'a', step: 2 },
        },
      ],
      from: 0,
      total: 1,
      same: 0,
    });
  });

  test('artifacts: what is new, and what was written again', () => {
    expect(between('artifacts', 1, 2).rows.map(({ name, change, one }) => [name, change, one?.times])).toEqual([
      ['a.ts', 'changed', 1],
      ['b.ts', 'added', undefined],
    ]);
  });

  test('a gap that was only said again is as it was; all are told where they are asked for', () => {
    expect(between('gaps', 0, 2)).toMatchObject({ rows: [], total: 0, same: 1 });
    expect(between('gaps', 0, 2, 'all')).toMatchObject({ rows: [{ name: 'G-1', change: 'same' }], total: 1, same: 1 });
  });

  test('decisions, whichever step is named first', () => {
    expect(between('decisions', 0, 1).rows).toMatchObject([{ name: 'by mail', change: 'added' }]);
    expect(between('decisions', 1, 0)).toEqual(between('decisions', 0, 1));
    expect(between('decisions', 1, 1)).toMatchObject({ rows: [], same: 1 });
  });

  test('steps and sections that there are none of', () => {
    expect(() => between('decisions', 0, 3)).toThrow(RangeError);
    expect(() => between('decisions', -1, 0)).toThrow(RangeError);
    expect(() => between('toString' as StateSectionId, 0, 1)).toThrow(RangeError);
  });
});

test('each side is the state after its step', () => {
  const anyEffect = fc.oneof(
    fc.record({
      do: fc.constant('document' as const),
      name: fc.constantFrom('a', 'b'),
      status: fc.constantFrom('x', 'y'),
    }),
    fc.record({
      do: fc.constant('gap' as const),
      id: fc.constantFrom('g', 'h'),
      status: fc.constantFrom('open', 'closed'),
    }),
    fc.record({ do: fc.constant('write' as const), path: fc.constantFrom('p', 'q'), operation: fc.constant('create') }),
    fc.record({ do: fc.constant('decision' as const), text: fc.constantFrom('d', 'e') }),
  );
  const sections = fc.constantFrom<StateSectionId>('documents', 'gaps', 'artifacts', 'decisions');
  const steps = fc.array(fc.array(anyEffect, { maxLength: 3 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(steps, sections, fc.nat(), fc.nat(), (told, section, first, second) => {
      const some = replayed(told);
      const [one, other] = [first % told.length, second % told.length].toSorted((a, b) => a - b) as [number, number];
      const all = stateBetween(some, { section, one, other, only: 'all' });
      const different = stateBetween(some, { section, one, other, only: 'different' });
      const namesAt = (step: number) =>
        stateSection(some, { step, section }).rows.map(({ name, status }) => [name, status]);
      const namesOf = (rows: StateBetweenRow[], side: 'one' | 'other') =>
        rows.flatMap(row => (row[side] ? [[row.name, row[side].status]] : []));
      expect(namesOf(all.rows, 'other')).toEqual(namesAt(other));
      expect(namesOf(all.rows, 'one')).toEqual(namesAt(one));
      expect(different.rows).toEqual(all.rows.filter(({ change }) => change !== 'same'));
      expect(different.total + different.same).toBe(all.total);
    }),
  );
});
