import { describe, expect, test } from 'vitest';
import { portableReplay } from '../../../server/src/features/replay/portableReplay';
import { portableRun } from '../../../server/src/features/replay/portableRun';
import type { Replay } from '../../../server/src/features/replay/replay';
import { corpusMissing } from '../../kit/corpus';
import { corpusRuns, type RealRuns, sampleRuns } from '../../kit/realRuns';
import { replayIn } from './replayOf';
import { answerTo, asked } from './takenAlong';

describe('a run that is taken along', () => {
  test.skipIf(corpusMissing)(
    `answers as it did before: the corpus${corpusMissing ? `, but ${corpusMissing}` : ''}`,
    () => {
      expect(sameAnswers(corpusRuns())).toBeGreaterThan(20);
    },
  );

  test('answers as it did before: the sample workspace', () => {
    expect(sameAnswers(sampleRuns())).toBeGreaterThan(5);
  });
});

/** Of how many runs the answers were the same, once they were taken along. */
function sameAnswers({ texts, index }: RealRuns): number {
  const runs = index.runs().filter(({ steps }) => steps > 0);
  const { readings } = replayIn(index, { texts });
  for (const { key } of runs) {
    const run = index.run(key);
    if (!run) throw new Error(key);
    const others = { summaries: () => [], run: () => undefined };
    const live: Replay = { run, others, now: 0, readings: { ...readings, fileAt: () => undefined } };
    const taken = portableReplay(JSON.parse(JSON.stringify(portableRun(live))), 0);
    for (const [question, params] of asked(run.summary.steps)) {
      const name = `${question} ${JSON.stringify(params)} of ${key}`;
      expect([name, answerTo(taken, question, params)]).toEqual([name, answerTo(live, question, params)]);
    }
  }
  return runs.length;
}
