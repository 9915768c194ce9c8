import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  RECOGNISED,
  type RecognisedParams,
  RUNS_CHANGED,
  type RunsChanged,
  TRUSTED,
} from '../../server/src/shared/lspExtensions';
import { KEEPING_CODE, startServer } from '../kit/lspClient';
import { log, message, PLAIN_VIEW } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

// In a folder without envelopes nothing but the smallest bundles is loaded, until something needs the rest.

const TRACE = fileURLToPath(new URL('../kit/tracedBundles.cjs', import.meta.url));
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const PLAIN = {
  'package.json': '{"name": "shop", "version": "1.0.0", "description": "A shop", "scripts": {"test": "vitest"}}',
  'src/data.json': JSON.stringify([{ id: 1, status: 'open', type: 'order', message: 'Hello' }]),
  'README.md': '# Shop\n\nTakes orders.\n\n```json\n{"id": 1, "status": "open"}\n```\n',
  '.gitignore': 'logs/\n',
};
const CREATED = 1;
const CHANGED = 2;
const WATCHING = {
  textDocument: { diagnostic: {} },
  workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
};

/** The bundles of a waiting server. */
const WAITING = [
  ...['candidates.js', 'files.js', 'lsp.js', 'lspServer.js', 'nodeLsp.js', 'paths.js', 'runtime.js', 'server.js'],
  'texts.js',
];

type Files = Parameters<typeof temporaryFolder>[0];

/** A server over files of its own, with the bundles that it has loaded. */
async function traced(files: Files, options: Parameters<typeof startServer>[0] = {}) {
  const folder = temporaryFolder(files);
  const server = await startServer({
    nodeFlags: [...KEEPING_CODE, '--require', TRACE],
    settings: {},
    capabilities: WATCHING,
    folders: [folder.uri],
    ...options,
  });
  onTestFinished(async () => {
    server.kill();
    await server.exited;
    folder.dispose();
  });
  const traceLines = () => server.errors.join('').split('\n').filter(Boolean);
  return {
    ...server,
    folder,
    changed: (type: number, ...names: string[]) =>
      server.tell('workspace/didChangeWatchedFiles', {
        changes: names.map(name => ({ uri: folder.uriOf(name), type })),
      }),
    searched: () => server.told<RunsChanged>(RUNS_CHANGED),
    isDormant() {
      expect(traceLines().sort()).toEqual(WAITING.map(name => `loads ${name}`));
    },
    /** The rest is loaded, and the index thread has started. */
    async isActive() {
      await vi.waitUntil(() => traceLines().includes('loads core.js in a thread'), 10_000);
      expect(traceLines()).toEqual(expect.arrayContaining(['loads serveInNode.js', 'starts a thread']));
    },
    hasRun: () => server.told<RunsChanged>(RUNS_CHANGED, ({ runs, reading }) => runs === 1 && !reading),
  };
}

test('a folder without envelopes needs neither the core nor the index thread', async () => {
  const server = await traced({ ...PLAIN, 'logs/a.jsonl': log(message(1)) });
  expect(await server.searched()).toEqual({ runs: 0, reading: false, live: false });
  expect(await server.ask('agentEnvelopes/runs/files')).toEqual([]);
  server.isDormant();
  expect(await server.stop()).toBe(0);
  server.isDormant();
});

test('without folders it waits, too', async () => {
  const server = await traced({}, { folders: [] });
  await server.searched();
  server.isDormant();
  expect(await server.stop()).toBe(0);
});

test.each<[string, Files]>([
  ['a log', { 'a/run.jsonl': log(message(1)) }],
  ['a JSON file', { 'a/run.json': message(1) }],
  ['a JSON file that breaks off', { 'a/run.json': message(1).slice(0, -20) }],
])('the run in %s is found at the start', async (_, files) => {
  const server = await traced({ ...PLAIN, ...files });
  await server.hasRun();
  await server.isActive();
});

test.each<[string, Files]>([
  ['settings for the folder', { '.agent-envelopes.json': '{}' }],
  ['a declaration', { 'docs/own.agent-protocol.json': '{}' }],
  ['an envelope in Markdown', { 'docs/example.md': `\`\`\`json\n${message(1)}\n\`\`\`\n` }],
  ['a registry', { 'specs/index.md': '# Feature Index\n\n## Metadata\n\n## Workflow Status\n' }],
])('%s is read by the rest', async (_, files) => {
  const server = await traced({ ...PLAIN, ...files });
  await server.isActive();
});

test('plain files that come later are looked at; the first envelope among them is found', async () => {
  const server = await traced(PLAIN);
  await server.searched();
  server.folder.write('more/plain.json', '{"version": 2}');
  server.folder.write('logs/ignored.jsonl', log(message(1)));
  await server.changed(CREATED, 'more/plain.json', 'logs/ignored.jsonl');
  server.folder.write('package.json', '{"name": "store"}');
  await server.changed(CHANGED, 'package.json');
  for (let i = 0; i < 20; i++) await server.ask('agentEnvelopes/runs/files');
  server.isDormant();
  server.folder.write('more/run.json', message(1));
  await server.changed(CREATED, 'more/run.json');
  await server.hasRun();
  await server.isActive();
});

