import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { alignRuns } from '../../server/src/runs/alignRuns';
import type { IndexedRun } from '../../server/src/runs/assembly/indexedRun';
import { everyFourth } from '../kit/amount';
import { inMegabytesParsed } from '../kit/timing';
import { aligned, run, titled } from './alignedRuns';

const anyTold = fc.record(
  {
    title: fc.constantFrom('x', 'y', 'z 1', 'z 2'),
    agent: fc.constantFrom('a', 'b'),
    kind: fc.constantFrom('talk/message', 'talk/error'),
    confidence: fc.constantFrom(0.5, 0.7),
  },
  { requiredKeys: ['title', 'kind'] },
);
const anyRun = fc.array(anyTold, { minLength: 1, maxLength: 25 });

describe('for any runs', () => {
  test('each step occurs once, in order, and only steps of the same agent and kind are aligned', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (one, other) => {
        const [first, second] = [run(one), run(other)];
        const rows = alignRuns(first, second);
        expect([...rows.one].filter(step => step >= 0)).toEqual(one.map((_, index) => index));
        expect([...rows.other].filter(step => step >= 0)).toEqual(other.map((_, index) => index));
        for (let row = 0; row < rows.count; row++) {
          const [step, partner] = [rows.one[row] as number, rows.other[row] as number];
          if (step < 0 || partner < 0) continue;
          expect(second.step(partner).agent).toBe(first.step(step).agent);
          expect(second.step(partner).kind).toBe(first.step(step).kind);
        }
      }),
    );
  });

  test('a run equals itself', () => {
    fc.assert(
      fc.property(anyRun, told => {
        expect(aligned(told, told)).toEqual(told.map((_, index) => `${index}=${index}`));
      }),
    );
  });

  test('swapping the runs swaps added and missing steps', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (one, other) => {
        const count = (rows: string[], sign: RegExp) => rows.filter(row => sign.test(row)).length;
        const [there, back] = [aligned(one, other), aligned(other, one)];
        expect(count(there, /-$/) - count(there, /^-/)).toBe(one.length - other.length);
        expect(count(back, /-$/) - count(back, /^-/)).toBe(other.length - one.length);
      }),
    );
  });

  test('removed steps are missing, and no others', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    fc.assert(
      fc.property(fc.subarray(letters, { minLength: 1 }), kept => {
        const rows = aligned(titled(...letters), titled(...kept));
        expect(rows).toEqual(
          letters.map((letter, index) => (kept.includes(letter) ? `${index}=${kept.indexOf(letter)}` : `${index}-`)),
        );
      }),
    );
  });
});

describe('of very many steps', () => {
  const many = (count: number, title: (index: number) => string) =>
    run(titled(...Array.from({ length: count }, (_, i) => title(i))));
  let plain: IndexedRun;
  beforeAll(() => {
    plain = many(21_000, word);
  });
  const word = (index: number) => `w${[...String(index)].map(digit => 'abcdefghij'[Number(digit)]).join('')}`;

  // Of more than 20,000 not all changes are weighed, nor of more than 2000 changes.
  const changes: [number, string, (index: number) => string, number][] = [
    [21_000, 'the same but one', index => (index === 5000 ? 'other' : word(index)), 20_999],
    [21_000, 'every tenth another', index => (index % 10 === 0 ? `o${word(index)}` : word(index)), 18_900],
    [21_000, 'all moved by some', index => word((index + 1000) % 21_000), 20_000],
    [10_000, 'all others', index => `o${word(index)}`, 0],
  ];
  test.each(everyFourth(changes))('%d, %s', (count, _, title, same) => {
    const one = count === plain.summary.steps ? plain : many(count, word);
    const other = many(count, title);
    const rows = alignRuns(one, other);
    expect(
      rows.differs.filter(
        (what, row) => what.length === 0 && (rows.one[row] ?? -1) >= 0 && (rows.other[row] ?? -1) >= 0,
      ),
    ).toHaveLength(same);
    // Changes weighed without end take some thousand times as long.
    expect(inMegabytesParsed(1, () => alignRuns(one, other))).toBeLessThan(600);
  });
});
