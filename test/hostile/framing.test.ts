import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverPath } from '../kit/lspClient';
import { watchMemory } from './processMemory';

interface Ending {
  code: number | null;
  err: string;
  /** Megabytes. */
  peak: number;
  /** What it answered, as it came. */
  out: string;
}

/** Gives bytes to the built server, whose input stays open, and then the same again and again, or something else after its first answer, until it ends. */
async function ending(bytes: string | Buffer, { forEver = '', afterAnswer = '' } = {}): Promise<Ending> {
  const server = spawn(process.execPath, [serverPath, '--stdio'], {
    stdio: 'pipe',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  const memory = watchMemory(server.pid ?? 0, () => server.kill('SIGKILL'));
  const [out, err]: [string[], string[]] = [[], []];
  server.stdout.on('data', chunk => out.push(String(chunk)));
  server.stderr.on('data', chunk => err.push(String(chunk)));
  // It ends while it is being written to.
  server.stdin.on('error', () => {});
  const ended = once(server, 'close');
  const feed = () => {
    while (forEver !== '' && server.stdin.writable && server.stdin.write(forEver));
  };
  server.stdin.on('drain', feed);
  server.stdout.once('data', () => server.stdin.write(afterAnswer));
  server.stdin.write(bytes);
  feed();
  const [code] = await ended;
  const peak = memory.peak();
  memory.stop();
  return { code, err: err.join(''), out: out.join(''), peak };
}

function framed(message: unknown): string {
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

const INITIALIZE = framed({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { processId: null, rootUri: null, capabilities: {} },
});
const MEGABYTE = 'x'.repeat(1 << 20);

let anchor: Ending;
beforeAll(async () => {
  anchor = await ending('no header\r\n\r\n');
});

describe.concurrent('what is no sequence of messages ends the server with a line', () => {
  test.each<[about: string, bytes: string | Buffer, forEver: string]>([
    ['a length below nothing', 'Content-Length: -1\r\n\r\n{}', ''],
    ['a length of nothing', 'Content-Length: 0\r\n\r\n{}', ''],
    ['no length', 'Content-Type: application/json\r\n\r\n{}', ''],
    ['a huge length', 'Content-Length: 99999999999999999999\r\n\r\n', MEGABYTE],
    ['a length that is not a number', 'Content-Length: NaN\r\n\r\n', MEGABYTE],
    ['a header without an end', 'Content-Length: 2', MEGABYTE],
    ['headers without an end', 'Content-Length: 2\r\n', 'a: b\r\n'.repeat(10_000)],
    ['a JSON text without headers', '{"jsonrpc": "2.0"}', ''.padEnd(1 << 20, '{"jsonrpc": "2.0"}\n')],
    ['a body that is no JSON', framed('{"jsonrpc": '), ''],
    [
      'a body that is bytes',
      Buffer.concat([Buffer.from('Content-Length: 4\r\n\r\n'), Buffer.from([255, 254, 0, 1])]),
      '',
    ],
    ['a body that is a list', framed([{ jsonrpc: '2.0', id: 1, method: 'shutdown' }]), ''],
    ['a body that is null', framed('null'), ''],
    ['a body that is a number', framed('7'), ''],
    ['a body that is shorter than said', `Content-Length: 200\r\n\r\n${INITIALIZE}`, 'Content-Length: 9\r\n\r\n{}'],
    ['bytes', Buffer.from(Array.from({ length: 1 << 16 }, (_, at) => (at * 167) & 255)), '\0'.repeat(1 << 20)],
  ])('%s', async (_, bytes, forEver) => {
    const { code, err, peak } = await ending(bytes, { forEver });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^agent-envelopes: the server ends, since the client sent [^\n]+\.\n$/),
    });
    expect(peak).toBeLessThanOrEqual(3 * anchor.peak);
  });
});

test('a server that was answering ends as well', async () => {
  const { code, out, err } = await ending(INITIALIZE, { afterAnswer: 'Content-Length: -1\r\n\r\n' });
  expect({ code, out, err }).toEqual({
    code: 1,
    out: expect.stringContaining('"serverInfo":{"name":"agent-envelopes"'),
    err: expect.stringContaining('a Content-Length of "-1"'),
  });
});

test('the same over a socket', async () => {
  const listening = createServer((socket: Socket) => socket.on('error', () => {}).write('GET / HTTP/1.1\r\n\r\n'));
  await once(listening.listen(0, '127.0.0.1'), 'listening');
  const address = listening.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const server = spawn(process.execPath, [serverPath, `--socket=${port}`], { timeout: 20_000, killSignal: 'SIGKILL' });
  let err = '';
  server.stderr.on('data', chunk => {
    err += chunk;
  });
  const [code] = await once(server, 'close');
  listening.close();
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^[^\n]*without a colon: "GET [^\n]*\n$/) });
});
