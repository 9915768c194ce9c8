import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RECEIVER_CHANGED, type ReceiverState } from '../../server/src/shared/lspExtensions';
import { filesBelow, projectRoot } from '../kit/corpus';
import { startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const cli = resolve(projectRoot, process.env.AGENT_ENVELOPES_DIST ?? 'dist', 'cli.js');
const refusing = ['--require', join(projectRoot, 'test/hostile/noNetwork.cjs')];

/** What would be fetched by who follows what files name. */
const TEMPTING = {
  'schema.json': '{"$schema": "http://127.0.0.1:9/schema.json", "id": "x"}',
  'a.agent-protocol.json': JSON.stringify({
    protocol: 'p',
    kinds: [{ id: 'k', schema: { $ref: 'http://127.0.0.1:9/schema.json' }, signature: [{ has: '/x', weight: 9 }] }],
  }),
  '.agent-envelopes.json': '{"toolCatalogues": ["http://127.0.0.1:9/tools.json", "//127.0.0.1/share/tools.json"]}',
  'notes.md': '![x](http://127.0.0.1:9/x.png) <img src="http://127.0.0.1:9/y.png">\n\n```json\n{"x": 1}\n```\n',
};

test('the server reaches no other machine and starts no program, whatever files name and whatever is asked', async () => {
  const folder = temporaryFolder(TEMPTING, join(projectRoot, 'test/sample'));
  onTestFinished(folder.dispose);
  const server = await startRunsServer([folder.uri], {
    nodeFlags: refusing,
    initializationOptions: { trusted: true },
    capabilities: { textDocument: { diagnostic: {} } },
  });
  await server.read();
  expect((await server.outline()).length).toBeGreaterThan(10);
  for (const path of filesBelow(folder.path)) {
    const uri = folder.uriOf(path.slice(folder.path.length + 1));
    const textDocument = { uri };
    await server.open(uri, readFileSync(path, 'utf8'));
    await server.ask('textDocument/diagnostic', { textDocument });
    await server.ask('textDocument/documentLink', { textDocument });
    await server.ask('textDocument/hover', { textDocument, position: { line: 0, character: 3 } });
    await server.close(uri);
  }
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
});

test.each([
  ['check --fix', ['check', '--fix', '.']],
  ['replay', ['replay', 'wf_team_invites', '.', '--out', 'x.html']],
])('the command line neither: %s', (_, args) => {
  const folder = temporaryFolder(TEMPTING, join(projectRoot, 'test/sample'));
  onTestFinished(folder.dispose);
  const { stderr, status } = spawnSync(process.execPath, [...refusing, cli, ...args], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  expect(stderr).not.toContain('REACHES OUT');
  // 2 says that a schema or a catalogue, which is not fetched, can't be read.
  expect(status).toBeOneOf([0, 1, 2]);
});

test('replay --to reaches the host that it names, and no other', () => {
  const folder = temporaryFolder(TEMPTING, join(projectRoot, 'test/sample'));
  onTestFinished(folder.dispose);
  const args = ['replay', 'wf_team_invites', '.', '--to', 'http://127.0.0.1:4318'];
  const { stderr } = spawnSync(process.execPath, [...refusing, cli, ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { ...process.env, OTEL_EXPORTER_OTLP_TIMEOUT: '50' },
  });
  const reached = stderr.match(/REACHES OUT: .*/g) ?? [];
  expect(reached).toHaveLength(1);
  expect(reached[0]).toContain('"_agentKey":"127.0.0.1:4318:"');
});

test.each([
  ['reaches out', "require('net').connect(9)", 'REACHES OUT: connect'],
  ['listens', "require('http').createServer().listen(0)", 'REACHES OUT: listen'],
])('who %s is noticed', (_, code, noticed) => {
  const { stderr } = spawnSync(process.execPath, [...refusing, '-e', code], { encoding: 'utf8' });
  expect(stderr).toContain(noticed);
});

describe('what was asked to receive', () => {
  /** The addresses, in hexadecimal digits, that a process listens on. */
  function listeningAddresses(pid: number): string[] {
    const own = readdirSync(`/proc/${pid}/fd`).map(name => readlinkSync(`/proc/${pid}/fd/${name}`));
    const sockets = ['tcp', 'tcp6'].flatMap(table => readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1));
    return sockets
      .map(line => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && own.includes(`socket:[${inode}]`))
      .map(([, address = '']) => address.replace(/:.*/, ''));
  }
  const LOOPBACK = '0100007F';

  test.runIf(process.platform === 'linux')(
    'listens on this machine alone, from when it is asked until it is told to stop',
    async () => {
      const folder = temporaryFolder({ 'a.jsonl': '{}' });
      onTestFinished(folder.dispose);
      const server = await startRunsServer([folder.uri]);
      await server.read();
      expect(listeningAddresses(server.pid)).toEqual([]);
      const params = { folder: folder.pathOf('received'), name: 'x', port: 0, maxMegabytes: 1, maxDays: 1 };
      await server.ask('agentEnvelopes/receiver/start', params);
      await server.told<ReceiverState>(RECEIVER_CHANGED, ({ role }) => role === 'listens');
      expect(listeningAddresses(server.pid)).toEqual([LOOPBACK]);
      await server.ask('agentEnvelopes/receiver/stop', {});
      expect(listeningAddresses(server.pid)).toEqual([]);
      expect(await server.stop()).toBe(0);
    },
  );

  test('does not listen for parameters that are wrong', async () => {
    const server = await startRunsServer([], { nodeFlags: refusing });
    for (const wrong of [{ port: '4318' }, { port: -1 }, { folder: undefined }, { maxDays: null }]) {
      const params = { folder: '/nowhere', name: 'x', port: 0, maxMegabytes: 1, maxDays: 1, ...wrong };
      await expect(server.ask('agentEnvelopes/receiver/start', params)).rejects.toThrow(/must be/);
    }
    expect(await server.stop()).toBe(0);
    expect(server.errors).toEqual([]);
  });
});
