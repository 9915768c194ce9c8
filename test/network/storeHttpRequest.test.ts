import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { storeHttpRequest } from '../../server/src/network/storeHttpRequest';
import type { HttpRequest } from '../../server/src/sources/storeClient';
import { serveHttp } from '../kit/serveHttp';

const SECRET = 'user:pa ss"word';

function ask(url: string, more: Partial<HttpRequest> = {}) {
  return storeHttpRequest({
    ...{ label: 'prod', url, method: 'GET', secrets: [SECRET], timeout: 10_000, maxBytes: 1_000_000 },
    headers: { authorization: `Basic ${btoa(SECRET)}` },
    signal: new AbortController().signal,
    ...more,
  });
}

/** The line that a user sees of a failed request, without the port. */
async function lineOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return String((error as Error).message).replace(/127\.0\.0\.1:\d+/g, 'HOST');
  }
  return 'no failure';
}

const textOf = async (url: string, more?: Partial<HttpRequest>) => (await ask(url, more)).text();

test('an answer arrives in pieces, and whole', async () => {
  const { address, received } = await serveHttp((_, response) => response.end('{"ü":1}'));
  expect(await textOf(`${address}/a?b=c`)).toBe('{"ü":1}');
  expect(received[0]).toMatchObject({ method: 'GET', path: '/a', headers: { authorization: `Basic ${btoa(SECRET)}` } });
});

/** A server that answers 401, say, and repeats what it was sent. */
const refusal =
  (status: number, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers);
    response.end(
      `no \u001b[31m${SECRET} ${btoa(SECRET)} pa ss"word ${encodeURIComponent(SECRET)}\nnext line [x](command:y)`,
    );
  };

test.each<[name: string, answer: (response: ServerResponse) => unknown, line: RegExp, timeout?: number]>([
  [
    '401',
    refusal(401),
    /^prod: HOST does not accept the credential \(401\) \(.*\); check the credential of this source\.$/,
  ],
  ['403', refusal(403), /^prod: HOST does not allow this \(403\) \(.*\); check the credential of this source\.$/],
  [
    '404',
    refusal(404),
    /^prod: HOST has nothing at this address \(404\) \(.*\); check "address" and "kind" of this source\.$/,
  ],
  ['429', refusal(429), /^prod: HOST was asked too often \(429\) \(.*\); wait, then try again\.$/],
  ['500', refusal(500), /^prod: HOST failed \(500\) \(.*\); look at its log, or try again later\.$/],
  [
    'a redirect',
    refusal(302, { location: 'http://evil.example/x' }),
    /^prod: HOST redirects to http:\/\/evil\.example\/x; redirects are not followed, so correct "address" if that is the right place\.$/,
  ],
  [
    'silence',
    () => undefined,
    /^prod: HOST did not answer within 0\.2 s; see if it is busy, ask for less, or raise "timeoutSeconds"\.$/,
    200,
  ],
  [
    'half an answer, then silence',
    response => response.write('{"a":'),
    /^prod: HOST stopped within its answer for 0\.2 s;/,
    200,
  ],
  [
    'a byte now and then',
    response => {
      const drip = setInterval(() => response.write(' '), 40);
      response.on('close', () => clearInterval(drip));
    },
    /^prod: HOST did not finish within 1\.2 s; see if it is busy, ask for less, or raise "timeoutSeconds"\.$/,
    200,
  ],
  [
    'half an answer, then the end',
    response => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a":', () => response.destroy());
    },
    /^prod: HOST cut the answer off; try again \(UND_ERR_SOCKET\)\.$/,
  ],
  [
    'an answer that is too large',
    response => response.end('x'.repeat(2_000_000)),
    /^prod: the answer of HOST is larger than 1 MB; ask for less, or raise "maxMegabytes"\.$/,
  ],
  [
    'a small answer that unpacks to a large one',
    response => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('x'.repeat(2_000_000)));
    },
    /^prod: the answer of HOST is larger than 1 MB;/,
  ],
  [
    'a damaged package',
    response => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end('no gzip');
    },
    /^prod: HOST sent a damaged answer; try again \(Z_DATA_ERROR\)\.$/,
  ],
])('%s is one line without the credential', async (_, answer, line, timeout = 10_000) => {
  const { address } = await serveHttp((_request, response) => answer(response));
  const shown = await lineOf(textOf(address, { timeout }));
  expect(shown).toMatch(line);
  expect(shown).not.toMatch(/pa ss|\p{Cc}/u);
  expect(shown).not.toContain(btoa(SECRET));
});

test('a redirect is not followed: no other server is asked', async () => {
  const other = await serveHttp((_, response) => response.end('{}'));
  const { address } = await serveHttp((_, response) => {
    response.writeHead(307, { location: other.address });
    response.end();
  });
  expect(await lineOf(textOf(address))).toContain('redirects to http://HOST;');
  expect(other.received).toEqual([]);
});

test('a store that is down, or unknown, is one line', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise(resolve => server.close(resolve));
  expect(await lineOf(ask(`http://127.0.0.1:${port}`))).toBe(
    'prod: HOST refuses the connection; start the store, or correct "address" (ECONNREFUSED).',
  );
  expect(await lineOf(ask('http://store.invalid'))).toMatch(
    /^prod: store\.invalid is not known; correct "address", or check the network \((?:ENOTFOUND|EAI_AGAIN)\)\.$/,
  );
});

test('what is no HTTP is one line', async () => {
  const server = createServer(socket => socket.end('SSH-2.0-OpenSSH_9.6\r\n')).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  expect(await lineOf(ask(`http://127.0.0.1:${port}`))).toMatch(
    /^prod: HOST does not speak HTTP; correct "address" \(HPE_\w+\)\.$/,
  );
  expect(await lineOf(ask(`https://127.0.0.1:${port}`))).toMatch(
    /^prod: HOST does not speak HTTPS; correct "address" \(\w+\)\.$/,
  );
  server.close();
});

test('an answer of a gigabyte is given up at the limit, and the connection closed', async () => {
  let sent = 0;
  let closed: Promise<void> | undefined;
  const { address } = await serveHttp((_, response) => {
    const piece = Buffer.alloc(1 << 20, 'x');
    closed = new Promise(resolve => response.once('close', () => resolve()));
    const more = () => {
      while (sent < 1e9 && !response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) {
          response.once('drain', more);
          return;
        }
      }
      response.end();
    };
    more();
  });
  const before = process.memoryUsage().rss;
  expect(await lineOf(textOf(address, { maxBytes: 20_000_000 }))).toContain('larger than 20 MB');
  await closed;
  expect(sent).toBeLessThan(100_000_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});

test('a request that is no longer wanted ends with the reason, and closes the connection', async () => {
  const controller = new AbortController();
  const reason = new Error('no longer wanted');
  let closed: Promise<void> | undefined;
  const { address } = await serveHttp((_, response) => {
    closed = new Promise(resolve => response.once('close', () => resolve()));
    controller.abort(reason);
  });
  await expect(ask(address, { signal: controller.signal })).rejects.toBe(reason);
  await closed;
  expect(await lineOf(ask(address, { signal: controller.signal }))).toBe('no longer wanted');
});