test.each(['new', 'new.json'])('the new folder %s is searched: its files may not be announced', async name => {
  const server = await traced(PLAIN);
  await server.searched();
  server.folder.write(`${name}/deep/run.json`, message(1));
  await server.changed(CREATED, name);
  await server.hasRun();
  await server.isActive();
});

test('the view asks for its nodes: all is loaded, and the answer is that of an index without runs', async () => {
  const server = await traced(PLAIN);
  await server.searched();
  expect(await server.ask('agentEnvelopes/runs/nodes', { view: PLAIN_VIEW })).toMatchObject({ nodes: [], total: 0 });
  await server.isActive();
});

test('an opened document loads the rest, and nothing that follows is lost', async () => {
  const server = await traced(PLAIN);
  await server.searched();
  const uri = server.folder.uriOf('new.json');
  await server.open(uri, '');
  await server.change(uri, { text: message(1, { confidence: 7 }) });
  const pulled = await server.ask<{ items: unknown[] }>('textDocument/diagnostic', { textDocument: { uri } });
  expect(pulled.items).toHaveLength(1);
  const { kinds } = await server.told<RecognisedParams>(RECOGNISED, ({ kinds: all }) => all.length > 0);
  expect(kinds.map(({ id }) => id)).toEqual(['agent-message/message']);
});

test('a pull for the workspace waits without loading anything, and is answered after all', async () => {
  const server = await traced(PLAIN);
  await server.searched();
  const pull = server.ask<{ items: { uri: string }[] }>('workspace/diagnostic', { previousResultIds: [] });
  await server.ask('agentEnvelopes/runs/files');
  server.isDormant();
  server.folder.write('run.json', message(1, { confidence: 7 }));
  await server.changed(CREATED, 'run.json');
  expect((await pull).items.map(({ uri }) => uri)).toEqual([server.folder.uriOf('run.json')]);
});

test('a waiting pull is cancelled, or ended by the shutdown', async () => {
  const server = await traced(PLAIN);
  await server.searched();
  const first = server.askUntil('workspace/diagnostic', { previousResultIds: [] });
  first.cancel();
  await expect(first.answer).rejects.toThrow(/cancelled/);
  const second = server.ask('workspace/diagnostic', { previousResultIds: [] });
  expect(await server.stop()).toBe(0);
  expect(await second).toEqual({ items: [] });
  server.isDormant();
});

test('settings that associate a file load the rest, others do not', async () => {
  const server = await traced(PLAIN);
  await server.searched();
  await server.set({ rules: { 'schema/required': 'off' }, exclude: ['src'] });
  await server.searched();
  server.isDormant();
  await server.set({ associations: { 'src/*.json': 'agent-message/message' } });
  await server.isActive();
});

test('a folder that is added is searched; what was said before is known later', async () => {
  const server = await traced(PLAIN);
  await server.searched();
  const other = temporaryFolder({ 'run.jsonl': log(message(1)) });
  onTestFinished(other.dispose);
  await server.tell(TRUSTED);
  await server.tell('workspace/didChangeWorkspaceFolders', {
    event: { added: [{ uri: other.uri, name: 'other' }], removed: [] },
  });
  await server.hasRun();
  const { nodes } = await server.ask<{ nodes: { label: string }[] }>('agentEnvelopes/runs/nodes', { view: PLAIN_VIEW });
  expect(nodes.map(({ label }) => label)).toContain('other');
});

test('a file that can not be read is named, as the index would', async () => {
  const server = await traced({ ...PLAIN, 'wide.json': Buffer.from('\uFEFF{"a": 1}', 'utf16le') });
  const { message: warning } = await server.told<{ message: string }>('window/logMessage');
  expect(warning).toContain('wide.json: is not UTF-8 text');
  await server.searched();
  server.isDormant();
});

test('a check of one file loads what its envelope needs, and neither the contracts of other families nor the pages of rules', () => {
  const folder = temporaryFolder({ 'a.json': message(1, { confidence: 7 }) });
  onTestFinished(() => folder.dispose());
  const { stdout, stderr } = spawnSync(process.execPath, ['--require', TRACE, CLI, 'check', 'a.json'], {
    cwd: folder.path,
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    encoding: 'utf8',
  });
  expect(stdout).toContain('1 error');
  const loaded = stderr.split('\n').flatMap(line => (line.startsWith('loads ') ? line.slice('loads '.length) : []));
  expect(loaded.filter(name => /contract|ruleDocs|shipped|Yaml|compileSchema|features|editing/.test(name))).toEqual([
    'contract-agent-message.js',
  ]);
});
