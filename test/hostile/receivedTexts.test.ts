import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { isObject } from '../../server/src/text/jsonPointer';
import { runsEverything } from '../kit/amount';
import { serverPath } from '../kit/lspClient';
import { temporaryFolder } from '../kit/temporaryFolder';
import { unplainCharacters } from '../kit/unplainCharacters';
import { DEEP, RUN_ID, storeAnswers } from '../sources/storeAnswers';
import { pathsIn, WRONG_VALUES, withValueAt } from '../sources/wrongValues';
import { attackCommand } from './attackCommand';
import { commandsIn, steering, TERMINAL_PAYLOADS } from './printedText';
import { watchMemory } from './processMemory';
import { PAYLOADS } from './renderedLinks';

const SAID = [...TERMINAL_PAYLOADS, ...PAYLOADS].join(' ');
const [, , trace] = storeAnswers('jaeger', 1_780_301_109_000_000_000n);
// Names of enums are only in what stores answer.
const HEALTHY: unknown = JSON.parse(
  JSON.stringify(isObject(trace?.value) ? trace.value['result'] : {})
    .replace('"SPAN_KIND_INTERNAL"', '1')
    .replace('"STATUS_CODE_ERROR"', '2'),
);
const nested = (depth: number) => `${'[{"key":'.repeat(depth)}1${'}]'.repeat(depth)}`;

/** The same request with another value at each of its places; one body each. */
const WRONG = Object.entries(WRONG_VALUES).flatMap(([, wrong]) =>
  pathsIn(HEALTHY)
    .filter((_, at) => at % (runsEverything ? 4 : 16) === 0)
    .map(path => JSON.stringify(withValueAt(HEALTHY, path, wrong)).replace(`"${DEEP}"`, () => nested(20_000))),
);

const BODIES: Record<string, { bodies: (string | Buffer)[]; headers?: Record<string, string> }> = {
  'wrong values': { bodies: WRONG },
  'no JSON': { bodies: ['', '{', SAID, '\u0000', '[]', 'null', `{"resourceSpans": "${SAID}`, `"${SAID}"`] },
  'deep nesting': { bodies: [nested(400_000), `{"resourceSpans":${nested(200_000)}}`] },
  'no UTF-8': { bodies: [Buffer.from([0x7b, 0xff, 0xfe, 0x7d])] },
  'no protobuf': {
    bodies: [Buffer.from(SAID), Buffer.alloc(100_000, 0x0a), Buffer.alloc(1000, 0xff)],
    headers: { 'content-type': 'application/x-protobuf' },
  },
  'a bomb': { bodies: [gzipSync(Buffer.alloc(200_000_000, 0x20))], headers: { 'content-encoding': 'gzip' } },
  'no gzip': { bodies: [SAID], headers: { 'content-encoding': 'gzip' } },
  'too many bytes': { bodies: [Buffer.alloc(17_000_000, 0x20)] },
};

test('what is received is answered in a line, kept as text, and ends nothing', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  const child = spawn(
    process.execPath,
    [join(dirname(serverPath), 'cli.js'), 'receive', '--port', '0', '--dir', 'kept'],
    {
      cwd: folder.path,
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed: string[] = [];
  child.stderr.on('data', chunk => printed.push(String(chunk)));
  const port = await new Promise<number>(resolve =>
    child.stdout.on('data', chunk => {
      printed.push(String(chunk));
      const [, found] = /127\.0\.0\.1:(\d+),/.exec(printed.join('')) ?? [];
      if (found !== undefined) resolve(Number(found));
    }),
  );
  const memory = watchMemory(child.pid ?? 0, () => child.kill('SIGKILL'));
  onTestFinished(memory.stop);

  async function post(body: string | Buffer, headers: Record<string, string> = {}) {
    const begun = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    return { status: response.status, text: await response.text(), took: performance.now() - begun };
  }

  // As large as the largest of the others, and well made.
  const large = JSON.stringify(withValueAt(HEALTHY, ['unknown'], 'x'.repeat(8_000_000)));
  const anchor = await post(large);
  expect(anchor.status).toBe(200);
  const before = memory.peak();
  for (const [about, { bodies, headers }] of Object.entries(BODIES)) {
    for (const body of bodies) {
      const { status, text, took } = await post(body, headers);
      expect(status, about).toBeOneOf([200, 400, 413]);
      if (headers?.['content-type'] === undefined) {
        const answer: unknown = JSON.parse(text);
        expect(textsIn(answer).filter(one => unplainCharacters(one).length > 0 || one.length > 500)).toEqual([]);
      }
      expect(took, about).toBeLessThan(Math.max(5000, anchor.took * 20));
    }
  }
  expect(memory.peak()).toBeLessThan(Math.max(500, before * 4));
  const healthy = await post(JSON.stringify(HEALTHY).replaceAll('plan trip', JSON.stringify(SAID).slice(1, -1)));
  expect(healthy).toMatchObject({ status: 200, text: '{}' });
  expect([...commandsIn(printed.join('')), ...steering(printed.join(''))]).toEqual([]);

  for (const args of [
    ['runs', 'kept'],
    ['runs', 'kept', '--run', RUN_ID],
    ['search', 'needle', 'kept'],
  ]) {
    const { code, out, err } = await attackCommand(folder.path, args, 30_000);
    expect(code, err).toBe(0);
    expect([...commandsIn(out), ...steering(out), ...steering(err)]).toEqual([]);
  }
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
