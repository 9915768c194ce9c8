import { expect, test } from 'vitest';
import { answerCache } from '../../../client/webview/model/answerCache';
import type { Host } from '../../../client/webview/selectHost';

/** A host whose answers the test sends, in any order. */
function askedHost() {
  const given: ((answer: unknown) => void)[] = [];
  const host = { ask: () => new Promise(resolve => given.push(resolve)) } as unknown as Host;
  return { host, given };
}

const PARAMS = { step: 1 };

test('caches an answer, and requests it once while it is under way', async () => {
  const { host, given } = askedHost();
  const { ask, known } = answerCache(host);
  const both = [ask('changes', PARAMS), ask('changes', PARAMS)];
  given[0]?.('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  expect(await ask('changes', PARAMS)).toBe('first');
  expect([given.length, known('changes', PARAMS)]).toEqual([1, 'first']);
});

test('does not cache an answer about an earlier state of the run', async () => {
  const { host, given } = askedHost();
  const { ask, known, forget } = answerCache(host);
  const before = ask('changes', PARAMS);
  forget();
  given[0]?.('of the old run');
  expect(await before).toBe('of the old run');
  expect(known('changes', PARAMS)).toBeUndefined();
  const after = ask('changes', PARAMS);
  given[1]?.('of the new run');
  expect(await after).toBe('of the new run');
});
