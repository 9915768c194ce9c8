import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf } from '../../../server/src/features/replay/replayedRun';
import { stepAt } from '../../../server/src/features/replay/timelineRows';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

/** A run of steps in the order given, each with its second or without a time. */
function replayAt(seconds: readonly (number | undefined)[]) {
  const told = seconds.map((second, index) => ({
    title: `step ${index}`,
    order: index,
    ...(second !== undefined && { at: BigInt(second) * 1_000_000_000n }),
  }));
  return replayOf([fileRecordOf('log.jsonl', told)]);
}

test.each<[even: number, step: number]>([
  [0, 0],
  [0.99, 0],
  [1, 1],
  [2.5, 2],
  [3, 2],
  [1e9, 2],
  [-1, 0],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 2],
])('evenly spaced, at %d is step %d', (at, step) => {
  expect(stepAt(replayAt([10, 20, 30]), { axis: 'even', at })).toBe(step);
});

test.each<[milliseconds: number, step: number]>([
  [0, 0],
  [9_999, 0],
  [10_000, 2],
  [19_999, 2],
  [20_000, 3],
  [1e12, 3],
  [-5, 0],
  [Number.NaN, 0],
])('by time, at %d ms is step %d', (at, step) => {
  expect(stepAt(replayAt([10, 20, 20, 30]), { axis: 'time', at })).toBe(step);
});

test('without times all steps began together', () => {
  const replay = replayAt([undefined, undefined]);
  expect([0, 5, -5].map(at => stepAt(replay, { axis: 'time', at }))).toEqual([1, 1, 0]);
});

test('by time it is what looking at each step finds, in whatever order they began', () => {
  const second = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined });
  fc.assert(
    fc.property(fc.array(second, { minLength: 1, maxLength: 12 }), fc.integer({ min: -1, max: 13 }), (seconds, at) => {
      const replay = replayAt(seconds);
      const { start } = columnsOf(replay.run);
      const begun = [...start.keys()].filter(step => (start[step] as number) <= at * 1000);
      const latest = Math.max(...begun.map(step => start[step] as number));
      const first = [...start.keys()].find(step => start[step] === Math.min(...start));
      const expected = begun.length > 0 ? begun.findLast(step => start[step] === latest) : first;
      expect(stepAt(replay, { axis: 'time', at: at * 1000 })).toBe(expected);
    }),
  );
});
