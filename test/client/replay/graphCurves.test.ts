import { expect, test } from 'vitest';
import { arrowHead, bow, middleOf, smoothPath } from '../../../client/webview/graph/curves';

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

test('the head of an arrow points along the last piece', () => {
  expect(arrowHead([point(0, 0), point(0, 20)], 10)).toBe('M0 20L-4.5 10L4.5 10Z');
  expect(arrowHead([point(3, 3)])).toBe('');
  expect(arrowHead([point(3, 3), point(3, 3)])).toBe('');
});

test('there and back bend to two sides', () => {
  const [one, other] = [
    { x: 0, y: 0, width: 20, height: 20 },
    { x: 100, y: 0, width: 20, height: 20 },
  ];
  const [there, back] = [bow(one, other)[1], bow(other, one)[1]];
  expect(there?.y).toBeGreaterThan(0);
  expect(back?.y).toBeLessThan(0);
});

test.each([
  ['two points', [point(0, 0), point(0, 10)], point(0, 5)],
  ['three', [point(0, 0), point(8, 8), point(0, 16)], point(4, 8)],
  ['five', [point(0, 0), point(0, 4), point(8, 8), point(0, 12), point(0, 16)], point(6, 8)],
])('the middle of the path through %s', (_, points, middle) => {
  expect(middleOf(points)).toEqual(middle);
});
