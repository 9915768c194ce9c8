import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { RUNS_CHANGED, type RunsChanged } from '../../server/src/shared/lspExtensions';
import { projectRoot } from '../kit/corpus';
import { startServer } from '../kit/lspClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const dist = join(projectRoot, 'dist');
const isWindows = process.platform === 'win32';

let folder: ReturnType<typeof temporaryFolder>;
afterEach(() => folder.dispose());

/** Checks a file under a home folder, with the cache in it. */
function check(env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const { stdout, status } = spawnSync(process.execPath, [join(dist, 'cli.js'), 'check', 'a.json'], {
    cwd: folder.path,
    env: { PATH, HOME: folder.pathOf('home'), ...env },
    encoding: 'utf8',
  });
  return { stdout: stdout.replace(/in [\d.]+ m?s/, ''), status };
}

function begin(): void {
  folder = temporaryFolder({ 'a.json': '{"agent": 1, "tool": "x", "args": {}}', 'home/x': '' });
  chmodSync(folder.path, 0o700);
}

const all = () => folder.pathOf('home/.cache/agent-envelopes');

/** The cache's folder of this version, and its files. */
function cached(): { path: string; files: string[] } {
  const [name = ''] = readdirSync(all());
  const path = join(all(), name);
  return { path, files: readdirSync(path).sort() };
}

/** Writes compiled code that V8 takes for a file's, though it does something else: V8 compares the lengths of sources. */
function poison(path: string, files: readonly string[]): void {
  const name = files.find(file => file.startsWith('check.js-')) ?? '';
  const before = '(function (exports, require, module, __filename, __dirname) { ';
  const { length } = readFileSync(join(dist, 'check.js'), 'utf8');
  const evil = `${before}process.stdout.write("EVIL");`;
  const padding = ' '.repeat(before.length + length - evil.length);
  writeFileSync(join(path, name), new Script(`${evil}${padding}\n})`).createCachedData());
}

test.skipIf(isWindows)('compiled code is kept where only its user can write, and changes no answer', () => {
  begin();
  const first = check();
  expect(first.status).toBe(0);
  const { path, files } = cached();
  expect(files.map(file => file.split('-')[0])).toContain('check.js');
  for (const one of [all(), path]) expect(statSync(one).mode & 0o777).toBe(0o700);
  for (const file of files) expect(statSync(join(path, file)).mode & 0o777).toBe(0o600);

  const before = files.map(file => statSync(join(path, file)).mtimeMs);
  expect(check()).toEqual(first);
  expect(cached().files).toEqual(files);
  expect(files.map(file => statSync(join(path, file)).mtimeMs)).toEqual(before);

  for (const file of files) writeFileSync(join(path, file), 'no code');
  expect(check()).toEqual(first);
});

test.skipIf(isWindows)('the server keeps its code, too, and takes it the next time', async () => {
  begin();
  const serve = async () => {
    const server = await startServer({
      nodeFlags: [],
      env: { HOME: folder.pathOf('home'), XDG_CACHE_HOME: '', NODE_DISABLE_COMPILE_CACHE: '', NODE_COMPILE_CACHE: '' },
      folders: [pathToFileURL(folder.path).href],
    });
    await server.open(folder.uriOf('a.json'), '{"agent": 1, "tool": "x", "args": {}}');
    await server.told<RunsChanged>(RUNS_CHANGED, ({ reading }) => !reading);
    expect(await server.stop()).toBe(0);
    const { path, files } = cached();
    return files.map(file => [file, statSync(join(path, file)).mtimeMs] as const);
  };
  const first = await serve();
  expect(first.map(([file]) => file.split('-')[0])).toEqual(expect.arrayContaining(['serveInNode.js', 'core.js']));
  // What V8 rejects is compiled and written again.
  expect(await serve()).toEqual(first);
});

test.skipIf(isWindows)('of earlier builds a few are kept', () => {
  begin();
  check();
  const { path, files } = cached();
  const own = files.find(file => file.startsWith('check.js-')) ?? '';
  const earlier = [1, 2, 3, 4, 5, 6].map(build => `check.js-${build}-${build}`);
  for (const [build, name] of earlier.entries()) {
    writeFileSync(join(path, name), '', { mode: 0o600 });
    utimesSync(join(path, name), build, build);
  }
  rmSync(join(path, own));
  check();
  const kept = cached().files.filter(name => name.startsWith('check.js-'));
  expect(kept.sort()).toEqual([own, ...earlier.slice(-3)].sort());
  expect(cached().files.filter(name => !earlier.includes(name))).toEqual(files);
});

test.skipIf(isWindows)('what another could have written is not run', () => {
  begin();
  const first = check();
  const { path, files } = cached();
  poison(path, files);
  // The attack is real where the folder is private.
  expect(check().stdout).toContain('EVIL');

  for (const open of [path, all(), folder.pathOf('home/.cache'), folder.pathOf('home')]) {
    const { mode } = statSync(open);
    chmodSync(open, 0o777);
    expect(check(), open).toEqual(first);
    chmodSync(open, mode & 0o777);
  }
  const file = join(path, files.find(one => one.startsWith('check.js-')) ?? '');
  chmodSync(file, 0o666);
  expect(check()).toEqual(first);
});

test.skipIf(isWindows)('no link is followed, and no folder of a relative name is taken', () => {
  begin();
  const first = check();
  const { path, files } = cached();
  poison(path, files);
  renameSync(all(), folder.pathOf('elsewhere'));
  symlinkSync(folder.pathOf('elsewhere'), all());
  expect(check()).toEqual(first);
  expect(lstatSync(all()).isSymbolicLink()).toBe(true);

  mkdirSync(folder.pathOf('cache'), { mode: 0o700 });
  renameSync(folder.pathOf('elsewhere'), folder.pathOf('cache/agent-envelopes'));
  expect(check({ XDG_CACHE_HOME: 'cache' })).toEqual(first);
  expect(check({ NODE_DISABLE_COMPILE_CACHE: '1', XDG_CACHE_HOME: folder.pathOf('cache') })).toEqual(first);
});
