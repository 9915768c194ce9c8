import { describe, expect, test } from 'vitest';
import { exportRun } from '../../../server/src/features/replay/exportRun';
import { runComparison } from '../../../server/src/features/replay/runComparison';
import { readAgain } from '../../families/readAgain';
import { corpusMissing } from '../../kit/corpus';
import { corpusRuns, type RealRuns, sampleRuns } from '../../kit/realRuns';
import { fastest } from '../../kit/timing';
import { replayed } from './comparedRuns';
import { replayIn } from './replayOf';

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

describe.each(['otlp', 'atif'] as const)('a run equals its own export as %s', format => {
  const redaction = { paths: false, emails: false, secrets: false, fields: [] };

  test('of the sample workspace', () => {
    expect(differencesToExports(sampleRuns())).toEqual([]);
  });

  test.skipIf(corpusMissing)(`of the corpus${corpusMissing ? `: ${corpusMissing}` : ''}`, () => {
    expect(differencesToExports(corpusRuns())).toEqual([]);
  });

  /** The differences of runs to what is read of their exports. */
  function differencesToExports({ index, texts }: RealRuns) {
    return index.runs().flatMap(({ id, key, steps }) => {
      if (steps === 0 || steps > LONGEST) return [];
      const { text } = exportRun(replayIn(index, { key, texts }), { format, redaction });
      const other = readAgain(text);
      const replay = replayIn(index, { key, texts: { ...texts, 'exported/run.json': text } });
      const others = { ...replay.others, run: () => other };
      const { rows } = runComparison({ ...replay, others }, { with: other.summary.key, only: 'different' });
      return rows.map(({ is, one, differs }) => ({ id, is, step: one?.step, differs }));
    });
  }
});

const LONGEST = 300;
