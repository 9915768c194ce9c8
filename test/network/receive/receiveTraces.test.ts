import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MOST_BYTES, type Receiver, receiveTraces } from '../../../server/src/network/receive/receiveTraces';
import { portHolder, receiverIdentity } from '../../../server/src/network/receive/sharedReceiver';

const JSON_TYPE = 'application/json';
const PROTOBUF_TYPE = 'application/x-protobuf';
const python = readFileSync(join(import.meta.dirname, 'traces.pb'));
const span = (id: string) => ({ traceId: 'a'.repeat(32), spanId: id.repeat(16), name: id });
const spansOf = (...spans: unknown[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const good = spansOf(span('1'));

let receiver: Receiver;
let lines: string[] = [];
let fault: string | undefined;

beforeAll(async () => {
  receiver = await receiveTraces({
    port: 0,
    identity: receiverIdentity('/folder'),
    keep(line) {
      if (fault !== undefined) return { fault };
      lines.push(line);
      return undefined;
    },
    onReceived: () => {},
  });
});
afterAll(() => receiver.close());
beforeEach(() => {
  lines = [];
  fault = undefined;
});

async function post(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  path = '/v1/traces',
  method = 'POST',
) {
  const response = await fetch(`http://127.0.0.1:${receiver.port}${path}`, {
    method,
    headers: { 'content-type': JSON_TYPE, ...headers },
    ...(method === 'POST' && { body: Buffer.from(body as string) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
}

/** What is answered to bytes on a connection, until that ends. */
function send(text: string | Buffer): Promise<string> {
  return new Promise(resolve => {
    let answer = '';
    const socket = connect(receiver.port, '127.0.0.1', () => socket.write(text));
    socket.on('data', piece => (answer += piece));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

const withHost = (host: string, more = '') =>
  `POST /v1/traces HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${JSON_TYPE}\r\n${more}Content-Length: ${good.length}\r\nConnection: close\r\n\r\n${good}`;

describe('success', () => {
  test.each<[string, string | Uint8Array, Record<string, string>, string]>([
    ['JSON', good, {}, '{}'],
    ['JSON with a charset', good, { 'content-type': 'Application/JSON; charset=utf-8' }, '{}'],
    ['JSON by gzip', gzipSync(good), { 'content-encoding': 'gzip' }, '{}'],
    ['JSON as it is', good, { 'content-encoding': 'identity' }, '{}'],
    ['protobuf', python, { 'content-type': PROTOBUF_TYPE }, ''],
    ['protobuf by gzip', gzipSync(python), { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'GZIP' }, ''],
  ])('%s', async (_, body, headers, answer) => {
    const { status, text, headers: answered } = await post(body, headers);
    expect([status, text]).toEqual([200, answer]);
    expect(answered.get('content-type')).toBe(headers['content-type']?.toLowerCase().split(';')[0] ?? JSON_TYPE);
    expect([...answered.keys()].filter(name => name.startsWith('access-control'))).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('\n');
  });

  test('an empty request keeps nothing', async () => {
    expect((await post('{}')).text).toBe('{}');
    expect((await post('', { 'content-type': PROTOBUF_TYPE })).status).toBe(200);
    expect(lines).toEqual([]);
  });

  test('logs', async () => {
    const request = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'a' } }] }] }] };
    expect((await post(JSON.stringify(request), {}, '/v1/logs')).status).toBe(200);
    expect(lines.map(line => JSON.parse(line))).toEqual([request]);
  });

  test('integers of 64 bits that JSON writes as numbers', async () => {
    await post(good.replace('"name"', '"startTimeUnixNano":1780301109000000001,"name"'));
    expect(lines[0]).toContain('"startTimeUnixNano":"1780301109000000001"');
  });

  test('in part: the rest is kept, and the answer counts what is not', async () => {
    const body = spansOf(span('1'), { name: 'x' }, span('2'), 7);
    const { status, text } = await post(body);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      partialSuccess: {
        rejectedSpans: '2',
        errorMessage: '2 spans were rejected; the first, spans[1]: "traceId" is missing.',
      },
    });
    expect(lines).toEqual([spansOf(span('1'), span('2'))]);
  });

  test('in part, as protobuf: field 1 holds the count and the message', async () => {
    // A span with a name alone: resourceSpans, scopeSpans, spans, name.
    const body = Uint8Array.from([0x0a, 0x07, 0x12, 0x05, 0x12, 0x03, 0x2a, 0x01, 0x78]);
    const { status, bytes } = await post(body, { 'content-type': PROTOBUF_TYPE });
    const message = '1 span was rejected; the first, spans[0]: "traceId" is missing.';
    expect(status).toBe(200);
    expect([...bytes]).toEqual([0x0a, message.length + 4, 0x08, 1, 0x12, message.length, ...Buffer.from(message)]);
  });
});

