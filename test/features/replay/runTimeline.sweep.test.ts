import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOf, type ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import type { Axis, TimelineBar, TimelineParams } from '../../../server/src/shared/replay';
import { sixteenth } from '../../kit/amount';
import { anyFolded, anyRun, isShown } from './anyRun';
import { MS, replayOfSteps, whole } from './timelines';

describe('a timeline', () => {
  test('arrows that go nearly the same way are one, and no more than can be seen', () => {
    const replay = replayOfSteps(
      Array.from({ length: 2000 }, (_, index) => {
        const [agent, peer] = index % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
        return { title: 'x', agent, peer };
      }),
    );
    const { arrows } = whole(replay, 'even');
    expect(arrows.length).toBeLessThanOrEqual(300);
    expect(arrows.reduce((sum, { count }) => sum + count, 0)).toBe(1999);
  });

  test('very many lanes and overlaps have bounds', () => {
    const replay = replayOfSteps(
      Array.from({ length: 10_000 }, (_, index) => ({
        title: 'x',
        agent: `agent ${index % 500}`,
        at: BigInt(index) * MS,
        duration: BigInt((index * 7919) % 9000) * MS,
      })),
    );
    const { heights, lanes, arrows } = whole(replay, 'time', { lanes: { from: 0, count: 500 }, width: 1e9 });
    expect(heights).toHaveLength(500);
    expect(Math.max(...heights)).toBe(8);
    expect(lanes.length).toBeLessThan(500);
    expect(lanes.reduce((sum, { bars }) => sum + bars.length, 0)).toBeLessThanOrEqual(3100);
    expect(lanes.flatMap(({ bars }) => overlapping(bars))).toEqual([]);
    expect(arrows.length).toBeLessThanOrEqual(300);
  });

  test('very many steps in one lane have bounds', () => {
    const replay = replayOfSteps(Array.from({ length: 10_000 }, () => ({ title: 'x', agent: 'a' })));
    const { bars = [] } = whole(replay, 'even', { width: 1e9 }).lanes[0] ?? {};
    expect(bars.length).toBeLessThanOrEqual(3000);
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
  });

  test('each step to be seen is in one bar, and bars of a row do not overlap', () => {
    const axis = fc.constantFrom<Axis>('even', 'time');
    fc.assert(
      fc.property(anyRun(), axis, anyFolded, fc.constantFrom(4, 20, 2000), (replay, axis, folded, width) => {
        const { count, lane } = columnsOf(replay.run);
        const { lanes, heights } = whole(replay, axis, { folded, width });
        const shown = [...Array(count).keys()].filter(step => isShown(replay, step, folded));
        for (const { lane: own, bars } of lanes) {
          const steps = shown.filter(step => lane[step] === own);
          expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(steps.length);
          expect(heights[own]).toBe(Math.max(1, ...bars.map(({ row }) => row + 1)));
          expect(overlapping(bars)).toEqual([]);
          for (const step of steps) {
            const [from, to] = placeOf(replay, step, axis);
            expect(bars.some(bar => bar.from <= from && to <= bar.to)).toBe(true);
          }
          const hidden = bars.reduce((sum, { hides = 0 }) => sum + hides, 0);
          const heldBy = steps.filter(step => hidesSome(replay, step, folded));
          expect(hidden).toBe(heldBy.reduce((sum, step) => sum + nestedIn(replay, step), 0));
        }
      }),
      { numRuns: sixteenth(50) },
    );
  });

  test('a piece of it has the bars of that piece', () => {
    const at = fc.integer({ min: -5, max: 90 });
    const axis = fc.constantFrom<Axis>('even', 'time');
    fc.assert(
      fc.property(anyRun(), axis, anyFolded, at, fc.nat(40), (replay, axis, folded, from, length) => {
        const { count, lane } = columnsOf(replay.run);
        const to = from + length;
        const { lanes } = whole(replay, axis, { folded, from, to, width: 10_000 });
        for (const { lane: own, bars } of lanes) {
          const expected = [...Array(count).keys()].filter(step => {
            const [begin, end] = placeOf(replay, step, axis);
            return lane[step] === own && isShown(replay, step, folded) && begin <= to && end >= from;
          });
          // What stands next to the piece may be told, too.
          expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBeGreaterThanOrEqual(expected.length);
          for (const step of expected) {
            const [begin, end] = placeOf(replay, step, axis);
            expect(bars.some(bar => bar.from <= begin && end <= bar.to)).toBe(true);
          }
          for (const bar of bars) expect(bar.from <= to + 1 && bar.to >= from - 1).toBe(true);
        }
      }),
      { numRuns: sixteenth(50) },
    );
  });
});

function overlapping(bars: readonly TimelineBar[]): TimelineBar[] {
  return bars.filter(({ row, from, to }, index) => {
    const next = bars[index + 1];
    return to < from || (next?.row === row && next.from < to);
  });
}

function placeOf({ run }: ReplayedRun, step: number, axis: Axis): [number, number] {
  if (axis === 'even') return [step, step + 1];
  const { start, end } = columnsOf(run);
  return [start[step] as number, end[step] as number];
}

function hidesSome({ run }: ReplayedRun, step: number, { all, but }: TimelineParams['folded']): boolean {
  return run.children(step).length > 0 && all !== but.includes(step);
}

function nestedIn(replay: ReplayedRun, step: number): number {
  return replay.run.children(step).reduce((sum, child) => sum + 1 + nestedIn(replay, child), 0);
}
