import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { bin, engines, version } from '../../package.json';
import { runsEverything } from '../kit/amount';
import { projectRoot } from '../kit/corpus';
import { installNode } from '../kit/installNode';
import { temporaryFolder } from '../kit/temporaryFolder';

const OUTPUT = {
  success: true,
  summary: 'Done.',
  recommendation: 'proceed',
  artifacts: [{ path: 'a.md', operation: 'create', content: '# Notes\n' }],
};
const ELIDED = JSON.stringify(OUTPUT).replace('# Notes\\n', '<full spec>');
const MESSAGE = JSON.stringify({ id: 'm', from: 'build', to: 'audit', payload: { confidence: 1.4 } });
const PROTOCOL = JSON.stringify({
  id: 'ledger',
  kinds: {
    entry: {
      schema: {
        type: 'object',
        required: ['entry', 'amount', 'booked'],
        properties: { entry: { type: 'string' }, amount: { type: 'number' }, booked: { type: 'boolean' } },
      },
    },
  },
});

/** One program for both kinds of modules: what it prints has to be the same. */
const PROGRAM = `
const output = guard('agent-protocol/output');
const refusal = action => {
  try {
    action();
    return 'passed';
  } catch (error) {
    return error instanceof GuardError ? error.problems.map(({ path, rule }) => path + ' ' + rule).join() : String(error);
  }
};
const ledger = compileProtocol('ledger.agent-protocol.json');
Promise.all([check(['elided.json']), runs('log.jsonl')]).then(([{ summary }, [run]]) => console.log(JSON.stringify({
  passes: output(${JSON.stringify(OUTPUT)}).artifacts[0].path,
  refuses: refusal(() => output.parse(${JSON.stringify(ELIDED)})),
  declared: refusal(() => ledger.guard('entry')({ entry: 'a', amount: '1', booked: true })),
  errors: summary.errors,
  steps: run.steps.length,
})));
`;
const IMPORTED = "import { check, compileProtocol, guard, GuardError, runs } from 'agent-envelopes';\n";
const REQUIRED = "const { check, compileProtocol, guard, GuardError, runs } = require('agent-envelopes');\n";

/** Compiles only if the types are right: each line that is marked has to be an error. */
const TYPED = `${IMPORTED}import type { AgentMessage, AgentOutput, Kinds, Run } from 'agent-envelopes';

const message: AgentMessage = guard('agent-message/message')({});
const from: string = message.from;
const output: AgentOutput = guard('agent-protocol/output', { config: false }).parse('{}');
const text: string | undefined = output.artifacts?.[0]?.content;
// @ts-expect-error no such property
message.artifacts.length;
// @ts-expect-error another kind
const wrong: AgentMessage = guard('agent-protocol/output')({});
interface Entry { amount: number }
const entry: Entry = compileProtocol({ id: 'ledger' }).guard<Entry>('entry')({});
const declared: Entry = guard<Entry>('ledger/entry')({});
const kinds: (keyof Kinds)[] = ['toolcall/call', 'agent-io/event'];
const all: Promise<Run[]> = runs(['logs'], { rules: { 'agent-io/*': 'off' } });
check('.').then(({ files }) => files[0]?.problems[0]?.range.start.line.toFixed());
try {
  guard('agent-io/request');
} catch (error) {
  if (error instanceof GuardError) console.log(error.kind, error.problems.map(({ path, rule }) => path + rule));
}
console.log(from, text, wrong, entry, declared, kinds, all);
`;

const folder = temporaryFolder({
  'package.json': '{"private": true}',
  'elided.json': ELIDED,
  'message.json': MESSAGE,
  'log.jsonl': `${MESSAGE}\n`,
  'ledger.agent-protocol.json': PROTOCOL,
  'program.mjs': `${IMPORTED}${PROGRAM}`,
  'program.cjs': `${REQUIRED}${PROGRAM}`,
  'typed.mts': TYPED,
  'typed.cts': TYPED,
});
afterAll(folder.dispose);

