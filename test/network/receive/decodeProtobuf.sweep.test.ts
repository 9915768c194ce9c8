import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeProtobuf } from '../../../server/src/network/receive/decodeOtlpProtobuf';
import {
  LOGS,
  type Signal,
  TRACES,
  validateOtlpRequest,
} from '../../../server/src/network/receive/validateOtlpRequest';
import { sixteenth } from '../../kit/amount';
import { encodeOtlp } from '../../kit/encodeOtlp';
import { otlpMessage } from '../../kit/otlpArbitraries';
import { recordedSpans } from './recordedSpans';

const payloads: [string, Uint8Array][] = [
  ['Python', readFileSync(join(import.meta.dirname, 'traces.pb'))],
  ['JavaScript', ProtobufTraceSerializer.serializeRequest(recordedSpans()) as Uint8Array],
];

/** Neither what is no message nor one of other values may do anything else than this. */
function decodeAndTake(bytes: Uint8Array, signal: Signal): void {
  let decoded: unknown;
  try {
    decoded = decodeProtobuf(signal.request, bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).not.toMatch(/undefined|not a function|call stack/);
    return;
  }
  const { request, accepted } = validateOtlpRequest(decoded, signal);
  // What is valid stays so.
  expect(validateOtlpRequest(JSON.parse(JSON.stringify(request)), signal)).toMatchObject({ accepted, rejected: 0 });
}

test.each([
  ['traces', TRACES],
  ['logs', LOGS],
] as const)('whatever is encoded is decoded as it was: %s', (_, signal) => {
  fc.assert(
    fc.property(otlpMessage(signal.request), message => {
      const decoded = decodeProtobuf(signal.request, encodeOtlp(signal.request, message));
      expect(decoded).toEqual(message);
    }),
    { numRuns: sixteenth(300) },
  );
});

test('requests of JSON are taken as they are', () => {
  fc.assert(
    fc.property(otlpMessage('ExportTraceServiceRequest'), message => {
      const { request, rejected } = validateOtlpRequest(JSON.parse(JSON.stringify(message)), TRACES);
      const again = validateOtlpRequest(request, TRACES);
      expect(again.rejected).toBe(0);
      expect(again.request).toEqual(request);
      if (rejected === 0) expect(decodeProtobuf(TRACES.request, encodeOtlp(TRACES.request, request))).toEqual(request);
    }),
    { numRuns: sixteenth(200) },
  );
});

describe.each(payloads)('a payload of %s', (_, bytes) => {
  test('that ends anywhere', () => {
    expect.hasAssertions();
    expect(bytes.length).toBeGreaterThan(100);
    for (let end = 0; end < bytes.length; end++) decodeAndTake(bytes.subarray(0, end), TRACES);
  });

  test('in which any bits are others', () => {
    const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(changes, made => {
        const changed = Uint8Array.from(bytes);
        for (const [at, value] of made) changed[at] = value;
        decodeAndTake(changed, TRACES);
        decodeAndTake(changed, LOGS);
        expect(changed).toHaveLength(bytes.length);
      }),
      { numRuns: sixteenth(3000) },
    );
  });
});

test('any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
      decodeAndTake(bytes, TRACES);
      expect(bytes).toBeDefined();
    }),
    { numRuns: sixteenth(3000) },
  );
});
