import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { BatchSpanProcessor, SimpleSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, onTestFinished, test } from 'vitest';
import { RECEIVER_CHANGED, type ReceiverState, type TreeNode } from '../../server/src/shared/lspExtensions';
import { runsEverything } from '../kit/amount';
import { projectRoot } from '../kit/corpus';
import { log, message, PLAIN_VIEW, type RunsClient, startRunsServer } from '../kit/runsClient';
import { serverInTurns } from '../kit/serverInTurns';
import { temporaryFolder } from '../kit/temporaryFolder';
import { recordRun, tracerOf } from '../network/receive/recordedSpans';

const cli = resolve(projectRoot, process.env.AGENT_ENVELOPES_DIST ?? 'dist', 'cli.js');
const python = readFileSync(join(projectRoot, 'test/network/receive/traces.pb'));
const PYTHON_TRACE = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';

function someFolder(files: Parameters<typeof temporaryFolder>[0] = {}) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  return folder;
}

/** A server over a workspace with one run of its own. */
async function startedServer(): Promise<RunsClient> {
  const workspace = someFolder({ 'own.jsonl': log(message(1)) });
  const server = await startRunsServer([workspace.uri]);
  onTestFinished(async () => {
    expect(await server.stop()).toBe(0);
    expect(server.errors).toEqual([]);
  });
  await server.read();
  return server;
}

async function received(server: RunsClient, folder: string, port: number, fits: (state: ReceiverState) => boolean) {
  const params = { folder, name: 'Received Traces', port, maxMegabytes: 10, maxDays: 1 };
  await server.ask('agentEnvelopes/receiver/start', params);
  return server.told<ReceiverState>(RECEIVER_CHANGED, fits);
}

const listens = ({ role }: ReceiverState) => role === 'listens';

