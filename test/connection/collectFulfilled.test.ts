import { expect, test } from 'vitest';
import { collectFulfilled } from '../../server/src/connection/ignoreRejection';

test('what fails takes nothing else with it, and is told', async () => {
  const told: unknown[] = [];
  const offers = [
    async () => [1, 2],
    () => Promise.reject('late'),
    () => {
      throw 'at once';
    },
    async () => [3],
  ];
  expect(await collectFulfilled(offers, error => told.push(error))).toEqual([1, 2, 3]);
  expect(told).toEqual(['late', 'at once']);
});
