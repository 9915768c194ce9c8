import { expect, test } from 'vitest';
import { foundWords } from '../../../server/src/shared/shownText';

test.each<[string, [number, number][], string]>([
  ['Find flights to Kyoto', [[16, 21]], 'Kyoto'],
  [
    'kyoto or Kyoto in May',
    [
      [0, 5],
      [9, 14],
      [18, 21],
    ],
    'Kyoto May',
  ],
  ['a "quoted phrase" here', [[0, 17]], 'a quoted phrase'],
  [
    '-x agent:vision',
    [
      [0, 2],
      [3, 15],
    ],
    '"-x" "agent:vision"',
  ],
  ['nothing', [], ''],
])('the marks in %j are searched for as words', (text, marks, words) => {
  expect(foundWords({ text, marks })).toBe(words);
});
