import { expect, test } from 'vitest';
import { duplicateKeys } from '../../../server/src/text/json/duplicateKeys';
import { parseJson } from '../../../server/src/text/json/parseJson';

const found = (text: string, lang: 'json' | 'jsonc' = 'json') =>
  duplicateKeys(text, parseJson(text, lang).value, lang).map(({ lost, kept }) => [lost.offset, kept.offset]);

test.each<[string, number[][]]>([
  ['{}', []],
  ['[1, "a", {"a": ":"}]', []],
  ['{"a": 1, "b": {"a": 1}}', []],
  ['{"a": 1, "a": 2}', [[1, 9]]],
  [
    '{"a": 1, "a" :\n2, "a": 3}',
    [
      [1, 18],
      [9, 18],
    ],
  ],
  [
    '[{"b": {"\\u0061": 1, "a": 2}, "c": 1, "c": 1}]',
    [
      [8, 21],
      [30, 38],
    ],
  ],
  ['{"__proto__": 1, "__proto__": 2}', [[1, 17]]],
  ['{"": 1, "": 2}', [[1, 8]]],
])('%s', (text, places) => {
  expect(found(text)).toEqual(places);
});

test('comments hold no keys', () => {
  expect(found('{"a": 1 /* "a": 2, "b */ , // "a": 3\n "b": 4}', 'jsonc')).toEqual([]);
  expect(found('{"a": 1 /* "b": 2 */, "a": 3}', 'jsonc')).toHaveLength(1);
});
