import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activeLength, idleGaps } from '../../../server/src/features/replay/idleGaps';
import { stepView } from '../../../server/src/features/replay/offlineQuestions';
import { stepAt } from '../../../server/src/features/replay/timelineRows';
import { activeAt, timeAt } from '../../../server/src/shared/times';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const START = 1_780_000_000_000n * 1_000_000n;
const MILLISECOND = 1_000_000n;

/** Steps that begin and end so many milliseconds after the run began. */
function replayed(spans: readonly (readonly [from: number, to: number] | Omit<EntryFields, 'title'>)[]) {
  const told = spans.map((span): EntryFields => {
    if (!Array.isArray(span)) return { title: 'x', run: 'r', ...(span as Omit<EntryFields, 'title'>) };
    const [from, to] = span as [number, number];
    const at = START + BigInt(from) * MILLISECOND;
    return { title: 'x', run: 'r', at, duration: BigInt(to - from) * MILLISECOND };
  });
  return replayOf([fileRecordOf('a.jsonl', told)]);
}

const gapsIn = (spans: Parameters<typeof replayed>[0]) =>
  idleGaps(replayed(spans).run).map(({ from, to, took }) => [from, to, took]);

describe('idle is what is long beside all that is done', () => {
  test.each<[string, Parameters<typeof replayed>[0], [number, number, string][]]>([
    [
      'a night between two hours',
      [
        [0, 3_600_000],
        [36_000_000, 39_600_000],
      ],
      [[3_600_000, 36_000_000, '9 h']],
    ],
    [
      'nothing, where one follows the other',
      [
        [0, 1000],
        [1000, 2000],
        [2100, 3000],
      ],
      [],
    ],
    [
      'nothing, where all is as far apart',
      [
        [0, 0],
        [1000, 1000],
        [2000, 2000],
        [3000, 3000],
      ],
      [],
    ],
    ['nothing of a step alone', [[0, 5000]], []],
    [
      'nothing of two that take no time',
      [
        [0, 0],
        [5000, 5000],
      ],
      [],
    ],
    [
      'also while others wait for it: a step that only holds others does nothing itself',
      [
        { key: 'root', at: START, duration: 51_000n * MILLISECOND },
        { parent: 'root', at: START + 24_000n * MILLISECOND, duration: 900n * MILLISECOND },
        { parent: 'root', at: START + 24_900n * MILLISECOND, duration: 1000n * MILLISECOND },
        { parent: 'root', at: START + 25_900n * MILLISECOND, duration: 100n * MILLISECOND },
        { parent: 'root', at: START + 26_000n * MILLISECOND, duration: 100n * MILLISECOND },
        { parent: 'root', at: START + 26_100n * MILLISECOND, duration: 100n * MILLISECOND },
      ],
      [
        [0, 24_000, '24 s'],
        [26_200, 51_000, '25 s'],
      ],
    ],
  ])('%s', (_, spans, gaps) => {
    expect(gapsIn(spans)).toEqual(gaps);
  });
});

const anySpans = fc.array(
  fc.tuple(fc.nat(1000), fc.constantFrom(0, 1, 20, 500, 60_000, 86_400_000)).map(([took, apart]) => ({ took, apart })),
  { minLength: 1, maxLength: 40 },
);

test('later times stand later, each at a place of its own that leads back to it', () => {
  fc.assert(
    fc.property(anySpans, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2 }), (some, shares) => {
      let now = 0;
      const spans = some.map(({ took, apart }): [number, number] => {
        const from = now + apart;
        now = from + took;
        return [from, now];
      });
      const { run } = replayed(spans);
      const gaps = idleGaps(run);
      // The run begins at its first step.
      const end = now - (spans[0]?.[0] ?? 0);
      const edges = gaps.flatMap(({ from, to }) => [from, to]);
      const times = [...shares.map(share => share * end), ...edges].toSorted((one, other) => one - other);
      let before: { time: number; place: number } | undefined;
      for (const time of times) {
        const place = activeAt(gaps, time);
        expect(Math.abs(timeAt(gaps, place) - time)).toBeLessThanOrEqual(1e-6 * Math.max(1, end));
        expect(Math.abs(activeAt(gaps, timeAt(gaps, place)) - place)).toBeLessThanOrEqual(1e-9 * Math.max(1, end));
        if (before) {
          expect(place).toBeGreaterThanOrEqual(before.place - 1e-9 * end);
          if (time - before.time > 1e-3 * end) expect(place).toBeGreaterThan(before.place);
          // Nothing is longer than it was.
          expect(place - before.place).toBeLessThanOrEqual(time - before.time + 1e-9 * end);
        }
        before = { time, place };
      }
      expect(activeLength(run)).toBeLessThanOrEqual(end + 1e-6);
      for (const [index, gap] of gaps.entries()) {
        expect(gap.to).toBeGreaterThan(gap.from);
        expect(gap.shown).toBeGreaterThan(0);
        expect(gap.at).toBeCloseTo(activeAt(gaps, gap.from), 3);
        const next = gaps[index + 1];
        if (next) expect(next.from).toBeGreaterThanOrEqual(gap.to);
      }
      // What lies outside goes on beyond the ends.
      expect(activeAt(gaps, -5)).toBe(-5);
      expect(activeAt(gaps, end + 5)).toBeCloseTo(activeAt(gaps, end) + 5, 3);
    }),
  );
});

test('without idle time a step is found where it is drawn', () => {
  const replay = replayed([
    [0, 1000],
    [1000, 2000],
    [90_000_000, 90_001_000],
    [90_001_000, 90_002_000],
  ]);
  for (const step of [0, 1, 2, 3]) {
    const { from, to } = stepView(replay, { step }).place.active;
    expect(to - from).toBeCloseTo(1000, 3);
    expect(stepAt(replay, { axis: 'active', at: (from + to) / 2 })).toBe(step);
  }
  expect(stepView(replay, { step: 3 }).place.active.to).toBeLessThan(10_000);
});
