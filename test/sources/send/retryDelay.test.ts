import { expect, test } from 'vitest';
import { delayAsked, type PostResult, retryDelay } from '../../../server/src/sources/send/deliverBatches';

const NOW = Date.UTC(2026, 6, 1, 9);
const state = { retries: 0, elapsed: 0, budget: 60_000, now: NOW, random: 0.5 };
const answer = (status: number, retryAfter?: string): PostResult => ({
  status,
  body: '',
  ...(retryAfter !== undefined && { retryAfter }),
});
const lost = { fault: 'closed the connection', isFinal: false };

test.each<[string, PostResult, Partial<typeof state>, number | undefined]>([
  ['503', answer(503), {}, 1000],
  ['429', answer(429), {}, 1000],
  ['502', answer(502), {}, 1000],
  ['504', answer(504), {}, 1000],
  ['a lost connection', lost, {}, 1000],
  ['a host that is not known', { ...lost, isFinal: true }, {}, undefined],
  ...[301, 302, 308, 400, 401, 403, 404, 408, 413, 415, 421, 500, 501, 505].map(
    (status): [string, PostResult, object, undefined] => [String(status), answer(status, '1'), {}, undefined],
  ),
  ['the third retry', lost, { retries: 2 }, 2250],
  ['a late retry', lost, { retries: 30 }, 10_000],
  ['a short draw', lost, { random: 0 }, 800],
  ['a long draw', lost, { random: 1 }, 1200],
  ['seconds that were asked for', answer(503, '7'), { retries: 3 }, 7000],
  ['a date that was asked for', answer(429, 'Wed, 01 Jul 2026 09:00:20 GMT'), {}, 20_000],
  ['a date that has passed', answer(429, 'Wed, 01 Jul 2020 09:00:20 GMT'), {}, 0],
  ['nonsense that was asked for', answer(503, 'soon'), {}, 1000],
  ['more than the budget', answer(503, '61'), {}, undefined],
  ['a delay at the end of the budget', lost, { elapsed: 59_000 }, 1000],
  ['a delay beyond the budget', lost, { elapsed: 59_001 }, undefined],
])('%s', (_, result, more, expected) => {
  expect(retryDelay(result, { ...state, ...more })).toBe(expected);
});

test.each([['-1'], ['1.5'], ['1e9'], [''], ['9'.repeat(30)]])('"%s" is no delay', text => {
  expect(delayAsked(text, NOW)).toBeUndefined();
});
