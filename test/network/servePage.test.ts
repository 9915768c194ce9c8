import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageServer, servePage } from '../../server/src/network/servePage';

const TOKEN = 'a-secret_word';
const asked: unknown[] = [];
let server: PageServer;

beforeAll(async () => {
  server = await servePage({
    port: 0,
    token: TOKEN,
    html: '<!doctype html><title>ä</title>',
    async answer(question) {
      asked.push(question);
      if (question === 'fail') throw new Error('It is gone.');
      return { echoed: question };
    },
  });
});
afterAll(() => server.close());

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends a request as it is given: `fetch` would choose the host itself. */
function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers }, response => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', piece => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const ask = (body: string | Buffer, headers: Record<string, string> = {}) =>
  send(`/${TOKEN}/ask`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });

test('the page is at the address, and can be framed by no other, kept by no cache and sniffed as no other type', async () => {
  expect(server.address).toBe(`http://127.0.0.1:${server.port}/${TOKEN}/`);
  const { status, headers, text } = await send(`/${TOKEN}/`);
  expect([status, text]).toEqual([200, '<!doctype html><title>ä</title>']);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect(await send(`/${TOKEN}/?x=1`)).toMatchObject({ status: 200 });
  expect(await send(`/${TOKEN}/`, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

test('a question is answered, and its failure told', async () => {
  expect(JSON.parse((await ask('{"a":"ä"}')).text)).toEqual({ answer: { echoed: { a: 'ä' } } });
  expect(JSON.parse((await ask('"fail"')).text)).toEqual({ fault: 'It is gone.' });
  const own = { origin: `http://127.0.0.1:${server.port}`, 'sec-fetch-site': 'same-origin' };
  expect(await ask('1', own)).toMatchObject({ status: 200 });
});

test.each([
  ['no secret word', '/'],
  ['another word', '/a-secret_worm/'],
  ['a part of the word', `/${TOKEN.slice(0, -1)}/`],
  ['the word without its slash', `/${TOKEN}`],
  ['something below', `/${TOKEN}/package.json`],
  ['a way up', `/${TOKEN}/../../etc/passwd`],
  ['an encoded way up', `/${TOKEN}/%2e%2e%2fpackage.json`],
  ['a doubled slash', `//${TOKEN}/`],
  ['something below the questions', `/${TOKEN}/ask/x`],
  ['characters of other alphabets', `/${encodeURI('ä'.repeat(TOKEN.length))}/`],
])('at an address with %s nothing is', async (_, path) => {
  const { status, text } = await send(path);
  expect([status, text]).toEqual([
    404,
    expect.stringMatching(
      /^Nothing is here. Open the address that the program printed: it is another one at each start.*#run=/,
    ),
  ]);
});

test.each([
  ['another host name that leads here', { host: 'evil.example' }],
  ['another host name with the port', { host: 'evil.example:PORT' }],
  ['a host name that begins alike', { host: '127.0.0.1:PORT.evil.example' }],
  ['another port', { host: '127.0.0.1:1' }],
  ['the origin of another page', { origin: 'http://evil.example' }],
  ['the origin of another program on this machine', { origin: 'http://127.0.0.1:1' }],
  ['the origin of a file', { origin: 'null' }],
  ['a note of the browser that it is of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a note that it is of another port', { 'sec-fetch-site': 'same-site' }],
])('a question with %s is refused before it is read', async (_, headers) => {
  const before = asked.length;
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(server.port))]),
  );
  expect((await ask('{"a":1}', own)).status).toBe(403);
  expect(asked.length).toBe(before);
});

test('the page itself is refused by another host name, and open by a link from elsewhere', async () => {
  expect((await send(`/${TOKEN}/`, { headers: { host: 'evil.example' } })).status).toBe(403);
  expect((await send(`/${TOKEN}/`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200);
  expect((await send(`/${TOKEN}/`, { headers: { host: `LOCALHOST:${server.port}` } })).status).toBe(200);
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])('the page is not for %s', async method => {
  const { status, headers } = await send(`/${TOKEN}/`, { method });
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
});

test.each(['GET', 'PUT', 'OPTIONS'])('a question does not come by %s', async method => {
  const { status, headers } = await send(`/${TOKEN}/ask`, { method, headers: JSON_TYPE });
  expect([status, headers.allow]).toEqual([405, 'POST']);
});

test('a question is JSON, and says so: a form of another page can not', async () => {
  const before = asked.length;
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
    expect((await ask('{}', { 'content-type': type })).status).toBe(415);
  expect(await ask('{')).toMatchObject({ status: 400, text: 'The body is no JSON.' });
  expect((await ask('')).status).toBe(400);
  expect(asked.length).toBe(before);
  expect((await ask('1', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
});

test('a large question is refused, and the next one answered', async () => {
  const large = Buffer.alloc(1024 * 1024 + 1, 0x20);
  for (let time = 0; time < 20; time++) expect((await ask(large).catch(() => ({ status: 413 }))).status).toBe(413);
  expect((await ask('1')).status).toBe(200);
});

test('what is no HTTP harms nobody', async () => {
  await new Promise<void>(resolve => {
    const socket = connect(server.port, '127.0.0.1', () => socket.end('GET / HTTP/9\r\n\0\r\n\r\n'));
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.resume();
  });
  expect((await send(`/${TOKEN}/`)).status).toBe(200);
});

test('a port that is taken is told', async () => {
  await expect(servePage({ port: server.port, token: 'x', html: '', answer: async () => 0 })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
