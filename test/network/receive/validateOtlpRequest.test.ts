import { describe, expect, test } from 'vitest';
import { LOGS, TRACES, validateOtlpRequest } from '../../../server/src/network/receive/validateOtlpRequest';

const valid = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'x' };

function spansOf(...spans: unknown[]) {
  return { resourceSpans: [{ scopeSpans: [{ spans }] }] };
}

describe('spans that are rejected, while the others are taken', () => {
  test.each<[string, unknown, string]>([
    ['no trace id', { ...valid, traceId: undefined }, '"traceId" is missing'],
    ['an empty trace id', { ...valid, traceId: '' }, '"traceId" is missing'],
    ['a trace id of zeros', { ...valid, traceId: '0'.repeat(32) }, '"traceId" is missing'],
    ['a short trace id', { ...valid, traceId: 'abcd' }, '"traceId" has not 32 hexadecimal digits'],
    [
      'a trace id in base64',
      { ...valid, traceId: 'Dx4tPEtaaXiHlqW0w9Lh8A==' },
      '"traceId" is no id in hexadecimal digits',
    ],
    ['no span id', { ...valid, spanId: null }, '"spanId" is missing'],
    ['a long span id', { ...valid, spanId: 'b'.repeat(32) }, '"spanId" has not 16 hexadecimal digits'],
    ['a wrong parent', { ...valid, parentSpanId: 'ab' }, '"parentSpanId" has not 16 hexadecimal digits'],
    ['a name that is a number', { ...valid, name: 5 }, '"name" is no string'],
    ['a time that is a fraction', { ...valid, startTimeUnixNano: 1.5 }, '"startTimeUnixNano" is no unsigned integer'],
    ['a time that is negative', { ...valid, startTimeUnixNano: '-1' }, '"startTimeUnixNano" is no unsigned integer'],
    ['a kind that is a name', { ...valid, kind: 'SPAN_KIND_SERVER' }, '"kind" is no integer'],
    ['attributes that are no list', { ...valid, attributes: { a: 1 } }, '"attributes" is no list'],
    [
      'a value of another type',
      { ...valid, attributes: [{ key: 'a', value: { boolValue: 1 } }] },
      'value: "boolValue" is no boolean',
    ],
    [
      'an integer of 65 bits',
      { ...valid, attributes: [{ value: { intValue: `${2n ** 63n}` } }] },
      '"intValue" is no integer of 64 bits',
    ],
    ['no object', 'span', 'is no object'],
    ['a list', [], 'is no object'],
  ])('%s', (_, span, fault) => {
    const read = validateOtlpRequest(spansOf(valid, span, valid), TRACES);
    expect(read).toMatchObject({ accepted: 2, rejected: 1 });
    expect(read.fault).toMatch(/^spans\[1\]: /);
    expect(read.fault).toContain(fault);
    expect(read.request).toEqual(spansOf(valid, valid));
  });

  test('a value that nests too deep', () => {
    let value: object = { stringValue: '' };
    for (let depth = 0; depth < 10_000; depth++) value = { arrayValue: { values: [value] } };
    const read = validateOtlpRequest(spansOf({ ...valid, attributes: [{ key: 'x', value }] }, valid), TRACES);
    expect(read).toMatchObject({ accepted: 1, rejected: 1 });
    expect(read.fault).toMatch(/nests deeper than 100 levels$/);
  });

  test('all spans of an invalid resource or scope', () => {
    const request = {
      resourceSpans: [
        { resource: 'desk', scopeSpans: [{ spans: [valid, valid] }, { spans: [valid] }, 7] },
        { scopeSpans: [{ scope: { name: 1 }, spans: [valid] }, { spans: [valid] }] },
        { scopeSpans: { spans: [valid] } },
        null,
      ],
    };
    const read = validateOtlpRequest(request, TRACES);
    expect(read).toMatchObject({ accepted: 1, rejected: 4, fault: 'resourceSpans[0]: resource: is no object' });
    expect(read.request).toEqual(spansOf(valid));
  });
});

test('what is taken is in the standard form', () => {
  const span = {
    ...valid,
    traceId: 'A'.repeat(32),
    parentSpanId: '',
    startTimeUnixNano: 12,
    droppedEventsCount: '3',
    unknown: { x: 1 },
    attributes: [
      { key: 'n', value: { intValue: 0 } },
      { key: 'd', value: { doubleValue: '-Infinity' } },
    ],
  };
  const given = JSON.parse(JSON.stringify(spansOf(span)).replace('"unknown"', '"__proto__"'));
  expect(validateOtlpRequest(given, TRACES).request).toEqual(
    spansOf({
      ...valid,
      parentSpanId: '',
      startTimeUnixNano: '12',
      droppedEventsCount: 3,
      attributes: [
        { key: 'n', value: { intValue: '0' } },
        { key: 'd', value: { doubleValue: '-Infinity' } },
      ],
    }),
  );
});

test('a log record needs no trace, but a right one', () => {
  const records = [
    { body: { stringValue: 'a' } },
    { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) },
    { spanId: 'b' },
  ];
  const read = validateOtlpRequest({ resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] }, LOGS);
  expect(read).toMatchObject({ accepted: 2, rejected: 1 });
});

test.each<[string, unknown]>([
  ['a list', []],
  ['nothing', null],
  ['text', 'x'],
  ['spans that are no list', { resourceSpans: { scopeSpans: [] } }],
])('no request at all: %s', (_, given) => {
  expect(() => validateOtlpRequest(given, TRACES)).toThrow(/is no/);
});

test('a request without anything is valid', () => {
  expect(validateOtlpRequest({}, TRACES)).toEqual({ request: { resourceSpans: [] }, accepted: 0, rejected: 0 });
});
