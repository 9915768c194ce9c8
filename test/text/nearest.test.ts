import { expect, test } from 'vitest';
import { nearest } from '../../server/src/text/nearest';

test.each([
  ['biuld', ['fix', 'build'], 'build'],
  ['Proceed', ['proceed', 'retry'], 'proceed'],
  ['complete', ['completed', 'not_started'], 'completed'],
  ['fx', ['fix', 'build'], 'fix'],
  ['overwrite', ['create', 'update'], undefined],
  ['x', ['y'], undefined],
  ['', ['a'], undefined],
  ['build', ['build'], undefined],
  ['revew', ['review', 'preview'], 'review'],
])('%j is near %j: %j', (word, words, expected) => {
  expect(nearest(word, words)).toBe(expected);
});
