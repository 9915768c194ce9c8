import { describe, expect, test } from 'vitest';
import { packRun } from '../../../server/src/features/replay/packRun';
import type { ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import { unpackRun } from '../../../server/src/features/replay/unpackRun';
import { corpusMissing } from '../../kit/corpus';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { corpusRuns, loggedRuns, type RealRuns, sampleRuns } from '../../kit/realRuns';
import { replayIn, replayOf } from './replayOf';
import { answerTo, asked } from './takenAlong';

describe('a run that is taken along', () => {
  test('has no envelope that is too long', () => {
    const texts: Record<string, string> = {
      'line 1': `{"a": [1, "${'x'.repeat(300_000)}"], "b": "${'y'.repeat(1000)}"}`,
      'line 2': `[${'1,'.repeat(140_000)}1]`,
    };
    const replay = replayOf(
      [
        fileRecordOf('x.jsonl', [
          { title: 'a', run: 'r' },
          { title: 'b', run: 'r' },
          { title: 'c', run: 'r' },
        ]),
      ],
      {
        reader: { text: ({ part }) => ({ text: texts[part] ?? '{}', lang: 'json' }) },
      },
    );
    const [first, second, third] = packRun(replay).envelopes;
    const shortened = JSON.parse(first?.text ?? '');
    expect(shortened.a[1]).toMatch(/^x+… \(\d+ more characters\)$/);
    expect(shortened.b).toHaveLength(1000);
    expect(second).toMatchObject({ fault: expect.stringContaining('left out') });
    expect(third).toMatchObject({ text: '{}' });
  });

  test.skipIf(corpusMissing)(
    `answers as it did before: the corpus${corpusMissing ? `, but ${corpusMissing}` : ''}`,
    () => {
      expect(sameAnswers(corpusRuns())).toBeGreaterThan(20);
    },
  );

  test.skipIf(corpusMissing)(
    `answers as it did before: logs of other programs${corpusMissing ? `, but ${corpusMissing}` : ''}`,
    () => {
      expect(sameAnswers(loggedRuns())).toBeGreaterThan(20);
    },
  );

  test('answers as it did before: the sample workspace', () => {
    expect(sameAnswers(sampleRuns())).toBeGreaterThan(5);
  });
});

/** Of how many runs the answers were the same, once they were taken along. */
function sameAnswers({ texts, index }: RealRuns): number {
  const runs = index.runs().filter(({ steps }) => steps > 0);
  const { reader } = replayIn(index, { texts });
  for (const { key } of runs) {
    const run = index.run(key);
    if (!run) throw new Error(key);
    const others = { revision: () => 0, summaries: () => [], run: () => undefined };
    const live: ReplayedRun = { run, others, now: 0, reader: { ...reader, fileAt: () => undefined } };
    const taken = unpackRun(JSON.parse(JSON.stringify(packRun(live))), 0);
    for (const [question, params] of asked(run.summary.steps)) {
      const name = `${question} ${JSON.stringify(params)} of ${key}`;
      expect([name, answerTo(taken, question, params)]).toEqual([name, answerTo(live, question, params)]);
    }
  }
  return runs.length;
}