/** The command, once it listens. */
async function startedCommand(folder: string, port = 0) {
  const child = spawn(process.execPath, [cli, 'receive', '--port', String(port), '--dir', folder]);
  let out = '';
  let err = '';
  child.stderr.on('data', piece => (err += piece));
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  const line = await new Promise<string>(resolve => {
    child.stdout.on('data', piece => {
      out += piece;
      if (out.includes('\n')) resolve(out);
    });
    void ended.then(() => resolve(out + err));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    line,
    port: Number(/:(\d+),/.exec(line)?.[1]),
    output: () => out + err,
    end(signal: NodeJS.Signals) {
      child.kill(signal);
      return ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = await listening();
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

function listening(): Promise<Server> {
  const server = createServer(socket => socket.destroy());
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function send(processor: SpanProcessor, tools?: number): Promise<string> {
  const trace = recordRun(tracerOf(processor), tools);
  await processor.forceFlush();
  await processor.shutdown();
  return trace;
}

function sendPython(port: number): Promise<number> {
  return fetch(`http://127.0.0.1:${port}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-protobuf' },
    body: python,
  }).then(({ status }) => status);
}

const url = (port: number) => ({ url: `http://127.0.0.1:${port}/v1/traces` });
const one = (port: number) => new SimpleSpanProcessor(new ProtobufExporter(url(port)));

/** The received runs in the tree. */
async function receivedRuns(server: RunsClient): Promise<TreeNode[]> {
  const root = (await server.roots()).find(({ label }) => label === 'Received Traces');
  return root ? (await server.nodes(root.id, PLAIN_VIEW)).nodes : [];
}

function runsIn(folder: string, run: string): { steps: Record<string, unknown>[] } {
  const { stdout, status } = spawnSync(
    process.execPath,
    [cli, 'runs', '.', '--run', run, '--format', 'json', '--content'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  expect(status).toBe(0);
  return JSON.parse(stdout).runs[0];
}

test('the command keeps what SDKs send, in files that only this user may read, and ends with 0', async () => {
  const folder = someFolder();
  const command = await startedCommand(folder.pathOf('kept'));
  expect(command.line).toMatch(
    /^Receiving traces on http:\/\/127\.0\.0\.1:\d+, writing them to .*kept \(.*\); Ctrl\+C ends it\.\n$/,
  );
  const batch = await send(new BatchSpanProcessor(new ProtobufExporter(url(command.port))), 5);
  const json = await send(
    new SimpleSpanProcessor(new JsonExporter({ ...url(command.port), compression: 'gzip' as never })),
  );
  expect(await sendPython(command.port)).toBe(200);
  expect(await command.end('SIGTERM')).toBe(0);
  expect(command.output()).toBe(command.line);
  const [file = '', ...others] = readdirSync(folder.pathOf('kept'));
  expect(others).toEqual([]);
  expect(file).toMatch(/^traces-\d{8}T\d{6}Z-\d+-1\.jsonl$/);
  expect(statSync(folder.pathOf(`kept/${file}`)).mode & 0o777).toBe(0o600);
  expect(runsIn(folder.path, batch).steps).toHaveLength(7);
  expect(runsIn(folder.path, json).steps).toHaveLength(4);
  expect(runsIn(folder.path, PYTHON_TRACE).steps).toHaveLength(2);
  const text = readFileSync(folder.pathOf(`kept/${file}`), 'utf8');
  expect(text.match(/\{"key":"zero","value":\{"intValue":"0"\}\}/g)).toHaveLength(3);
  expect(text.match(/\{"key":"false","value":\{"boolValue":false\}\}/g)).toHaveLength(3);
  expect(text.match(/\{"key":"empty","value":\{"stringValue":""\}\}/g)).toHaveLength(3);
});

test('log records of an SDK are kept with what they say', async () => {
  const folder = someFolder();
  const command = await startedCommand(folder.path);
  const exporter = new OTLPLogExporter({ url: `http://127.0.0.1:${command.port}/v1/logs` });
  const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor(exporter)] });
  provider.getLogger('lib').emit({
    eventName: 'gen_ai.client.inference.operation.details',
    body: { text: 'Naïve', zero: 0, none: false, list: [''] },
    attributes: { zero: 0 },
  });
  await provider.shutdown();
  expect(await command.end('SIGINT')).toBe(0);
  const [file = ''] = readdirSync(folder.path);
  const [{ resourceLogs }] = [JSON.parse(readFileSync(folder.pathOf(file), 'utf8'))];
  expect(resourceLogs[0].scopeLogs[0].logRecords).toMatchObject([
    {
      eventName: 'gen_ai.client.inference.operation.details',
      body: {
        kvlistValue: {
          values: [
            { key: 'text', value: { stringValue: 'Naïve' } },
            { key: 'zero', value: { intValue: '0' } },
            { key: 'none', value: { boolValue: false } },
            { key: 'list', value: { arrayValue: { values: [{ stringValue: '' }] } } },
          ],
        },
      },
      attributes: [{ key: 'zero', value: { intValue: '0' } }],
    },
  ]);
});

test.runIf(runsEverything)('a port that is taken is said with what holds it', async () => {
  const other = await listening();
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const folder = someFolder();
  const taken = await startedCommand(folder.path, port);
  expect(taken.line).toMatch(
    new RegExp(`^agent-envelopes: port ${port} is taken by .+; end that, or choose another port with --port\\.\\n$`),
  );
  expect(await taken.end('SIGTERM')).toBe(2);
  if (process.platform === 'linux') expect(taken.line).toContain(`(process ${process.pid})`);
  const server = await startedServer();
  const { fault } = await received(server, folder.path, port, state => state.fault !== undefined);
  expect(fault).toMatch(new RegExp(`^Port ${port} is taken by .+\\.$`));
  // It listens as soon as the port is free.
  other.close();
  await server.told<ReceiverState>(RECEIVER_CHANGED, listens);
  const second = await startedCommand(folder.path, port);
  expect(second.line).toContain(`another receiver of Agent Envelopes (process ${server.pid})`);
});

const UNUSABLE = ['file', 'file/in', ...(process.platform === 'linux' ? ['/proc/a'] : [])];

const turn = serverInTurns();

test.each(UNUSABLE)('a folder that nothing can be written to is refused at the start: %s', async name => {
  const folder = someFolder({ file: 'x' });
  const path = resolve(folder.path, name);
  const refused = await startedCommand(path);
  expect(refused.line).toMatch(
    /^agent-envelopes: Traces can't be kept in \/.*: .*(file|folder).*; choose another folder with --dir\.\n$/,
  );
  expect(await refused.end('SIGTERM')).toBe(2);
  const server = await turn();
  const { fault } = await received(server, path, 0, state => state.fault !== undefined);
  expect(fault).toMatch(/^Traces can't be kept in \/.*: .*; make it a folder that can be written to\.$/);
  await server.ask('agentEnvelopes/receiver/stop', {});
});

test.runIf(process.platform === 'linux')(
  'a folder that is lost later is told to the sender, and a signal still ends it',
  async () => {
    const folder = someFolder({ 'kept/x': '' });
    const command = await startedCommand(folder.pathOf('kept'));
    rmSync(folder.pathOf('kept'), { recursive: true });
    symlinkSync('/proc/1/a', folder.pathOf('kept'));
    const answer = await fetch(`http://127.0.0.1:${command.port}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf' },
      body: python,
    });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toMatch(/Traces can't be kept in \/.*; mend that, and send them again\./);
    expect(await command.end('SIGTERM')).toBe(0);
    expect(command.output()).not.toMatch(/--force|--out/);
  },
);

test.each([
  ['no number', ['--port', 'x'], /--port takes a whole number from 0 to 65535/],
  ['too high', ['--port', '70000'], /--port takes a whole number/],
  ['paths', ['folder'], /takes no paths; name the folder with --dir folder/],
])('wrong usage: %s', (_, args, expected) => {
  const { status, stderr } = spawnSync(process.execPath, [cli, 'receive', ...args], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toMatch(expected);
});

test('of starts that overlap the last one counts, and no other port stays open', async () => {
  const { path } = someFolder();
  const server = await startedServer();
  await received(server, path, 0, listens);
  const ports = [await freePort(), await freePort()];
  const rest = { folder: path, name: 'Received Traces', maxMegabytes: 10, maxDays: 1 };
  await Promise.all(ports.map(port => server.ask('agentEnvelopes/receiver/start', { ...rest, port })));
  const isNew = (state: ReceiverState) => listens(state) && ports.includes(state.port);
  expect(await server.told<ReceiverState>(RECEIVER_CHANGED, isNew)).toMatchObject({ port: ports[1] });
  await server.ask('agentEnvelopes/receiver/stop', {});
  for (const port of ports) await expect(sendPython(port)).rejects.toThrow('fetch failed');
});

test('a run grows in the tree while it arrives, and is the one in the file', async () => {
  const folder = someFolder();
  const server = await startedServer();
  expect((await server.roots()).map(({ is }) => is)).toEqual(['run']);
  const { port } = await received(server, folder.path, 0, listens);
  await server.until(
    () => server.roots(),
    roots => roots[1]?.description === `0 runs · listening on port ${port}`,
  );
  const exporter = new ProtobufExporter(url(port));
  // Each span is sent when it ends: the agent, around all, at last.
  const tracer = tracerOf(new SimpleSpanProcessor(exporter));
  const trace = recordRun(tracer, 1);
  const [run] = await server.until(
    () => receivedRuns(server),
    ([run]) => run?.description?.includes('3 steps') === true,
  );
  expect(run).toMatchObject({ is: 'run', copies: trace });
  expect(await sendPython(port)).toBe(200);
  const [, second] = await server
    .until(
      () => receivedRuns(server),
      runs => runs.length === 2,
    )
    .then(runs => runs.toSorted(({ copies }) => (copies === trace ? -1 : 1)));
  await exporter.shutdown();
  // Counts are told, too.
  expect((await server.told<ReceiverState>(RECEIVER_CHANGED, ({ received }) => received.spans === 5)).received).toEqual(
    {
      spans: 5,
      logRecords: 0,
      rejected: 0,
    },
  );
  const fromFile = await startRunsServer([folder.uri]);
  onTestFinished(async () => void (await fromFile.stop()));
  await fromFile.read();
  const inFile = await fromFile.roots();
  for (const { copies, run: key } of [run, second] as TreeNode[]) {
    const text = await server.ask('agentEnvelopes/runs/text', { run: key, format: 'json' });
    const same = inFile.find(other => other.copies === copies)?.run;
    expect(text).toEqual(await fromFile.ask('agentEnvelopes/runs/text', { run: same, format: 'json' }));
    expect(text).toContain(copies);
  }
  // What was received stays when nothing is received any more.
  expect(await server.ask<ReceiverState>('agentEnvelopes/receiver/stop', {})).toMatchObject({ role: 'off' });
  await expect(sendPython(port)).rejects.toThrow();
  expect((await receivedRuns(server)).length).toBe(2);
});

test('of two servers the second follows, and takes over when the first has ended', async () => {
  const folder = someFolder();
  const port = await freePort();
  const workspace = someFolder({ 'own.jsonl': log(message(1)) });
  const first = await startRunsServer([workspace.uri]);
  await received(first, folder.path, port, listens);
  const second = await startedServer();
  await received(second, folder.path, port, ({ role }) => role === 'follows');
  const trace = await send(one(port));
  for (const server of [first, second]) {
    const runs = await server.until(
      () => receivedRuns(server),
      ([run]) => run?.description?.includes('4 steps') === true,
    );
    expect(runs.map(({ copies }) => copies)).toEqual([trace]);
  }
  expect(await first.stop()).toBe(0);
  expect(first.errors).toEqual([]);
  await second.told<ReceiverState>(RECEIVER_CHANGED, listens);
  const later = await send(one(port));
  const runs = await second.until(
    () => receivedRuns(second),
    runs => runs.length === 2 && runs.every(({ description }) => description?.includes('4 steps')),
  );
  expect(new Set(runs.map(({ copies }) => copies))).toEqual(new Set([trace, later]));
  expect(readdirSync(folder.path)).toHaveLength(2);
});
