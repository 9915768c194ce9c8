import fc from 'fast-check';
import {
  fieldsOf,
  isMessage,
  type OtlpMessage,
  type OtlpScalar,
} from '../../server/src/network/receive/decodeOtlpProtobuf';

/** Any message of OTLP in its standard form: with any of its fields, empty and extreme values among them. */
export function otlpMessage(message: OtlpMessage, depth = 0): fc.Arbitrary<Record<string, unknown>> {
  const known = messages.get(`${message} ${depth}`);
  if (known) return known;
  const fields = [...fieldsOf(message).values()].filter(({ type }) => depth < DEEPEST || !isMessage(type));
  const values = fields.map(({ name, type, isRepeated }) => {
    const one = isMessage(type) ? otlpMessage(type, depth + 1) : SCALARS[type];
    return [name, isRepeated ? fc.array(one, { minLength: 1, maxLength: 2 }) : one] as const;
  });
  // One of its members, or none.
  const made: fc.Arbitrary<Record<string, unknown>> =
    message === 'AnyValue'
      ? fc.oneof(fc.constant({}), ...values.map(([name, one]) => one.map((value: unknown) => ({ [name]: value }))))
      : fc.record(Object.fromEntries(values), { requiredKeys: REQUIRED[message] ?? [] });
  messages.set(`${message} ${depth}`, made);
  return made;
}

const messages = new Map<string, fc.Arbitrary<Record<string, unknown>>>();
const DEEPEST = 8;

/** What a request must have to be accepted in full. */
const REQUIRED: Partial<Record<OtlpMessage, string[]>> = {
  ExportTraceServiceRequest: ['resourceSpans'],
  ResourceSpans: ['scopeSpans'],
  ScopeSpans: ['spans'],
  Span: ['traceId', 'spanId'],
  ExportLogsServiceRequest: ['resourceLogs'],
  ResourceLogs: ['scopeLogs'],
  ScopeLogs: ['logRecords'],
};

function hex(bytes: number): fc.Arbitrary<string> {
  return fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(id => Buffer.from(id).toString('hex'));
}

const uint32 = fc.oneof(fc.constantFrom(0, 2 ** 32 - 1), fc.nat());
const SCALARS: Readonly<Record<OtlpScalar, fc.Arbitrary<unknown>>> = {
  string: fc.string({ maxLength: 40, unit: 'binary' }),
  hex: fc.oneof(hex(16), hex(8)),
  base64: fc.uint8Array({ maxLength: 8 }).map(bytes => Buffer.from(bytes).toString('base64')),
  bool: fc.boolean(),
  int64: fc.oneof(fc.constantFrom('0', '-1'), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
  fixed64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  uint32,
  fixed32: uint32,
  double: fc.double().map(value => (Number.isFinite(value) ? value + 0 : String(value))),
  enum: fc.integer(),
};
