import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchRun } from '../../../server/src/features/replay/searchRun';
import { recordOf } from '../../kit/records';
import { replayOf } from './replayOf';
import { all, hurried, replay } from './searched';

describe('a search in a run', () => {
  test('is never refused, and says the same in pieces', () => {
    const pieces = fc.array(
      fc.constantFrom('agent:', '-', '"', ' ', 'hello', 'confidence<', '0.', ':', '\\', 'has:', 'rule:', 'x'),
      { maxLength: 8 },
    );
    const query = fc.oneof(
      fc.string(),
      pieces.map(all => all.join('')),
    );
    fc.assert(
      fc.property(query, query => {
        const whole = searchRun(replay, { query }, () => 0);
        expect(whole.cursor).toBeUndefined();
        expect(all(replay, query, hurried()).matches).toEqual(whole.matches);
      }),
    );
  });

  test('2,000 matches are enough, in however many pieces', () => {
    const many = replayOf([
      recordOf(
        'a.jsonl',
        Array.from({ length: 5000 }, () => ({ title: 'x' })),
      ),
    ]);
    expect(all(many, 'x').matches).toHaveLength(2000);
    const { matches } = all(many, 'x', hurried());
    expect(matches).toHaveLength(2000);
    expect(new Set(matches.map(({ step }) => step)).size).toBe(2000);
  });
});