describe('refusals, each between two requests that are kept', () => {
  const big = Buffer.alloc(MOST_BYTES + 1, 0x20);
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
  test.each<[string, number, RegExp, () => ReturnType<typeof post>]>([
    ['torn JSON', 400, /no ExportTraceServiceRequest/, () => post(good.slice(0, -1))],
    ['bytes that are no UTF-8', 400, /no Export/, () => post(Buffer.from([0x22, 0xff, 0x22]))],
    ['JSON of another shape', 400, /"resourceSpans" is no list/, () => post('{"resourceSpans":1}')],
    ['torn protobuf', 400, /ends early/, () => post(python.subarray(0, 400), { 'content-type': PROTOBUF_TYPE })],
    ['torn gzip', 400, /gzip/, () => post(gzipSync(good).subarray(0, 20), { 'content-encoding': 'gzip' })],
    ['no gzip', 400, /gzip/, () => post(good, { 'content-encoding': 'gzip' })],
    ['another path', 404, /v1\/traces or \/v1\/logs/, () => post(good, {}, '/v1/metrics')],
    ['another method', 405, /POST/, () => post('', {}, '/v1/traces', 'GET')],
    ['another method of CORS', 405, /POST/, () => post('', {}, '/v1/traces', 'OPTIONS')],
    ['another type', 415, /content type/, () => post(good, { 'content-type': 'text/plain' })],
    ['another encoding', 415, /encoding/, () => post(good, { 'content-encoding': 'br' })],
    ['too large', 413, /larger than/, () => post(big)],
    ['too large once decompressed', 413, /larger than/, () => post(bomb, { 'content-encoding': 'gzip' })],
    ['of a web page', 403, /web pages/, () => post(good, { origin: 'http://localhost:3000' })],
    ['of a page without an origin', 403, /web pages/, () => post(good, { origin: 'null' })],
  ])('%s: %i', async (_, status, message, request) => {
    await post(good);
    const answer = await request();
    expect(answer.status).toBe(status);
    const text =
      answer.headers.get('content-type') === JSON_TYPE
        ? JSON.parse(answer.text).message
        : answer.bytes.subarray(2).toString();
    expect(text).toMatch(message);
    expect(text).not.toContain('\n');
    expect([...answer.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([]);
    await post(good);
    expect(lines).toEqual([good, good]);
  });

  test('a size that is told wrong', async () => {
    const head = `POST /v1/traces HTTP/1.1\r\nHost: localhost:${receiver.port}\r\nContent-Type: ${JSON_TYPE}\r\n`;
    expect(await send(`${head}Content-Length: 99999999999\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
    const chunk = Buffer.concat([Buffer.from('1000000\r\n'), Buffer.alloc(0x1000000, 0x20), Buffer.from('\r\n')]);
    const chunked = Buffer.concat([
      Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n`),
      chunk,
      chunk,
      Buffer.from('0\r\n\r\n'),
    ]);
    expect(await send(chunked)).toMatch(/^HTTP\/1\.1 413 /);
    await post(good);
    expect(lines).toEqual([good]);
  });

  test('a request for another host, as of a name that leads to 127.0.0.1', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${receiver.port}`,
      '127.0.0.1',
      'localhost:1',
      `127.0.0.1.evil.example:${receiver.port}`,
    ])
      expect(await send(withHost(host))).toMatch(/^HTTP\/1\.1 403 /);
    expect(lines).toEqual([]);
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])
      expect(await send(withHost(`${host}:${receiver.port}`))).toMatch(/^HTTP\/1\.1 200 /);
    expect(lines).toHaveLength(4);
  });

  test('no request of HTTP at all', async () => {
    expect(await send('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await send(withHost(`localhost:${receiver.port}`, `X: ${'x'.repeat(20_000)}\r\n`))).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    await post(good);
    expect(lines).toEqual([good]);
  });

  test('a request that its sender gives up', async () => {
    const socket = connect(receiver.port, '127.0.0.1');
    await new Promise<void>(resolve => {
      socket.write(withHost(`localhost:${receiver.port}`).slice(0, -5), () => resolve());
    });
    socket.destroy();
    await post(good);
    expect(lines).toEqual([good]);
  });
});

test('where the disk refuses, the sender is to try again', async () => {
  fault = '/x can’t be written: the disk is full.';
  const { status, headers, text } = await post(good);
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(JSON.parse(text).message).toContain('disk is full');
  expect(lines).toEqual([]);
});

test('who listens is told, and only to this machine’s programs', async () => {
  expect(await portHolder(receiver.port)).toEqual({
    receiver: receiverIdentity('/folder'),
    text: `another receiver of Agent Envelopes (process ${process.pid})`,
  });
  expect((await post('', { origin: 'http://x' }, '/', 'GET')).status).toBe(403);
});

test('many at the same time are all kept', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => post(gzipSync(good), { 'content-encoding': 'gzip' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 200));
  expect(lines).toHaveLength(200);
});
