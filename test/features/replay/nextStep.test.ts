import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOf, type ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import { nextStep } from '../../../server/src/features/replay/stepOutline';
import type { StepGoal } from '../../../server/src/shared/replay';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { anyRun } from './anyRun';
import { replayOf } from './replayOf';

const replay = replayOf([
  fileRecordOf(
    'a.jsonl',
    [
      { title: 'plan', agent: 'a', key: 'p', at: 0n },
      { title: 'call', agent: 'a', key: 'c', parent: 'p', at: 10n, outcome: 'failed' },
      { title: 'deep', agent: 'b', parent: 'c', at: 20n },
      { title: 'again', agent: 'a', parent: 'p', at: 30n },
      { title: 'other', agent: 'b', at: 40n },
      { title: 'last', agent: 'a', parent: 'p', at: 50n },
    ],
    {
      checks: {
        'line 3': { problems: { error: 0, warning: 1, info: 0 }, rules: [] },
        'line 5': { problems: { error: 0, warning: 0, info: 3 }, rules: [] },
      },
    },
  ),
]);

describe('the next step', () => {
  test.each<[StepGoal, number, number | null, number | null]>([
    ['error', 0, 1, null],
    ['error', 1, null, null],
    ['error', 4, null, 1],
    ['problem', 0, 2, null],
    ['problem', 2, null, null],
    ['agent', 0, 1, null],
    ['agent', 1, 3, 0],
    ['agent', 2, 4, null],
    ['into', 0, 1, 1],
    ['into', 2, null, null],
    ['out', 2, 1, 1],
    ['out', 0, null, null],
    ['over', 0, 4, null],
    ['over', 1, 3, 0],
    ['over', 3, 4, 1],
    ['over', 4, 5, 0],
    ['over', 5, null, 3],
  ])('%s from %i', (to, step, next, before) => {
    expect(nextStep(replay, { step, to })).toBe(next);
    expect(nextStep(replay, { step, to, back: true })).toBe(before);
  });

  test('of another agent', () => {
    expect(nextStep(replay, { step: 0, to: 'agent', lane: 1 })).toBe(2);
    expect(nextStep(replay, { step: 4, to: 'agent', lane: 0, back: true })).toBe(3);
    expect(nextStep(replay, { step: 0, to: 'agent', lane: 9 })).toBeNull();
  });

  test.each([-1, 6, 0.5, Number.NaN])('there is no step %d', step => {
    expect(() => nextStep(replay, { step, to: 'error' })).toThrow(RangeError);
  });

  test('is the first that is found by looking at one after another', () => {
    const goal = fc.constantFrom<StepGoal>('error', 'problem', 'agent', 'into', 'out', 'over');
    fc.assert(
      fc.property(anyRun(), goal, fc.boolean(), fc.nat(24), (replay, to, back, at) => {
        const step = at % columnsOf(replay.run).count;
        expect(nextStep(replay, { step, to, back })).toBe(looked(replay, step, to, back));
      }),
      { numRuns: 100 },
    );
  });
});

function looked({ run }: ReplayedRun, step: number, to: StepGoal, back: boolean): number | null {
  const { lane } = columnsOf(run);
  const all = [...Array(run.summary.steps).keys()];
  const ahead = all.filter(at => at > step);
  const order = back ? all.filter(at => at < step).reverse() : ahead;
  const parent = run.step(step).parent ?? null;
  const isIn = (at: number): boolean => {
    const above = run.step(at).parent;
    return above !== undefined && (above === step || isIn(above));
  };
  const found: Record<StepGoal, () => number | undefined | null> = {
    error: () => order.find(at => run.step(at).outcome === 'failed'),
    problem: () => order.find(at => run.step(at).problems.error + run.step(at).problems.warning > 0),
    agent: () => order.find(at => lane[at] === lane[step]),
    into: () => ahead.find(at => run.step(at).parent === step),
    out: () => parent,
    over: () =>
      back ? (order.find(at => (run.step(at).parent ?? null) === parent) ?? parent) : order.find(at => !isIn(at)),
  };
  return found[to]() ?? null;
}
