import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrowHead, curveBetween, pointsAlong, smoothPath } from '../../../client/webview/graph/curves';

const point = (x: number, y: number) => ({ x, y });

test.each([
  ['nothing', [], ''],
  ['a point', [point(1, 2)], 'M1 2'],
  ['two points', [point(0, 0), point(0, 9)], 'M0 0L0 9'],
  ['three', [point(0, 0), point(5, 5), point(0, 10)], 'M0 0Q5 5 0 10'],
  ['four', [point(0, 0), point(4, 0), point(8, 8), point(0, 9)], 'M0 0Q4 0 6 4Q8 8 0 9'],
])('a path through %s', (_, points, path) => {
  expect(smoothPath(points)).toBe(path);
});

test('the head of an arrow points along the last segment', () => {
  expect(arrowHead([point(0, 0), point(0, 20)], 10)).toBe('M0 20L-4.5 10L4.5 10Z');
  expect(arrowHead([point(3, 3)])).toBe('');
  expect(arrowHead([point(3, 3), point(3, 3)])).toBe('');
});

test('two opposite curves bend to different sides', () => {
  const [one, other] = [
    { x: 0, y: 0, width: 20, height: 20 },
    { x: 100, y: 0, width: 20, height: 20 },
  ];
  const [there, back] = [curveBetween(one, other)[1], curveBetween(other, one)[1]];
  expect(there?.y).toBeGreaterThan(0);
  expect(back?.y).toBeLessThan(0);
});

test('points along a path are close together, from its start to its end', () => {
  const coordinate = fc.integer({ min: -500, max: 500 });
  const anyPoint = fc.record({ x: coordinate, y: coordinate });
  fc.assert(
    fc.property(fc.array(anyPoint, { minLength: 2, maxLength: 6 }), points => {
      const along = pointsAlong(points);
      expect(along[0]).toEqual(points[0]);
      expect(along.at(-1)?.x).toBeCloseTo(points.at(-1)?.x ?? 0);
      expect(along.at(-1)?.y).toBeCloseTo(points.at(-1)?.y ?? 0);
      const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
      for (const { x } of along) expect(x >= left - 1e-9 && x <= right + 1e-9).toBe(true);
    }),
  );
});

test('points along fewer than two points', () => {
  expect(pointsAlong([])).toEqual([]);
  expect(pointsAlong([point(1, 2)])).toEqual([point(1, 2)]);
});
