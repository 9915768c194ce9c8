import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { type Bundle, bundleFiles, bundles, settings } from '../../tools/build.mjs';
import { bundleSizes, CONTRIBUTING } from '../../tools/bundleTable.mjs';
import { runsEverything } from '../kit/amount';
import { projectRoot } from '../kit/corpus';
import { message } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const ELIDED =
  '{"success": true, "summary": "Done.", "recommendation": "proceed", "artifacts": [{"path": "a.md", "content": "<full spec>"}]}';
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

function testFolder(files: Record<string, string> = {}) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  return folder;
}

function run(program: string, args: readonly string[], cwd: string, env = {}): SpawnSyncReturns<string> {
  return spawnSync(program, args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8' });
}

/** All that is to be committed here, and nothing that is built or installed; of these the files in `paths`. */
function freshFiles(...paths: string[]) {
  const fresh = testFolder();
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
  const { stdout } = run('git', args, projectRoot);
  for (const file of stdout.split('\0').filter(name => name && existsSync(join(projectRoot, name)))) {
    mkdirSync(dirname(fresh.pathOf(file)), { recursive: true });
    copyFileSync(join(projectRoot, file), fresh.pathOf(file));
  }
  return fresh;
}

/** A repository of them. */
function freshClone() {
  const clone = freshFiles();
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-q', '-m', 'first'],
  ]) {
    expect(run('git', args, clone.path)).toMatchObject({ status: 0 });
  }
  return clone;
}

describe.skipIf(process.platform === 'win32')('a fresh clone', () => {
  test.runIf(runsEverything)(
    'is installed as pre-commit does it, which runs no script but "prepare"',
    { timeout: 300_000 },
    () => {
      const clone = freshClone();
      const folder = testFolder({ 'elided.json': ELIDED });
      const args = ['install', '--allow-git=root', '--install-links', '-g', `git+file://${clone.path}`];
      const installed = run('npm', args, folder.path, { npm_config_prefix: folder.pathOf('installed') });
      expect(installed, installed.stderr).toMatchObject({ status: 0 });
      const program = folder.pathOf('installed/bin/agent-envelopes');
      const { status, stdout } = run(program, ['check', 'elided.json', '--format', 'json'], folder.path);
      expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining('envelope/elided-content') });
    },
  );

  test.runIf(runsEverything)(
    'is all that the action needs, which installs what the command line is made of',
    { timeout: 300_000 },
    () => {
      // GitHub hands an action its files without their repository; of the tests it needs none.
      const clone = freshFiles('.', ':!test');
      const folder = testFolder({ 'elided.json': ELIDED });
      const [step] = parse(read('action.yml')).runs.steps;
      const inputs = {
        CHECK_FORMAT: 'github',
        CHECK_PATHS: 'elided.json',
        CHECK_CHANGED_SINCE: '',
        CHECK_MAX_WARNINGS: '',
      };
      const env = { ...inputs, CHECK_OUTPUT: '', GITHUB_ACTION_PATH: clone.path };
      const { stdout, stderr } = run('bash', ['-eo', 'pipefail', '-c', step.run], folder.path, env);
      expect(stdout, stderr).toContain('::error file=elided.json,line=1,');
      const installed = Object.keys(
        JSON.parse(readFileSync(clone.pathOf('node_modules/.package-lock.json'), 'utf8')).packages,
      );
      const all = Object.keys(JSON.parse(read('package-lock.json')).packages);
      expect(installed.length).toBeLessThan(all.length / 5);
      expect(readdirSync(clone.path)).not.toContainEqual(expect.stringMatching(/^\.install-/));
      // The server is built from other copies of its libraries there.
      const said = [
        { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
        { method: 'exit' },
      ].map(message => JSON.stringify({ jsonrpc: '2.0', ...message }));
      const server = spawnSync(process.execPath, [clone.pathOf('dist/cli.js'), 'lsp', '--stdio'], {
        input: said.map(text => `Content-Length: ${text.length}\r\n\r\n${text}`).join(''),
        encoding: 'utf8',
      });
      expect(server.stdout, server.stderr).toContain('"serverInfo":{"name":"agent-envelopes"');
    },
  );
});

test('a checkout has the line ends that were committed, whatever git is set to', () => {
  const folder = testFolder({ '.gitattributes': read('.gitattributes'), 'a.ts': 'a\nb\n', 'b.txt': 'a\r\nb\n' });
  const git = (...args: string[]) =>
    run('git', ['-c', 'core.autocrlf=true', '-c', 'core.eol=crlf', ...args], folder.path);
  git('init', '-q');
  git('add', '-A');
  for (const name of ['a.ts', 'b.txt']) folder.remove(name);
  expect(git('checkout', '--', '.')).toMatchObject({ status: 0 });
  expect(['a.ts', 'b.txt'].map(name => readFileSync(folder.pathOf(name), 'utf8'))).toEqual(['a\nb\n', 'a\r\nb\n']);
});

