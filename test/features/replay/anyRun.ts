import fc from 'fast-check';
import type { ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import type { Folded } from '../../../server/src/shared/replay';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const MS = 1_000_000n;

/** Runs of up to so many steps: nested or not, with times or without, that overlap or begin before what they are nested in. */
export function anyRun(most = 25): fc.Arbitrary<ReplayedRun> {
  const step = fc.record(
    {
      title: fc.constantFrom('idea', 'code', 'test'),
      agent: fc.constantFrom('vision', 'build', 'review', '__proto__'),
      peer: fc.constantFrom('vision', 'build', 'review'),
      above: fc.nat({ max: most }),
      at: fc.nat({ max: 60 }).map(at => BigInt(at) * MS),
      duration: fc.nat({ max: 20 }).map(ms => BigInt(ms) * MS),
      outcome: fc.constantFrom('ok', 'failed', 'pending', 'unknown'),
      confidence: fc.constantFrom(0.2, 0.6, 0.9),
    },
    { requiredKeys: ['title'] },
  );
  return fc.array(step, { minLength: 1, maxLength: most }).map(steps =>
    replayOf([
      fileRecordOf(
        'run.jsonl',
        steps.map(({ above, ...told }, index): EntryFields => {
          return { run: 'r', key: `k${index}`, ...told, ...(above !== undefined && { parent: `k${above}` }) };
        }),
      ),
    ]),
  );
}

/** Ways to fold them. */
export const anyFolded: fc.Arbitrary<Folded> = fc.record({
  all: fc.boolean(),
  but: fc.array(fc.nat({ max: 30 }), { maxLength: 6 }),
});

/** Is a step to be seen? By going up from it, one by one. */
export function isShown({ run }: ReplayedRun, step: number, folded: Folded): boolean {
  for (let at = run.step(step).parent; at !== undefined; at = run.step(at).parent) {
    if (folded.all !== folded.but.includes(at)) return false;
  }
  return true;
}
