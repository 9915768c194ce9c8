import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf, type ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import { outlinePlace, stepOutline } from '../../../server/src/features/replay/stepOutline';
import type { Folded } from '../../../server/src/shared/replay';
import { anyFolded, anyRun } from './anyRun';

test('it is the tree that the run has, gone through one by one', () => {
  fc.assert(
    fc.property(anyRun(), anyFolded, (replay, folded) => {
      const expected = walked(replay, folded);
      const { rows, total } = stepOutline(replay, { folded });
      expect(rows.map(({ step, depth }) => [step, depth])).toEqual(expected);
      expect(total).toBe(expected.length);
      for (let step = 0; step < columnsOf(replay.run).count; step++) {
        let at = step;
        while (!expected.some(([shown]) => shown === at)) at = replay.run.step(at).parent as number;
        expect(outlinePlace(replay, { step, folded })).toBe(expected.findIndex(([shown]) => shown === at));
      }
    }),
  );
});

function walked({ run }: ReplayedRun, { all, but }: Folded): number[][] {
  const under = (step: number | undefined, depth: number): number[][] =>
    run
      .children(step)
      .flatMap(child => [[child, depth], ...(all !== but.includes(child) ? [] : under(child, depth + 1))]);
  return under(undefined, 0);
}
