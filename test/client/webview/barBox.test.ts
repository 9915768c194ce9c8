import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barBox, scaleOf } from '../../../client/webview/timeline/laneLayout';

const time = fc.integer({ min: 0, max: 10_000 });
const span = fc.tuple(time, time).map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }));
const scale = fc
  .record({ from: time, length: fc.integer({ min: 1, max: 20_000 }), width: fc.integer({ min: 100, max: 2000 }) })
  .map(({ from, length, width }) => scaleOf({ from, to: from + length }, width));
const label = fc.option(fc.constant('1 · a'), { nil: undefined });
// The tolerance for rounding errors.
const ROUNDING = 1e-6;

test('a bar begins and ends with its step, at any width', () => {
  fc.assert(
    fc.property(span, scale, (bar, scale) => {
      const { x, width } = barBox(bar, scale);
      const exact = scale.x(bar.to) - scale.x(bar.from);
      if (exact < 6) return;
      expect(x).toBeCloseTo(scale.x(bar.from), 6);
      expect(width).toBeCloseTo(exact, 6);
    }),
  );
});

test('a bar has a minimum width', () => {
  const all = scaleOf({ from: 0, to: 10_000 }, 1000);
  expect(barBox({ from: 5, to: 5 }, all).width).toBe(2);
  expect(barBox({ from: 5, to: 5, label: '1 · a' }, all).width).toBe(6);
});

test('a nested bar stays inside its parent', () => {
  fc.assert(
    fc.property(
      span,
      fc.double({ min: 0, max: 1, noNaN: true }),
      span,
      label,
      label,
      scale,
      (outer, at, part, ...more) => {
        const [own, around, scale] = more;
        const length = outer.to - outer.from;
        const from = outer.from + at * length;
        const to = from + (part.to / 10_000) * (outer.to - from);
        const parent = barBox({ ...outer, ...(around && { label: around }) }, scale);
        const child = barBox({ from, to, within: outer, ...(own && { label: own }) }, scale);
        if (scale.x(outer.to) - scale.x(outer.from) < 2) return;
        expect(child.x).toBeGreaterThanOrEqual(parent.x - ROUNDING);
        expect(child.x + child.width).toBeLessThanOrEqual(parent.x + parent.width + ROUNDING);
      },
    ),
  );
});
