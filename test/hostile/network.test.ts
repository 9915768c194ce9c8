import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
  const folder = temporaryFolder(TEMPTING, join(projectRoot, 'test/workspace'));
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
  ['check', ['check', '.']],
  ['check --fix', ['check', '--fix', '.']],
  ['replay', ['replay', 'wf_team_invites', '.', '--out', 'x.html']],
])('the command line neither: %s', (_, args) => {
  const folder = temporaryFolder(TEMPTING, join(projectRoot, 'test/workspace'));
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
  const folder = temporaryFolder(TEMPTING, join(projectRoot, 'test/workspace'));
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

test('who reaches out is noticed', () => {
  const { stderr } = spawnSync(process.execPath, [...refusing, '-e', "require('net').connect(9)"], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('REACHES OUT: connect');
});
