import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snippet } from '../../../server/src/features/runs/messageMatch';
import { ownStrings } from '../../../server/src/features/runs/scanMessageTexts';
import { foldText, wordPattern } from '../../../server/src/text/searchWords';
import { eighth } from '../../kit/amount';
import { anyCharacter } from '../../kit/anyCharacter';

test('a snippet of any text is one short line with the words in it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      (before, after) => {
        const text = `${before} needle, ${after}`;
        const pattern = wordPattern('needle');
        const { text: line, marks } = snippet(text, pattern.places(text, 160));
        expect(line.length).toBeLessThanOrEqual(160);
        expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
        let end = 0;
        for (const [from, to] of marks) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeLessThanOrEqual(line.length);
          end = to;
        }
        const [[from, to] = [0, 0]] = marks;
        expect(foldText(line.slice(from, to))).toBe('needle');
      },
    ),
    { numRuns: eighth(2000) },
  );
});

test('a value of any depth is searched', () => {
  let value: unknown = 'needle';
  for (let depth = 0; depth < 200_000; depth++) value = [value];
  const found = [...ownStrings(value, [{ path: [] }])];
  expect(found.map(({ text, path }) => [text, path().length])).toEqual([['needle', 200_000]]);
});

test('very many places in a text take no time', () => {
  const text = 'needle '.repeat(500_000);
  const places = wordPattern('needle').places(text, 160);
  expect(places.length).toBeLessThan(30);
  expect(snippet(text, places).marks.length).toBeGreaterThan(10);
});
