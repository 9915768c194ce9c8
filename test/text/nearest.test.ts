import fc from 'fast-check';
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

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'İ'), maxLength: 12 });

test('is what a full table of all distances says', () => {
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 6 }), (meant, words) => {
      expect(nearest(meant, words)).toBe(nearestByTable(meant, words));
    }),
    { numRuns: 3000 },
  );
});

function nearestByTable(meant: string, words: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(meant.length / 3));
  const near = words
    .filter(one => one !== meant && Math.abs(one.length - meant.length) <= allowed)
    .map(one => ({ one, slips: slipsBetween(meant.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, slips }) => slips <= allowed && slips < one.length);
  const least = Math.min(...near.map(({ slips }) => slips));
  return near.find(({ slips }) => slips === least)?.one;
}

/** Optimal string alignment, as its definition says it. */
function slipsBetween(a: string, b: string): number {
  const table: number[][] = [];
  for (let i = 0; i <= a.length; i++) {
    table.push([]);
    for (let j = 0; j <= b.length; j++) {
      const at = (up: number, left: number) => table[i - up]?.[j - left] ?? Number.POSITIVE_INFINITY;
      const ways = [at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) ways.push(at(2, 2) + 1);
      table[i]?.push(i + j === 0 ? 0 : Math.min(...ways));
    }
  }
  return table[a.length]?.[b.length] ?? Number.NaN;
}

// A table of each would be two billion steps.
test('words that are further than one that was met are left at their first letters', () => {
  const long = 'x'.repeat(3000);
  const others = Array.from({ length: 200 }, (_, at) => `${'y'.repeat(2996)}${1000 + at}`);
  expect(nearest(`${long}a`, [`${long}b`, ...others])).toBe(`${long}b`);
});
