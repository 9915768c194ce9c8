import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestWord } from '../../server/src/text/similarNames';
import { sixteenth } from '../kit/amount';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'İ'), maxLength: 12 });

test('is what a full table of all distances says', () => {
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 6 }), (meant, words) => {
      expect(nearestWord(meant, words)).toBe(nearestByTable(meant, words));
    }),
    { numRuns: sixteenth(3000) },
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