const npm = (...args: string[]) => {
  const quiet = ['--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  const ran = spawnSync('npm', [...args, ...quiet], {
    cwd: folder.path,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(ran, ran.stderr).toMatchObject({ status: 0 });
  return ran.stdout;
};
const installed = (path: string) => join(folder.path, 'node_modules', 'agent-envelopes', path);
const cli = () => installed(bin['agent-envelopes']);
const start = (node: string, ...args: string[]) => spawnSync(node, args, { cwd: folder.path, encoding: 'utf8' });

let packed: string[] = [];
let archive = '';

// One installation for all tests, in an empty folder, with nothing from a network.
beforeAll(() => {
  const [{ files, filename }] = JSON.parse(npm('pack', projectRoot, '--json', '--pack-destination', '.'));
  packed = files.map(({ path }: { path: string }) => path).sort();
  archive = filename;
  npm('install', '--offline', `./${archive}`);
});

test('it is the built program and its types, and brings nothing else', () => {
  const built = readFileSync(join(projectRoot, '.npmignore'), 'utf8').match(/(?<=^!\/)dist\/[\w.-]+$/gm) ?? [];
  // The protocol of the server is part of it where no extension shares it.
  const there = built.filter(name => existsSync(join(projectRoot, name)));
  expect(built.length - there.length).toBeLessThanOrEqual(1);
  const beside = ['LICENSE', 'README.md', 'package.json', 'types/index.d.ts', 'types/kinds.d.ts'];
  expect(packed).toEqual([...there, ...beside].sort());
  expect(readdirSync(join(folder.path, 'node_modules')).filter(name => !name.startsWith('.'))).toEqual([
    'agent-envelopes',
  ]);
});

/** The Node of this process; where everything runs, also those that the registry has as packages. */
const nodes = ['this', ...(runsEverything ? ['22', '24'] : [])];

describe.each(nodes)('in Node: %s', name => {
  let node = process.execPath;

  beforeAll(() => {
    if (name === 'this') return;
    const other = temporaryFolder({ 'package.json': '{"private": true}' });
    afterAll(other.dispose);
    node = installNode(name, other.path);
    expect(start(node, '--version').stdout).toMatch(new RegExp(`^v${name}\\.`));
  });

  test('the command line checks', () => {
    expect(start(node, cli(), '--version').stdout).toBe(`${version}\n`);
    const { status, stdout, stderr } = start(node, cli(), 'check', '*.json', '--quiet');
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toContain('elided.json:1:');
    expect(stdout).toContain('envelope/elided-content');
  });

  test('a program imports it, or requires it, and gets the same', () => {
    const [imported, required] = ['program.mjs', 'program.cjs'].map(program => start(node, program));
    expect(imported).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(imported?.stdout ?? '')).toEqual({
      passes: 'a.md',
      refuses: '/artifacts/0/content envelope/elided-content',
      declared: '/amount schema/type',
      errors: 1,
      steps: 1,
    });
    expect(required).toMatchObject({ status: 0, stderr: '', stdout: imported?.stdout });
  });

  test('it shows runs in a browser, and writes the page that needs no server', async () => {
    const server = spawn(node, [cli(), 'serve', '.'], { cwd: folder.path });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [line] = await once(server.stdout.setEncoding('utf8'), 'data');
    const address = /http:\S+/.exec(line)?.[0] ?? '';
    expect(await (await fetch(address)).text()).toContain('<div id="runs"></div>');
    const asked = await fetch(`${address}ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"question":"state","params":{}}',
    });
    expect(await asked.json()).toMatchObject({ answer: { places: [expect.any(String)] } });
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    expect(await ended).toEqual(process.platform === 'win32' ? [null, 'SIGINT'] : [0, null]);
    expect(start(node, cli(), 'serve', '--static', 'runs.html', '--force')).toMatchObject({ status: 0, stdout: '' });
    expect(readFileSync(folder.pathOf('runs.html'), 'utf8')).toContain('<div id="runs"></div>');
  });

  test('contracts are generated, also of a protocol that the folder declares', () => {
    const { status, stdout, stderr } = start(node, cli(), 'generate', '--target', 'zod', 'ledger/entry', 'a2a/task');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^export const LedgerEntry = z\./m);
    expect(stdout).toContain('contextId: z.string()');
  });

  test('agents are answered over stdio, until the input ends', () => {
    const requests = [
      ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }],
      ['tools/call', { name: 'check', arguments: { path: 'message.json' } }],
      ['tools/call', { name: 'runs', arguments: {} }],
      ['tools/call', { name: 'generate', arguments: { target: 'typescript', kinds: ['ledger/entry'] } }],
    ].map(([method, params], id) => JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const { status, stdout, stderr } = spawnSync(node, [cli(), 'mcp', '.'], {
      ...{ cwd: folder.path, encoding: 'utf8' },
      input: `${requests.join('\n')}\n`,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const answers = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    const [, checked, listed, generated] = requests.map((_, at) => answers.find(({ id }) => id === at).result);
    expect(checked.structuredContent.problems.map(({ rule }: { rule: string }) => rule)).toContain('schema/maximum');
    expect(listed.structuredContent.total).toBe(2);
    expect(generated.structuredContent.text).toContain('export type LedgerEntry = {');
  });

  test('the language server speaks over stdio, and ends when it is told to', async () => {
    const server = spawn(node, [cli(), 'lsp', '--stdio'], { cwd: folder.path });
    onTestFinished(() => void server.kill('SIGKILL'));
    const connection = createMessageConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.listen();
    const greeting = await connection.sendRequest('initialize', {
      ...{ processId: process.pid, rootUri: folder.uri },
      capabilities: { textDocument: { publishDiagnostics: {} } },
    });
    expect(greeting).toMatchObject({ serverInfo: { name: 'agent-envelopes', version } });
    const told = new Promise<{ diagnostics: { code: string }[] }>(resolve =>
      connection.onNotification('textDocument/publishDiagnostics', resolve),
    );
    await connection.sendNotification('initialized', {});
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: folder.uriOf('message.json'), languageId: 'json', version: 1, text: MESSAGE },
    });
    expect((await told).diagnostics.map(({ code }) => code)).toContain('schema/maximum');
    await connection.sendRequest('shutdown');
    const ended = once(server, 'exit');
    await connection.sendNotification('exit');
    expect(await ended).toEqual([0, null]);
    connection.dispose();
  });
});

test('its types stand alone, and are strict', () => {
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  const options = '--strict --noEmit --exactOptionalPropertyTypes --skipLibCheck false --target es2022 --types';
  const ran = spawnSync(
    process.execPath,
    [
      tsc,
      ...options.split(' '),
      'node',
      '--module',
      'nodenext',
      '--typeRoots',
      join(projectRoot, 'node_modules/@types'),
      'typed.mts',
      'typed.cts',
    ],
    { cwd: folder.path, encoding: 'utf8' },
  );
  expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status: 0, stdout: '' });
});

describe('a Node that is too old', () => {
  test('is told so, before any other code', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { node: '12.22.1' } }); require(${JSON.stringify(cli())});`;
    const { status, stdout, stderr } = start(process.execPath, '-e', old);
    const [, least] = /(\d+)/.exec(engines.node) ?? [];
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: `agent-envelopes needs Node ${least} or newer; this is Node 12.22.1. Install a newer one.\n`,
    });
  });

  test('parses the file: nothing in it is newer than ES2015', async () => {
    const rewritten = async (code: string, target: string) => (await transform(code, { target })).code;
    const code = readFileSync(cli(), 'utf8');
    expect(await rewritten(code, 'es2015')).toBe(await rewritten(code, 'esnext'));
    const newer = `${code}\nglobalThis?.x;`;
    expect(await rewritten(newer, 'es2015')).not.toBe(await rewritten(newer, 'esnext'));
  });
});
