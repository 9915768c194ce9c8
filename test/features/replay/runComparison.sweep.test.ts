import { expect, test } from 'vitest';
import { runComparison } from '../../../server/src/features/replay/runComparison';
import { fastest } from '../../kit/timing';
import { replayed } from './comparedRuns';

test('two thousand steps are held against each other once', () => {
  const steps = (every: number) =>
    Array.from({ length: 2000 }, (_, index) => ({
      title: index % every === 0 ? `do ${index}` : 'go',
      agent: `a${index % 7}`,
    }));
  const { replay, key } = replayed(steps(3), steps(5));
  const first = fastest(1, () => runComparison(replay, { with: key, only: 'all' }));
  const again = fastest(3, () => runComparison(replay, { with: key, only: 'different', from: 500, count: 50 }));
  // Measured on a busy machine: 200 ms and 1 ms.
  expect(again).toBeLessThan(first / 4);
});
