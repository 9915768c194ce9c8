import { expect, test } from 'vitest';
import { deliverBatches, NOTHING_DELIVERED, type PostResult } from '../../../server/src/sources/send/deliverBatches';
import type { SpanBatch } from '../../../server/src/sources/send/prepareSending';

const batches = [3, 2, 4].map((spans, at): SpanBatch => ({ spans, body: new Uint8Array([at]), isCompressed: false }));
const ok: PostResult = { status: 200, body: '{}' };
const busy: PostResult = { status: 503, body: '' };
const lost: PostResult = { fault: 'closed the connection', isFinal: false };

/** Delivers to a collector with these answers, in a time that only pauses let pass. */
function collector(answers: readonly (PostResult | (() => void))[]) {
  const waiting = [...answers];
  const controller = new AbortController();
  const seen: number[] = [];
  const pauses: number[] = [];
  const progress: string[] = [];
  let now = 0;
  const deliver = (from = NOTHING_DELIVERED) =>
    deliverBatches(
      batches,
      { from, budget: 60_000, signal: controller.signal },
      {
        async post({ body }, signal) {
          seen.push(body[0] ?? -1);
          const next = waiting.shift() ?? ok;
          if (typeof next === 'function') next();
          signal.throwIfAborted();
          return next as PostResult;
        },
        async pause(milliseconds) {
          pauses.push(milliseconds);
          now += milliseconds;
        },
        now: () => now,
        random: () => 0.5,
        onProgress: ({ sent }, retry) =>
          progress.push(retry ? `${sent}, again in ${retry.delay} of ${retry.left}` : String(sent)),
      },
    );
  return { deliver, seen, pauses, progress, abort: () => controller.abort() };
}

test('batches are sent in order', async () => {
  const { deliver, seen, progress } = collector([]);
  expect(await deliver()).toEqual({ next: 3, sent: 9, rejected: 0 });
  expect(seen).toEqual([0, 1, 2]);
  expect(progress).toEqual(['3', '5', '9']);
});

test('only the batch that was not taken is sent again', async () => {
  const { deliver, seen, progress } = collector([ok, busy, lost, ok, ok]);
  expect(await deliver()).toEqual({ next: 3, sent: 9, rejected: 0 });
  expect(seen).toEqual([0, 1, 1, 1, 2]);
  expect(progress).toEqual(['3', '3, again in 1000 of 60000', '3, again in 1500 of 59000', '5', '9']);
});

test('it is given up within the budget, and goes on from there', async () => {
  const { deliver, seen, pauses } = collector([ok, ...Array.from({ length: 10 }, () => busy)]);
  const first = await deliver();
  expect(first).toEqual({ next: 1, sent: 3, rejected: 0, failure: busy });
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(60_000);
  seen.length = 0;
  expect((await deliver(first)).sent).toBe(9);
  expect(seen).not.toContain(0);
});

test('a wait that is asked for and exceeds the budget is told, and forgotten by the next call', async () => {
  const away = { ...busy, retryAfter: '3600' };
  const { deliver } = collector([ok, away]);
  const first = await deliver();
  expect(first).toEqual({ next: 1, sent: 3, rejected: 0, failure: away, askedDelay: 3_600_000 });
  expect(await deliver(first)).toEqual({ next: 3, sent: 9, rejected: 0 });
});

test('what is refused is not sent again', async () => {
  const refused = { status: 400, body: 'no' };
  const { deliver, seen } = collector([ok, refused]);
  expect(await deliver()).toEqual({ next: 1, sent: 3, rejected: 0, failure: refused });
  expect(seen).toEqual([0, 1]);
});

test('what was rejected of a batch is counted, and not sent again', async () => {
  const partly = { status: 200, body: '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}' };
  const { deliver, seen } = collector([partly, ok, partly]);
  expect(await deliver()).toEqual({ next: 3, sent: 9, rejected: 4, message: 'too old' });
  expect(seen).toEqual([0, 1, 2]);
});

test('a cancelled sending ends, and knows what arrived', async () => {
  const sending = collector([ok, () => sending.abort()]);
  expect(await sending.deliver()).toEqual({ next: 1, sent: 3, rejected: 0 });
  expect(sending.seen).toEqual([0, 1]);
});
