import { expect, test } from 'vitest';
import { atPointer, parsePointer, pointerPathIn } from '../../server/src/text/jsonPointer';

const value = { a: [{ 'b/c': 1 }, null], 'd~e': { '': 2 } };

test.each([
  ['', value],
  ['/a/0/b~1c', 1],
  ['/a/1', null],
  ['/d~0e/', 2],
  ['/a/2', undefined],
  ['/a/length', 2],
  ['/toString', undefined],
  ['/__proto__', undefined],
  ['/a/1/x', undefined],
])('%j leads to %j', (pointer, expected) => {
  expect(atPointer(value, pointer)).toEqual(expected);
});

test('a path holds numbers where the value holds lists', () => {
  expect(pointerPathIn(value, '/a/0/b~1c')).toEqual(['a', 0, 'b/c']);
  expect(pointerPathIn({ 0: { 1: 2 } }, '/0/1')).toEqual(['0', '1']);
  expect(parsePointer('/a~01')).toEqual(['a~1']);
});
