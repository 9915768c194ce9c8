import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEY, openGate } from '../../tools/gate.mjs';

const folder = mkdtempSync(join(tmpdir(), 'gate-'));
const socketPath = process.platform === 'win32' ? `\\\\.\\pipe\\gate-${process.pid}` : join(folder, 'server.sock');
const seen: string[] = [];
const server = http.createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  response.end('inside');
});
server.on('upgrade', (request, socket) => {
  seen.push(`upgrade ${request.url}`);
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  socket.on('data', data => socket.end(`heard ${data}`));
});
let gate: Awaited<ReturnType<typeof openGate>>;
let cookie = '';

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(socketPath, resolve));
  gate = await openGate(socketPath);
  const entry = await request({ url: `/?${KEY}=${gate.secret}` });
  cookie = String(entry.headers['set-cookie']?.[0]?.split(';')[0]);
});
afterAll(() => {
  gate.close();
  server.close();
  rmSync(folder, { recursive: true });
});

interface Visit {
  url?: string;
  method?: string;
  host?: string;
  origin?: string;
  cookie?: string;
}

const own = () => `127.0.0.1:${gate.port}`;

function headersOf({ host = own(), origin, cookie }: Visit) {
  return { host, ...(origin !== undefined && { origin }), ...(cookie !== undefined && { cookie }) };
}

function request(visit: Visit): Promise<{ status?: number; headers: http.IncomingHttpHeaders; body: string }> {
  const { url = '/', method = 'GET' } = visit;
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: gate.port, path: url, method, headers: headersOf(visit), agent: false };
    const sent = http.request(options, response => {
      let body = '';
      response.setEncoding('utf8').on('data', piece => {
        body += piece;
      });
      const { statusCode: status, headers } = response;
      response.on('end', () => resolve({ ...(status !== undefined && { status }), headers, body }));
    });
    sent.once('error', reject).end();
  });
}

/** All that comes back for a WebSocket and a word through it. */
function upgrade(visit: Visit): Promise<string> {
  const headers = { ...headersOf(visit), connection: 'Upgrade', upgrade: 'websocket' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = net.connect(gate.port, '127.0.0.1', () => {
      socket.write(`GET ${visit.url ?? '/socket'} HTTP/1.1\r\n${lines.join('')}\r\n`);
    });
    let heard = '';
    socket.setEncoding('utf8').on('data', piece => {
      heard += piece;
      if (heard.includes('101 Switching') && !heard.includes('heard')) socket.write('hello');
    });
    socket.once('error', reject).once('close', () => resolve(heard));
  });
}

describe('who has the address gets in', () => {
  test('once by the secret, which is taken out of the address, and from then on by a cookie', async () => {
    const entry = await request({ url: `/?${KEY}=${gate.secret}&folder=/a/b%20c` });
    expect(entry).toMatchObject({ status: 302, body: '' });
    expect(entry.headers.location).toBe('/?folder=/a/b+c');
    expect(entry.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(await request({ url: '/x?y=1', cookie })).toMatchObject({ status: 200, body: 'inside' });
    expect(seen).toContain('GET /x?y=1');
  });

  test('and so do its WebSockets', async () => {
    expect(await upgrade({ cookie, origin: `http://${own()}` })).toMatch(/^HTTP\/1.1 101 .*heard hello$/s);
  });

  test('another gate has another secret', async () => {
    const other = await openGate(socketPath);
    expect(other.secret).not.toBe(gate.secret);
    expect(gate.secret).toMatch(/^[\w-]{43}$/);
    other.close();
  });
});

describe('all others get nothing', () => {
  const strangers: [string, () => Visit][] = [
    ['without the secret', () => ({})],
    ['with a wrong secret', () => ({ url: `/?${KEY}=${'x'.repeat(43)}` })],
    ['with an empty secret', () => ({ url: `/?${KEY}=`, cookie: `agent-envelopes-${gate.port}=` })],
    ['with the beginning of it', () => ({ url: `/?${KEY}=${gate.secret.slice(0, -1)}` })],
    ['with a wrong cookie', () => ({ cookie: `agent-envelopes-${gate.port}=x` })],
    ["with the cookie by another gate's name", () => ({ cookie: cookie.replace(/\d+=/, '1=') })],
    ['by a name that is rebound, with the cookie', () => ({ host: `evil.example:${gate.port}`, cookie })],
    ['by such a name, with the secret', () => ({ host: 'evil.example', url: `/?${KEY}=${gate.secret}` })],
    ['by such a name with the port of another server', () => ({ host: '127.0.0.1:1', cookie })],
    ['from a page of another site', () => ({ origin: 'https://evil.example', cookie })],
    ['from a page of another port', () => ({ origin: 'http://127.0.0.1:1', cookie })],
    ['from a page without an origin', () => ({ origin: 'null', cookie })],
    ['for whether it is there', () => ({ url: '/healthz' })],
    ['for an address that is none', () => ({ url: '//' })],
    ['for a path that looks like another host', () => ({ url: '//evil.example/', method: 'OPTIONS' })],
    ['by a POST with the secret', () => ({ method: 'POST', url: `/?${KEY}=${gate.secret}` })],
  ];

  test.each(strangers)('%s', async (_, visit) => {
    const before = seen.length;
    const { status, headers, body } = await request(visit());
    expect({ status, body, names: Object.keys(headers).sort() }).toEqual({
      status: 403,
      body: '',
      names: ['connection', 'date', 'transfer-encoding'],
    });
    expect(await upgrade(visit())).toMatch(/^HTTP\/1.1 403 Forbidden\r\nConnection: close\r\n\r\n$/);
    expect(seen).toHaveLength(before);
  });

  test('and the secret leads to no other host', async () => {
    const { headers } = await request({ url: `//evil.example/?${KEY}=${gate.secret}` });
    expect(headers.location).toBe('/');
  });
});
