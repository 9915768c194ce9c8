import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchSteps } from '../../../server/src/features/replay/searchSteps';
import { fileRecordOf } from '../../kit/fileRecordOf';
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
        const whole = searchSteps(replay, { query }, () => 0);
        expect(whole.cursor).toBeUndefined();
        expect(all(replay, query, hurried()).matches).toEqual(whole.matches);
      }),
    );
  });

  test('all are found, however many, in pieces of a bounded size', () => {
    const many = replayOf([
      fileRecordOf(
        'a.jsonl',
        Array.from({ length: 20_000 }, () => ({ title: 'x' })),
      ),
    ]);
    const first = searchSteps(many, { query: 'x' }, () => 0);
    expect(first.matches).toHaveLength(5000);
    for (const found of [all(many, 'x', () => 0), all(many, 'x', hurried())]) {
      expect(found.matches.map(({ step }) => step)).toEqual(Array.from({ length: 20_000 }, (_, step) => step));
    }
  });
});
