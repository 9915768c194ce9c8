import { describe, expect, test } from 'vitest';
import { pacing } from '../../../server/src/features/replay/offlineQuestions';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const SECOND = 1_000_000_000n;

function rests(told: readonly EntryFields[]): number[] {
  return pacing(replayOf([fileRecordOf('a.jsonl', told)]), {}).rests.map(Math.round);
}

describe('how long playing rests', () => {
  test.each<[string, EntryFields[], number[]]>([
    [
      'until the next step began',
      [
        { title: 'a', at: 0n },
        { title: 'b', at: SECOND / 2n },
      ],
      [500, 16],
    ],
    ['at the last one while it lasted', [{ title: 'a', at: 0n, duration: 2n * SECOND }], [2000]],
    [
      'less than the gap where that is long',
      [0n, 6n, 18n, 1000n, 900_000n].map(at => ({ title: 'x', at: at * SECOND })),
      [3500, 4000, 6000, 6000, 16],
    ],
    ['the same for all without times', [{ title: 'a' }, { title: 'b' }], [700, 700]],
    [
      'a frame at least',
      [
        { title: 'a', at: 0n },
        { title: 'b', at: 0n },
        { title: 'c', at: SECOND },
      ],
      [16, 1000, 16],
    ],
  ])('%s', (_, told, expected) => {
    expect(rests(told)).toEqual(expected);
  });

  test('a longer gap rests longer, up to a bound', () => {
    const gaps = Array.from({ length: 40 }, (_, index) => BigInt(index * index) * 100_000_000n);
    let at = 0n;
    const told = gaps.map(gap => {
      at += gap;
      return { title: 'x', at };
    });
    const found = rests(told).slice(0, -1);
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(Math.max(...found)).toBeLessThanOrEqual(6000);
  });

  test('some of them', () => {
    const replay = replayOf([
      fileRecordOf(
        'a.jsonl',
        [0n, 1n, 3n].map(at => ({ title: 'x', at: at * SECOND })),
      ),
    ]);
    expect(pacing(replay, { from: 1, count: 1 })).toEqual({ from: 1, rests: [2000] });
    expect(pacing(replay, { from: 9 })).toEqual({ from: 3, rests: [] });
  });
});
