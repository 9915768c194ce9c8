import { expect, test } from 'vitest';
import type { Kind } from '../../../server/src/model/kind';
import { REVIEWS, readProtocol } from '../../kit/declaredProtocols';

const { family } = readProtocol(REVIEWS);
const [request, verdict] = (family?.kinds ?? []) as [Kind, Kind];
const stepsOf = (value: Record<string, unknown>, kind: Kind) => family?.steps?.(value, kind);

test('what is asked waits for its answer', () => {
  expect(
    stepsOf({ review_id: 'R-1', change: 'C-1', asked_by: 'ada', at: '2026-06-01T10:00:00Z', summary: 'Look' }, request),
  ).toEqual([
    {
      kind: 'review-queue/request',
      title: 'Look',
      outcome: 'pending',
      key: 'R-1',
      run: 'C-1',
      at: 1780308000000000000n,
      agent: 'ada',
      side: 'ask',
      pair: 'R-1',
      status: 'running',
    },
  ]);
});

test.each([
  ['approved', { outcome: 'ok', status: 'succeeded' }],
  ['  Changes ', { outcome: 'failed', status: 'failed' }],
  ['withdrawn', { outcome: 'failed', status: 'cancelled' }],
  ['__proto__', { outcome: 'unknown' }],
  [{ approved: true }, { outcome: 'unknown' }],
])('a verdict of %j', (said, came) => {
  const [step] = stepsOf({ review_id: 'R-1', verdict: said, took_ms: 1.5 }, verdict) ?? [];
  expect(step).toMatchObject({ ...came, side: 'answer', pair: 'R-1', duration: 1_500_000n });
  if (came.outcome === 'unknown') expect(step).not.toHaveProperty('status');
});

test('what says how long it took is dated at its end, but for what is asked', () => {
  const fieldPointers = { ...verdict.fieldPointers, at: ['/at'], duration: ['/took_ms'] };
  const value = { review_id: 'R-1', verdict: 'approved', at: '2026-06-01T10:00:01Z', took_ms: 1000 };
  const startOf = (kind: Kind) => stepsOf(value, { ...kind, fieldPointers })?.[0]?.at;
  expect(startOf(verdict)).toBe(1780308000000000000n);
  expect(startOf(request)).toBe(1780308001000000000n);
});

test('without words of its own those are known that everybody uses; a kind that tells nothing is no step', () => {
  const { status: _, ...plain } = verdict;
  const outcome = (said: unknown) => stepsOf({ verdict: said }, plain)?.[0]?.outcome;
  expect(['Success', 'failed', 'in_progress', true, false, 'purple'].map(outcome)).toEqual([
    ...['ok', 'failed', 'pending', 'ok', 'failed', 'unknown'],
  ]);
  expect(stepsOf({ verdict: 'approved' }, { ...verdict, fieldPointers: {} })).toEqual([]);
});

test.each<[pointer: string, duration: bigint]>([
  ['/duration', 2_000_000n],
  ['/took_ms', 2_000_000n],
  ['/durationMs', 2_000_000n],
  ['/duration_seconds', 2_000_000_000n],
  ['/meta/durationSeconds', 2_000_000_000n],
  ['/elapsed-s', 2_000_000_000n],
  ['/seconds', 2_000_000_000n],
  ['/took_us', 2_000n],
  ['/durationNanos', 2n],
  ['/minutes', 120_000_000_000n],
  ['/times', 2_000_000n],
])('a duration at %s is in the unit that its name tells', (pointer, duration) => {
  const kind = { ...verdict, fieldPointers: { ...verdict.fieldPointers, duration: [pointer] } };
  const value: Record<string, unknown> = { review_id: 'R-1', verdict: 'approved', meta: { durationSeconds: 2 } };
  if (!pointer.startsWith('/meta')) value[pointer.slice(1)] = 2;
  expect(family?.steps?.(value, kind)[0]?.duration).toBe(duration);
});

test('usage, a unit and an agent that is always the same', () => {
  const { family } = readProtocol({
    id: 'own',
    kinds: {
      turn: {
        schema: { type: 'object', required: ['turn', 'took', 'used'] },
        in: ['/result'],
        tells: { id: '/turn', duration: '/took' },
        durationUnit: 'seconds',
        agentName: 'writer',
        usage: { model: '/used/by', input: '/used/in', output: ['/used/out', '/used/o'], cost: '/used/usd' },
      },
    },
  });
  const value = { turn: 't', took: 2.5, used: { by: 'm-1', in: 10, o: 5, usd: 0.25 } };
  const [plain] = (family?.kinds ?? []).map(kind => family?.steps?.(value, kind)[0]);
  expect(plain).toMatchObject({
    agent: 'writer',
    model: 'm-1',
    duration: 2_500_000_000n,
    effects: [{ do: 'usage', tokens: 15, input: 10, output: 5, cost: 0.25 }],
  });
});
