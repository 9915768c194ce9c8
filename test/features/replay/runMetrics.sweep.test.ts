import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOf } from '../../../server/src/features/replay/replayedRun';
import { runMetrics } from '../../../server/src/features/replay/runMetrics';
import { anyRun } from './anyRun';

describe('what can be measured', () => {
  test('who is busy, millisecond by millisecond', () => {
    fc.assert(
      fc.property(anyRun(), replay => {
        const { start, end, timed, lane, count } = columnsOf(replay.run);
        for (const { lane: own, busy = 0 } of runMetrics(replay, {}).agents) {
          let expected = 0;
          for (let at = 0; at < 100; at++) {
            const isBusy = (step: number) =>
              lane[step] === own && timed[step] === 1 && (start[step] as number) <= at && (end[step] as number) > at;
            if ([...Array(count).keys()].some(isBusy)) expected++;
          }
          expect(busy).toBe(expected);
        }
      }),
    );
  });
});
