import { expect, test } from 'vitest';
import { outlinePlace, stepOutline } from '../../../server/src/features/replay/stepOutline';
import type { Folded } from '../../../server/src/shared/replay';
import { replay } from './outlined';

const OPEN: Folded = { all: false, but: [] };

test('what is nested stands below what it is nested in', () => {
  const { rows, from, total } = stepOutline(replay, { folded: OPEN });
  expect(rows.map(({ step, depth, holds, folded }) => ({ step, depth, holds, folded }))).toEqual([
    { step: 0, depth: 0, holds: 2, folded: false },
    { step: 2, depth: 1, holds: 1, folded: false },
    { step: 3, depth: 2, holds: 0, folded: false },
    { step: 1, depth: 0, holds: 0, folded: false },
  ]);
  expect({ from, total }).toEqual({ from: 0, total: 4 });
  expect(rows[1]).toMatchObject({ title: 'call', outcome: 'failed', marks: ['error'] });
});

test.each<[string, Folded, number[]]>([
  ['all', { all: true, but: [] }, [0, 1]],
  ['all but one', { all: true, but: [0] }, [0, 2, 1]],
  ['one', { all: false, but: [2] }, [0, 2, 1]],
  ['what holds nothing, or is no step', { all: false, but: [1, 99, -1, Number.NaN] }, [0, 2, 3, 1]],
])('folded: %s', (_, folded, steps) => {
  expect(stepOutline(replay, { folded }).rows.map(({ step }) => step)).toEqual(steps);
});

test.each([
  [{ from: 1, count: 2 }, [2, 3], 1],
  [{ from: 3, count: 100 }, [1], 3],
  [{ from: 99 }, [], 4],
  [{ from: -1, count: 1 }, [0], 0],
])('a window: %j', (window, steps, first) => {
  const { rows, from } = stepOutline(replay, { ...window, folded: OPEN });
  expect(rows.map(({ step }) => step)).toEqual(steps);
  expect(from).toBe(first);
});

test('a step that is folded away has the place of the one that it is in', () => {
  expect([0, 1, 2, 3].map(step => outlinePlace(replay, { step, folded: { all: true, but: [0] } }))).toEqual([
    0, 2, 1, 1,
  ]);
  expect(() => outlinePlace(replay, { step: 4, folded: OPEN })).toThrow(RangeError);
});
