import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barFinder, hitTest, laneLayout, PAD, scaleOf } from '../../../client/webview/timeline/laneLayout';
import { requestedLanes, requestedRange } from '../../../client/webview/timeline/Timeline';
import type { TimelineBar } from '../../../server/src/shared/lspExtensions';

const places = fc.record({
  from: fc.double({ min: 0, max: 1e6, noNaN: true }),
  size: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
  width: fc.integer({ min: 50, max: 3000 }),
});

describe('the scale', () => {
  test('leaves room at both ends', () => {
    const scale = scaleOf({ from: 10, to: 20 }, 124);
    expect([scale.x(10), scale.x(15), scale.x(20)]).toEqual([PAD, 62, 124 - PAD]);
  });

  test('maps pixels back to the axis', () => {
    fc.assert(
      fc.property(places, fc.double({ min: 0, max: 1, noNaN: true }), ({ from, size, width }, share) => {
        const scale = scaleOf({ from, to: from + size }, width);
        const at = from + size * share;
        expect(Math.abs(scale.at(scale.x(at)) - at)).toBeLessThan(1e-6 * (from + size));
      }),
    );
  });

  test('is a number even for a width of zero', () => {
    expect(scaleOf({ from: 0, to: 0 }, 0).x(0)).toBe(PAD);
    expect(Number.isFinite(scaleOf({ from: 0, to: 3 }, 0).at(5))).toBe(true);
  });
});

describe('lanes', () => {
  test('a lane with one row is 34 pixels high, others grow with their rows', () => {
    const layout = laneLayout([1, 3, 1]);
    expect([0, 1, 2].map(lane => layout.top(lane))).toEqual([0, 34, 34 + 66]);
    expect(layout.total).toBe(34 + 66 + 34);
    expect(layout.bar(0, 0)).toEqual({ top: 7, height: 20 });
    expect(layout.bar(1, 2)).toEqual({ top: 34 + 7 + 2 * 18, height: 16 });
  });

  test('finds lanes and rows by position', () => {
    const rows = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rows, fc.nat(), fc.nat(), fc.double({ min: 0, max: 0.999, noNaN: true }), (rows, one, two, share) => {
        const layout = laneLayout(rows);
        const lane = one % rows.length;
        const row = two % (rows[lane] as number);
        const { top, height } = layout.bar(lane, row);
        expect(layout.laneAt(top + height * share)).toBe(lane);
        expect(layout.rowAt(lane, top + height * share)).toBe(row);
      }),
    );
  });

  test('finds the nearest lane outside of them, and the first if there are none', () => {
    const layout = laneLayout([1, 1]);
    expect([layout.laneAt(-50), layout.laneAt(500)]).toEqual([0, 1]);
    expect(laneLayout([]).laneAt(20)).toBe(0);
    expect(laneLayout([]).total).toBe(0);
  });
});

describe('the requested range', () => {
  test('is the whole run if all of it is visible', () => {
    expect(requestedRange(scaleOf({ from: 0, to: 500 }, 1024), 500)).toEqual({ from: 0, to: 500, width: 1000 });
  });

  test('covers the visible range and about half of it on each side, within the run', () => {
    fc.assert(
      fc.property(places, fc.double({ min: 0, max: 1e6, noNaN: true }), ({ from, size, width }, more) => {
        const end = from + size + more;
        const asked = requestedRange(scaleOf({ from, to: from + size }, width), end);
        expect(asked.from).toBeLessThanOrEqual(Math.max(0, from - size / 2));
        expect(asked.to).toBeGreaterThanOrEqual(Math.min(end, from + 1.5 * size));
        expect(asked.to - asked.from).toBeLessThanOrEqual(3.001 * size);
        expect(asked.from).toBeGreaterThanOrEqual(0);
        expect(asked.to).toBeLessThanOrEqual(end);
      }),
    );
  });

  test('stays the same after a little panning and zooming', () => {
    const asked = (from: number, to: number) => requestedRange(scaleOf({ from, to }, 1000), 10_000);
    expect(asked(1011, 1111)).toEqual(asked(1014, 1114));
    expect(asked(1011, 1111)).toEqual(asked(1012, 1110));
    expect(asked(1011, 1111)).not.toEqual(asked(1200, 1300));
  });

  test.each<[first: number, last: number, count: number, asked: { from: number; count: number }]>([
    [0, 4, 5, { from: 0, count: 5 }],
    [0, 4, 1000, { from: 0, count: 16 }],
    [500, 506, 1000, { from: 496, count: 16 }],
    [995, 999, 1000, { from: 984, count: 16 }],
  ])('adds lanes around lanes %d to %d of %d', (first, last, count, asked) => {
    expect(requestedLanes(first, last, count)).toEqual(asked);
  });
});

function bar(step: number, more: Partial<TimelineBar> = {}): TimelineBar {
  return { step, count: 1, from: step, to: step + 1, row: 0, outcome: 'ok', marks: [], ...more };
}

describe('bars', () => {
  const lanes = [
    { lane: 0, name: 'a', steps: 9, bars: [bar(0), bar(1, { count: 5, to: 8 }), bar(20, { hides: 6, to: 27 })] },
    { lane: 1, name: 'b', steps: 2, bars: [bar(2), bar(9)] },
  ];

  test.each<[what: string, step: number, lane: number, found: number | undefined]>([
    ['the bar of the step', 0, 0, 0],
    ['the bar of the step in another lane', 9, 1, 9],
    ['a bar of several steps in the lane', 4, 0, 1],
    ['the bar of the step that it is collapsed into, in any lane', 24, 1, 20],
    ['none', 12, 1, undefined],
    ['no bar of several steps in another lane', 4, 1, undefined],
  ])('the bar around a step: %s', (_, step, lane, found) => {
    expect(barFinder({ lanes }).around(step, { lane, at: step })?.bar.step).toBe(found);
  });

  const timeline = { heights: [1, 1], lanes, arrows: [] };
  const scale = scaleOf({ from: 0, to: 30 }, 324);
  const hit = (x: number, y: number) => hitTest(timeline, laneLayout(timeline.heights), scale, x, y);

  test.each<[what: string, x: number, y: number, step: number | undefined]>([
    ['on a bar', 15, 15, 0],
    ['in the lane below', 15 + 20, 49, 2],
    ['the nearer one of two bars', 25, 15, 1],
    ['between bars', 120, 15, undefined],
    ['above the bar', 15, 1, undefined],
    ['below all lanes', 15, 90, undefined],
    ['above all lanes', 15, -4, undefined],
  ])('the bar at a position: %s', (_, x, y, step) => {
    expect(hit(x, y)?.bar.step).toBe(step);
  });

  test('a collapsed bar has a chevron at its start', () => {
    expect(hit(222, 15)).toMatchObject({ bar: { step: 20 }, onChevron: true });
    expect(hit(270, 15)).toMatchObject({ bar: { step: 20 }, onChevron: false });
    expect(hit(24, 15)?.onChevron).toBe(false);
  });
});
