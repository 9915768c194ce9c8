import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type ReplayAt,
  SENDING_PROGRESS,
  type SendAnswer,
  type SendingProgress,
  type SendingSummary,
} from '../../server/src/shared/lspExtensions';
import { runsEverything } from '../kit/amount';
import { serverPath } from '../kit/lspClient';
import { log, message, type RunsClient, startRunsServer } from '../kit/runsClient';
import { collector, endless, LONG_RUN, originalRun, sentRun } from '../kit/sentRun';
import { temporaryFolder } from '../kit/temporaryFolder';
import { answers, takes } from '../kit/traceCollector.mjs';

const cli = join(dirname(serverPath), 'cli.js');

const SHORT = log(message(1), message(2), message(3));

interface ReplayOptions {
  files?: Record<string, string>;
  env?: Record<string, string>;
}

/** Runs the built command line beside the collector in this process. */
async function replay(args: readonly string[], { files = { 'long.jsonl': LONG_RUN }, env = {} }: ReplayOptions = {}) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  const child = spawn(process.execPath, [cli, 'replay', ...args], {
    cwd: folder.path,
    env: { ...process.env, ...env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', chunk => (out += chunk));
  child.stderr.on('data', chunk => (err += chunk));
  const code = await new Promise(resolve => child.once('close', resolve));
  return { code, out, err };
}

// What else the command does is held by test/cli/commands/sendRun.test.ts, in the process of the test.
describe('the built command line sends a run', () => {
  test('in batches that are read again as the same run', async () => {
    const { address, requests, taken } = await collector();
    const { code, out, err } = await replay(['long.jsonl', '--to', address], {
      env: { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=one%20two' },
    });
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(
      /^Sending 1,100 spans in 3 batches \(.* MB\); redacted: nothing, to http:.*\/v1\/traces\.\nSent 1,100 spans to http:.*\.\n$/,
    );
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(3).fill('POST /v1/traces'));
    expect(requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'x-key': 'one two',
    });
    expect(sentRun(taken)).toEqual(originalRun(LONG_RUN));
  });

  test('and ends, though the answer has no end', async () => {
    const { address } = await collector([endless('{"a":"')]);
    const { code, err } = await replay(['a.jsonl', '--to', address], { files: { 'a.jsonl': SHORT } });
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('\nSent 3 spans') });
  });
});

describe('the server sends a run', () => {
  const redaction = { paths: false, emails: true, secrets: true, fields: [] };

  const folder = temporaryFolder({
    'long.jsonl': LONG_RUN,
    'short.jsonl': log(
      message(1, { run: 'wf_short' }),
      message(2, { run: 'wf_short' }),
      message(3, { run: 'wf_short' }),
    ),
    'mail.jsonl': log(message(1, { run: 'wf_mail' }).replace('as asked', 'ask ann@example.com')),
  });
  let server: RunsClient;
  beforeAll(async () => {
    server = await startRunsServer([folder.uri]);
    await server.read();
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    folder.dispose();
  });

  async function prepared(file: string): Promise<SendingSummary> {
    const { run } = await server.ask<ReplayAt>('agentEnvelopes/replay/at', { uri: folder.uriOf(file) });
    return server.ask<SendingSummary>('agentEnvelopes/sending/prepare', { run, redaction });
  }

  test.runIf(runsEverything)('as it was prepared, and goes on where a failure ended it', async () => {
    const summary = await prepared('long.jsonl');
    expect(summary).toMatchObject({ spans: 1100, text: expect.stringContaining('in 3 batches') });
    const { address, requests, taken } = await collector([takes, answers(401), answers(401)]);
    const send = (headers: string) =>
      server.ask<SendAnswer>('agentEnvelopes/sending/send', { id: summary.id, address, headers });
    expect(await send('')).toMatchObject({
      is: 'failed',
      needsCredentials: true,
      text: expect.stringMatching(/Set the headers that it demands with "Set Headers…"\.$/),
    });
    expect(await send('x-key=0')).toMatchObject({
      is: 'failed',
      text: expect.stringMatching(/It did not accept the headers that are set with "Set Headers…"; correct them\.$/),
    });
    expect(await send('x-key=a')).toMatchObject({ is: 'sent', text: expect.stringContaining('Sent 1,100 spans') });
    expect(requests).toHaveLength(5);
    expect(requests[4]?.headers['x-key']).toBe('a');
    expect(sentRun(taken)).toEqual(originalRun(LONG_RUN));
    expect(await server.told<SendingProgress>(SENDING_PROGRESS)).toEqual({ id: summary.id, text: '512 of 1100 spans' });
    expect(await send('')).toBeNull();
  });

  test('and keeps it where a page answers', async () => {
    const summary = await prepared('short.jsonl');
    const { address } = await collector([answers(200, '<html>', { 'content-type': 'text/html' })]);
    const send = () => server.ask<SendAnswer>('agentEnvelopes/sending/send', { id: summary.id, address, headers: '' });
    expect(await send()).toMatchObject({ is: 'unconfirmed', text: expect.stringContaining('with a web page') });
    expect(await send()).toMatchObject({ is: 'sent' });
  });

  test('after a look at it, in which what is redacted is not', async () => {
    const summary = await prepared('mail.jsonl');
    const preview = await server.ask<string>('agentEnvelopes/sending/preview', { id: summary.id });
    expect(JSON.parse(preview)).toHaveProperty('resourceSpans');
    expect(preview).not.toContain('ann@example.com');
    expect(await server.ask('agentEnvelopes/sending/preview', { id: summary.id + 1 })).toBeNull();
    expect(await server.ask('agentEnvelopes/sending/address', { address: 'http://c.example' })).toMatchObject({
      host: 'c.example',
    });
    expect(await server.ask('agentEnvelopes/sending/headers', { headers: 'x' })).toHaveProperty('fault');
    expect(await server.ask('agentEnvelopes/sending/headers', { headers: 'x=1' })).toEqual({});
    expect(await server.ask('agentEnvelopes/sending/prepare', { run: 'gone', redaction })).toBeNull();
  });
});
