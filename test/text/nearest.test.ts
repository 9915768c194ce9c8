import { expect, test } from 'vitest';
import { isSlip, nearest } from '../../server/src/text/nearest';

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

test.each<[string, string, string[], boolean]>([
  ['needs_review', 'needsReview', ['needsReview'], true],
  ['Completed', 'completed', ['completed', 'complete'], true],
  ['succes', 'success', ['success', 'status'], true],
  ['tags', 'tag', ['tag'], false],
  ['tag', 'tags', ['tags'], false],
  ['warming', 'warning', ['warning', 'warping'], false],
  ['lwo', 'low', ['low', 'high'], false],
  ['resluts', 'results', ['results', 'result'], false],
  ['rseults', 'results', ['results', 'status'], true],
])('"%s" for "%s" among %j: %s', (word, meant, words, isSure) => {
  expect(isSlip(word, meant, words)).toBe(isSure);
});

// A table of each would be two billion steps.
test('words that are further than one that was met are left at their first letters', () => {
  const long = 'x'.repeat(3000);
  const others = Array.from({ length: 200 }, (_, at) => `${'y'.repeat(2996)}${1000 + at}`);
  expect(nearest(`${long}a`, [`${long}b`, ...others])).toBe(`${long}b`);
});
