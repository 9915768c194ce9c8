import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runInSlices } from '../../server/src/project/openDocuments';
import type { WorkInSteps } from '../../server/src/shared/workInSteps';

test('work that takes long pauses for other work', async () => {
  let isReached = false;
  function* untilReached(): WorkInSteps<string> {
    while (!isReached) yield;
    return 'reached';
  }
  const result = runInSlices(untilReached());
  await setImmediate();
  isReached = true;
  expect(await result).toBe('reached');
});

test('work that is not needed any more is given up', async () => {
  function* endless(): WorkInSteps<never> {
    for (;;) yield;
  }
  expect(await runInSlices(endless(), () => false)).toBeUndefined();
});

test('work that is short takes no pause', async () => {
  let isPaused = false;
  function* short(): WorkInSteps<number> {
    yield;
    return 1;
  }
  const result = runInSlices(short(), () => {
    isPaused = true;
    return true;
  });
  expect([await result, isPaused]).toEqual([1, false]);
});
