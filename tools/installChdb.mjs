// Installs the ClickHouse database as a library from npm, for the tests of trace stores. Goes into .vscode-test/ or $CHDB_DIR; takes half a
// minute and 550 MB, once.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root, runNpm, say } from './command.mjs';

// The lock file, with a hash for each package.
const locked = path.join(root, 'tools', 'chdb');
const manifest = JSON.parse(readFileSync(path.join(locked, 'package.json'), 'utf8'));
const home = path.resolve(
  process.env.CHDB_DIR ?? path.join(root, '.vscode-test'),
  `chdb-${manifest.dependencies.chdb}`,
);

/** Installs chdb unless it is installed. It is no devDependency, since it is larger than all of them. */
export async function ensureChdb() {
  if (existsSync(home)) return;
  say('Installing chdb, ClickHouse as a library (550 MB, once)…');
  const partial = `${home}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(locked, name), path.join(partial, name));
    // Not `npm ci`, which fails where the lock file lacks the libraries of other systems.
    await runNpm(['install', '--no-save', '--ignore-scripts'], 'chdb', { cwd: partial });
    // Another process may have been faster; its install is equivalent.
    if (!existsSync(home)) renameSync(partial, home);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** The folder that chdb is installed in; undefined if it is not. */
export function chdbFolder() {
  return existsSync(home) ? home : undefined;
}
