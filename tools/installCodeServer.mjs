// A real VS Code that npm can install: the package code-server is VS Code's workbench and extension host, served to a
// browser. Goes into .vscode-test/ or $CODE_SERVER_DIR; about a minute and 500 MB, once.
// Node built-ins only: this runs before `npm ci`.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, root, run, runNpm, say } from './command.mjs';

const version = '4.139.1'; // VS Code 1.139.1
// code-server runs only in the Node that it was made for; the npm packages node-<platform>-<arch> hold just the binary.
const nodeVersion = '24.21.0';
const nodePackage = `node-${process.platform}-${process.arch}`;

/**
 * Installs code-server unless it is there. It is no devDependency because its own install script refuses Node 20, and
 * would so break `npm ci`.
 * @returns {Promise<{ node: string, entry: string }>} the Node to run it with, and the script to run
 */
export async function ensureCodeServer() {
  const home = path.resolve(process.env.CODE_SERVER_DIR ?? path.join(root, '.vscode-test'), `code-server-${version}`);
  if (!existsSync(home)) {
    if (process.platform === 'win32') {
      throw new Refusal('On Windows a desktop VS Code is needed: install it, or name its Code.exe in VSCODE_BIN.');
    }
    say('Installing code-server, a VS Code that runs in the browser (500 MB, once)…');
    await install(home);
  }
  return {
    node: path.join(home, 'node_modules', nodePackage, 'bin', 'node'),
    entry: path.join(home, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
}

/** Works beside `home` and moves it there when complete, so that half an install is never taken for a whole one. */
async function install(home) {
  removeAbandoned(home);
  const partial = `${home}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    await installInto(partial);
    // Another process may have been faster; its install is as good as ours.
    if (!existsSync(home)) renameSync(partial, home);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Removes what an install left that was ended half way. */
function removeAbandoned(home) {
  const folder = path.dirname(home);
  if (!existsSync(folder)) return;
  const prefix = `${path.basename(home)}.partial-`;
  for (const name of readdirSync(folder).filter(name => name.startsWith(prefix))) {
    if (!isRunning(Number(name.slice(prefix.length))))
      rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function installInto(folder) {
  const dependencies = { 'code-server': version, [nodePackage]: nodeVersion };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const code = path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const env = npmEnvironment(path.join(folder, 'node_modules', nodePackage));

  // code-server's own install script compiles nine native modules for minutes. What of it matters, by hand: the packages
  // of VS Code, those of its built-in extensions, and the one native module that the server starts with.
  await runNpm(['install', '--ignore-scripts', '--no-package-lock'], 'code-server', { cwd: folder, env });
  await runNpm(['install', '--omit=dev', '--ignore-scripts'], 'code-server', { cwd: code, env });
  await runNpm(['install', '--omit=dev'], 'code-server', { cwd: path.join(code, 'extensions'), env });
  const options = { cwd: code, env, stdio: 'ignore' };
  const compiled = await run('npm', ['rebuild', '@vscode/spdlog'], options);
  if (compiled !== 0) say('(There is no C++ compiler; so code-server writes no log files. All else works.)');

  for (const unused of unusedParts) rmSync(path.join(code, unused), { recursive: true, force: true });
}

// 290 MB that nothing here uses.
const unusedParts = [
  'extensions/copilot',
  'extensions/mermaid-markdown-features',
  'node_modules/@devcontainers',
  'node_modules/@github',
  'node_modules/@microsoft/mxc-sdk',
  'node_modules/@vscode/windows-process-tree',
];

function npmEnvironment(nodeHome) {
  // When this runs under `npm start`, npm's variables speak of our package; they would change what is installed here.
  const outer =
    /^npm_(config_(prefix|local_prefix|global|workspace|omit|production|ignore_scripts)|lifecycle|package)/i;
  const kept = Object.entries(process.env).filter(([name]) => !outer.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: path.join(nodeHome, 'bin') + path.delimiter + process.env.PATH,
    // A configured `nodedir` may point at the headers of another Node; those of this one are in its package.
    npm_config_nodedir: nodeHome,
  };
}
