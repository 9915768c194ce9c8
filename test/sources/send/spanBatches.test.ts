import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BATCH_LIMITS, spanBatches } from '../../../server/src/sources/send/prepareSending';

const HEAD =
  '{"resourceSpans":[{"resource":{"attributes":[{"key":"ü"}]},"scopeSpans":[{"scope":{"name":"s"},"spans":[\n';
const TAIL = '\n]}]}]}\n';

test('each span is in one batch, in order, in its resource and scope, and no batch exceeds a limit unless it is one span', () => {
  const spans = fc.array(fc.record({ name: fc.string({ unit: 'binary', maxLength: 60 }) }), { maxLength: 40 });
  const limits = fc.record({ spans: fc.integer({ min: 1, max: 9 }), bytes: fc.integer({ min: 1, max: 500 }) });
  fc.assert(
    fc.property(spans, limits, (spans, limits) => {
      const request = { head: HEAD, spans: spans.map(span => JSON.stringify(span)), tail: TAIL };
      const batches = [...spanBatches(request, limits)];
      const parsed = batches.map(({ text }) => JSON.parse(text).resourceSpans[0]);
      expect(parsed.flatMap(({ scopeSpans }) => scopeSpans[0].spans)).toEqual(spans);
      for (const [at, batch] of batches.entries()) {
        expect(parsed[at]).toMatchObject({
          resource: { attributes: [{ key: 'ü' }] },
          scopeSpans: [{ scope: { name: 's' } }],
        });
        expect(batch.bytes).toBe(Buffer.byteLength(batch.text));
        expect(batch.spans).toBe(parsed[at].scopeSpans[0].spans.length);
        expect(batch.spans).toBeLessThanOrEqual(limits.spans);
        expect(batch.bytes <= limits.bytes || batch.spans === 1).toBe(true);
      }
    }),
  );
});

test('as many spans as possible go together', () => {
  const spans = Array.from({ length: 2 * BATCH_LIMITS.spans + 1 }, (_, index) => `{"i":${index}}`);
  expect([...spanBatches({ head: HEAD, spans, tail: TAIL })].map(batch => batch.spans)).toEqual([512, 512, 1]);
});

test('a request without spans is no batch', () => {
  expect([...spanBatches({ head: HEAD, spans: [], tail: TAIL })]).toEqual([]);
});
