import { expect, test } from 'vitest';
import { isLikelyTypo, nearestWord } from '../../server/src/text/similarNames';
import { inMegabytesParsed } from '../kit/timing';

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
  expect(nearestWord(word, words)).toBe(expected);
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
  expect(isLikelyTypo(word, meant, words)).toBe(isSure);
});

// A table of each would be billions of steps.
test.each([
  ['long words', (length: number) => Array.from({ length: 50 }, (_, at) => 'x'.repeat(length) + at)],
  ['many words', (length: number) => Array.from({ length }, (_, at) => `${'x'.repeat(80)}${at}`)],
])('a word is compared with so many as anybody chooses from: %s', (_, words) => {
  const given = words(4000);
  expect(inMegabytesParsed(3, () => nearestWord(given[0]?.replace('x', 'y') ?? '', given))).toBeLessThan(2);
});

test('words that are further than one that was met are left at their first letters', () => {
  const long = 'x'.repeat(90);
  const others = Array.from({ length: 200 }, (_, at) => `${'y'.repeat(87)}${1000 + at}`);
  expect(nearestWord(`${long}a`, [`${long}b`, ...others])).toBe(`${long}b`);
});