test.each(['.vscodeignore', '.npmignore'])('what is packed by %s has all that it requires', list => {
  const packed = [...read(list).matchAll(/^!\/?dist\/([\w.]+\.js)$/gm)].map(([, file = '']) => file);
  const required = packed.flatMap(file =>
    [...read(`dist/${file}`).matchAll(/require\(["']\.\/([\w.]+\.js)["']\)/g)].map(([, other = '']) => other),
  );
  expect(required.length).toBeGreaterThan(20);
  expect([...new Set(required)].filter(other => !packed.includes(other))).toEqual([]);
});

let bundling: ReturnType<typeof bundleFiles> | undefined;
/** All bundles, from the source as it is. */
const bundledAnew = () => (bundling ??= bundleFiles(bundles, 'production'));

test('CONTRIBUTING.md names each bundle with its sizes, and what is in it', async () => {
  const rows = readFileSync(CONTRIBUTING, 'utf8').matchAll(/^\| `(.+)` \| ([\d.]+) \| ([\d.]+) \| (.+) \|$/gm);
  const table = new Map(
    [...rows].map(([, name, minified, compressed, content]) => [name, { minified, compressed, content }]),
  );
  const sizes = bundleSizes((await bundledAnew()).files);
  expect([...table.keys()].sort()).toEqual(sizes.map(({ name }) => name));
  for (const { name, ...measured } of sizes) {
    const row = table.get(name);
    expect(row?.content?.trim(), name).not.toBe('');
    for (const key of ['minified', 'compressed'] as const) {
      const off = Math.abs(Number(row?.[key]) * 1024 - measured[key]);
      // Of a small bundle a word is more than its share.
      expect(off, `${name}, ${key}: run "node tools/bundleTable.mjs"`).toBeLessThan(
        Math.max(1024, measured[key] * 0.1),
      );
    }
  }
});

// A getter would be called at each use, thousands of times for a large file.
test('what one bundle exports to others are values', () => {
  const exported = createRequire(import.meta.url)(join(projectRoot, 'dist/reading.js'));
  const descriptors = Object.values(Object.getOwnPropertyDescriptors(exported));
  expect(descriptors.length).toBeGreaterThan(10);
  expect(descriptors.filter(({ get }) => get)).toEqual([]);
});

describe('the licences of what is bundled', () => {
  const named = (text: string) => [...text.matchAll(/^(\S+) \S+ \([\w. ()-]+\)$/gm)].map(([, name]) => name);

  test('are in the package', async () => {
    const text = read('dist/notices.txt');
    const packages = packagesIn((await bundledAnew()).metafiles);
    expect(packages.length).toBeGreaterThan(25);
    expect(packages.filter(name => !named(text).includes(name))).toEqual([]);
    // What is in the schemas that were compiled ahead.
    expect(named(text)).toContain('ajv-formats');
    // MCP's package has a text of its own for each of its licences.
    expect(text.match(/Permission is hereby granted/g)).toHaveLength(2);
    // The Apache licence of three packages takes most of it.
    expect(text.length).toBeLessThan(48_000);
    for (const list of ['.vscodeignore', '.npmignore']) {
      expect(read(list)).toMatch(/^!\/?dist\/notices\.txt$/m);
      expect(read(list)).toMatch(/^!\/?dist\/pageNotices\.txt$/m);
    }
  });

  test('are in a run that was exported, those of the page alone', async () => {
    const folder = testFolder({ 'run.jsonl': `${message(1)}\n` });
    const cli = join(projectRoot, 'dist/cli.js');
    expect(run(process.execPath, [cli, 'replay', 'run.jsonl', '--out', 'run.html'], folder.path)).toMatchObject({
      status: 0,
    });
    const page = readFileSync(folder.pathOf('run.html'), 'utf8');
    const [, comment = ''] = /<!--\n(Agent Envelopes contains code[\s\S]*?)-->/.exec(page) ?? [];
    const packages = packagesIn(await eachAlone(bundles.filter(({ isOfPage }) => isOfPage)));
    expect(packages.length).toBeGreaterThan(5);
    expect(packages.filter(name => !named(comment).includes(name))).toEqual([]);
    expect(named(comment)).not.toContain('vscode-languageclient');
    expect(comment.length).toBeLessThan(4000);
  });

  test('are in the page that reads dropped files', async () => {
    const folder = testFolder({});
    const cli = join(projectRoot, 'dist/cli.js');
    expect(run(process.execPath, [cli, 'serve', '--static', 'runs.html'], folder.path)).toMatchObject({ status: 0 });
    const page = readFileSync(folder.pathOf('runs.html'), 'utf8');
    const packages = packagesIn(await eachAlone(bundles.filter(({ isOfRunsPage }) => isOfRunsPage)));
    expect(packages.length).toBeGreaterThan(10);
    expect(packages.filter(name => !named(page).includes(name))).toEqual([]);
    expect(read('.npmignore')).toMatch(/^!\/dist\/runsPageNotices\.txt$/m);
  });
});

/** The packages that bundles hold code of. */
function packagesIn(metafiles: readonly Metafile[]): string[] {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs)),
  );
  const files = inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
  return [...new Set(files.flatMap(file => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))];
}

async function eachAlone(chosen: readonly Bundle[]): Promise<Metafile[]> {
  const made = await Promise.all(
    chosen.map(bundle => build({ ...settings(bundle, 'production'), metafile: true, write: false })),
  );
  return made.map(({ metafile }) => metafile);
}
