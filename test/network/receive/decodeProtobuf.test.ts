import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { describe, expect, test } from 'vitest';
import { decodeProtobuf } from '../../../server/src/network/receive/decodeOtlpProtobuf';
import { TRACES, validateOtlpRequest } from '../../../server/src/network/receive/validateOtlpRequest';
import { runsEverything } from '../../kit/amount';
import { encodeOtlp } from '../../kit/encodeOtlp';
import { recordedSpans } from './recordedSpans';

const python = readFileSync(join(import.meta.dirname, 'traces.pb'));
const REQUEST = 'ExportTraceServiceRequest';

// Protobuf leaves fields out that have their default values; what an attribute or its value holds is never one.
function withoutDefaults(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map(one => withoutDefaults(one));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, held]) =>
      key.endsWith('Value') || !(held === 0 || held === '' || (Array.isArray(held) && held.length === 0)),
  );
  const held = Object.fromEntries(entries.map(([key, one]) => [key, withoutDefaults(one, key)]));
  return name === 'status' && Object.keys(held).length === 0 ? {} : held;
}

test('a payload of the OpenTelemetry SDK for JavaScript is what its JSON is', () => {
  const spans = recordedSpans();
  const bytes = ProtobufTraceSerializer.serializeRequest(spans) as Uint8Array;
  const text = Buffer.from(JsonTraceSerializer.serializeRequest(spans) as Uint8Array).toString();
  const decoded = validateOtlpRequest(decodeProtobuf(REQUEST, bytes), TRACES);
  const json = validateOtlpRequest(JSON.parse(text), TRACES);
  expect(decoded).toMatchObject({ accepted: spans.length, rejected: 0 });
  expect(withoutDefaults(decoded.request)).toEqual(withoutDefaults(json.request));
});

test('a payload of Protobuf for Python keeps what it holds, to the last digit', () => {
  const { request, accepted, rejected } = validateOtlpRequest(decodeProtobuf(REQUEST, python), TRACES);
  expect({ accepted, rejected }).toEqual({ accepted: 2, rejected: 0 });
  const [resource] = request['resourceSpans'] as { scopeSpans: { spans: Record<string, unknown>[] }[] }[];
  const [root, child] = resource?.scopeSpans[0]?.spans ?? [];
  expect(root).toEqual({
    traceId: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    spanId: '00a1b2c3d4e5f607',
    name: 'invoke_agent planner',
    kind: 1,
    flags: 257,
    startTimeUnixNano: '1780301109000000001',
    endTimeUnixNano: '1780301111000000250',
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'invoke_agent' } },
      { key: 'gen_ai.agent.name', value: { stringValue: 'planner' } },
      { key: 'zero', value: { intValue: '0' } },
      { key: 'false', value: { boolValue: false } },
      { key: 'empty', value: { stringValue: '' } },
      { key: 'none', value: {} },
      { key: 'nothing', value: { bytesValue: '' } },
      { key: 'naught', value: { doubleValue: 0 } },
      { key: 'least', value: { intValue: '-9223372036854775808' } },
      { key: 'most', value: { intValue: '9223372036854775807' } },
      { key: 'half', value: { doubleValue: 0.5 } },
      { key: 'infinite', value: { doubleValue: 'Infinity' } },
      { key: 'bytes', value: { bytesValue: 'AP8=' } },
      {
        key: 'list',
        value: {
          arrayValue: {
            values: [
              { stringValue: 'ä' },
              { intValue: '1' },
              { arrayValue: { values: [{ boolValue: true }, { kvlistValue: {} }] } },
            ],
          },
        },
      },
      {
        key: 'map',
        value: {
          kvlistValue: {
            values: [
              {
                key: 'inner',
                value: {
                  kvlistValue: { values: [{ key: 'deep', value: { arrayValue: { values: [{ intValue: '0' }] } } }] },
                },
              },
            ],
          },
        },
      },
      { key: 'text', value: { stringValue: 'naïve 日本 🚀' } },
    ],
    status: { code: 1 },
  });
  expect(child).toMatchObject({
    parentSpanId: '00a1b2c3d4e5f607',
    endTimeUnixNano: '18446744073709551615',
    traceState: 'a=b',
    links: [{ traceId: 'f0e1d2c3b4a5968778695a4b3c2d1e0f', spanId: '00a1b2c3d4e5f607' }],
    status: { code: 2, message: 'none found' },
  });
});

describe('bytes that are no request', () => {
  test.each<[string, number[], RegExp]>([
    ['text', [...Buffer.from('{"resourceSpans":[]}')], /./],
    ['a part that is longer than all', [0x0a, 0x7f], /"resourceSpans" ends early/],
    ['a part that is longer than the part around it', [0x0a, 0x03, 0x12, 0x05, 0, 0, 0, 0], /"scopeSpans" ends early/],
    ['a number that is no message', [0x08, 0x01], /"resourceSpans" has the wire type 0/],
    ['a number without an end', [0x0a, 0xff, 0xff, 0xff], /./],
  ])('%s', (_, bytes, message) => {
    expect(() => decodeProtobuf(REQUEST, Uint8Array.from(bytes))).toThrow(message);
  });

  test('values that nest without end', () => {
    let value: object = { stringValue: '' };
    for (let depth = 0; depth < 60; depth++) value = { arrayValue: { values: [value] } };
    const span = { attributes: [{ key: 'deep', value }] };
    const bytes = encodeOtlp(REQUEST, { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    expect(() => decodeProtobuf(REQUEST, bytes)).toThrow(/nests deeper than 100 levels/);
  });

  test.runIf(runsEverything)('millions of empty values', () => {
    const bytes = new Uint8Array(2_000_002).fill(0);
    for (let at = 0; at < bytes.length; at += 2) bytes[at] = 0x0a;
    expect(() => decodeProtobuf(REQUEST, bytes)).toThrow(/more than 1000000 parts/);
  });
});

test('unknown fields are passed over, whatever their type', () => {
  const known = encodeOtlp(REQUEST, { resourceSpans: [{ schemaUrl: 'x' }] });
  const unknown = [
    ...[0xf8, 0x3f, 0x96, 0x01],
    ...[0xf9, 0x3f, 1, 2, 3, 4, 5, 6, 7, 8],
    ...[0xfd, 0x3f, 1, 2, 3, 4],
    ...[0xfa, 0x3f, 0x02, 7, 7],
    ...[0xfb, 0x3f, 0xf8, 0x3f, 0x01, 0xfc, 0x3f],
  ];
  expect(decodeProtobuf(REQUEST, Uint8Array.from([...unknown, ...known, ...unknown]))).toEqual({
    resourceSpans: [{ schemaUrl: 'x' }],
  });
});
