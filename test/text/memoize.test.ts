import { expect, test } from 'vitest';
import { memoizeByVersion, memoizeLast, memoizeLastByObject } from '../../server/src/text/memoize';

const counting = () => {
  let made = 0;
  return () => ++made;
};

test('the last result is remembered, also of arguments that are missing', () => {
  const make = counting();
  const remembered = memoizeLast((_one: string | undefined, _other: string | undefined) => make());
  expect([remembered(undefined, undefined), remembered(undefined, undefined)]).toEqual([1, 1]);
  expect([remembered('a', undefined), remembered('a', 'b'), remembered('a', 'b')]).toEqual([2, 3, 3]);
});

test('the last result of each object is remembered while the other inputs are the same', () => {
  const make = counting();
  const remembered = memoizeLastByObject((_key: object, _one: string, _other?: string) => make());
  const [first, second] = [{}, {}];
  expect([remembered(first, 'a'), remembered(second, 'a'), remembered(first, 'a'), remembered(second, 'a')]).toEqual([
    1, 2, 1, 2,
  ]);
  expect([remembered(first, 'a', 'b'), remembered(first, 'a', 'b'), remembered(first, 'a')]).toEqual([3, 3, 4]);
});

test('the last few are remembered, as long as their version is the same', () => {
  const remembered = memoizeByVersion<number>(2);
  const make = counting();
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(key => remembered(key, 1, make))).toEqual([1, 2, 1, 3, 1, 4]);
  expect(remembered('b', 2, make)).toBe(5);
});

test('what takes much room is forgotten before there are many, but for the last', () => {
  const remembered = memoizeByVersion<number>(10, () => 30_000_000);
  const make = counting();
  expect(['a', 'a', 'b', 'a'].map(key => remembered(key, 1, make))).toEqual([1, 1, 2, 3]);
});
