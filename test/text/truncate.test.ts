import { expect, test } from 'vitest';
import { partitionPoint } from '../../server/src/shared/arrays';
import { truncate } from '../../server/src/shared/shownText';

test.each([
  ['a text that fits stays', 'abcd', 4, undefined, 'abcd'],
  ['a longer one ends with an ellipsis', 'abcde', 4, undefined, 'abc…'],
  ['less of it may be kept', 'abcde', 4, 1, 'a…'],
  ['a character of two units is never halved', 'ab🙂cd', 4, undefined, 'ab…'],
  ['nor lost where it fits', 'ab🙂cd', 5, undefined, 'ab🙂…'],
])('%s', (_, text, max, kept, shortened) => {
  expect(truncate(text, max, kept)).toBe(shortened);
});

test('the partition point is where a condition begins to fail', () => {
  for (let count = 0; count < 9; count++) {
    for (let point = 0; point <= count; point++) expect(partitionPoint(count, index => index < point)).toBe(point);
  }
});
