// Installs a real VS Code from npm: the package code-server is VS Code's workbench and extension host, served to a
// browser. Goes into .vscode-test/ or $CODE_SERVER_DIR; takes about a minute and 500 MB, once.
// Node built-ins only: this runs before `npm ci`.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Refusal, root, run, runNpm, say } from './command.mjs';

// The lock files, with a hash for each package.
const locked = path.join(root, 'tools', 'code-server');
const manifest = JSON.parse(readFileSync(path.join(locked, 'package.json'), 'utf8'));
const version = manifest.dependencies['code-server'];
// code-server runs only in its own Node version; these packages contain only the binary.
const nodePackage = `node-${process.platform}-${process.arch}`;

/**
 * Installs code-server unless it is installed. It is no devDependency because its own install script rejects Node 20,
 * and would break `npm ci`.
 * @returns {Promise<{ node: string, entry: string }>} the Node to run it with, and the script to run
 */
export async function ensureCodeServer() {
  const home = path.resolve(process.env.CODE_SERVER_DIR ?? path.join(root, '.vscode-test'), `code-server-${version}`);
  if (!existsSync(home)) {
    if (!Object.hasOwn(manifest.optionalDependencies, nodePackage)) {
      throw new Refusal('On this system a desktop VS Code is needed: install it, or name its program in VSCODE_BIN.');
    }
    say('Installing code-server, a VS Code that runs in the browser (500 MB, once)…');
    await install(home);
  }
  return {
    node: path.join(home, 'node_modules', nodePackage, 'bin', 'node'),
    entry: path.join(home, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
}

/** Installs beside `home` and moves the result there, so that a partial install is never used. */
async function install(home) {
  removeAbandoned(home);
  const partial = `${home}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    await installInto(partial);
    // Another process may have been faster; its install is equivalent.
    if (!existsSync(home)) renameSync(partial, home);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Removes the remains of interrupted installs. */
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
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(locked, name), path.join(folder, name));
  const node = path.join(folder, 'node_modules', nodePackage);
  const code = path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const env = npmEnvironment(node);

  // code-server's own install script compiles nine native modules for minutes. Only the relevant steps, by hand: VS
  // Code's packages, those of its built-in extensions, and the one native module that the server needs at start. Both
  // lists of packages are locked by hashes, too: the second by a file of code-server's package, the first here, since
  // the one there lacks a package.
  await runNpm(['ci', '--ignore-scripts'], 'code-server', { cwd: folder, env });
  // npm continues without a platform's optional package, even where its hash differs.
  if (!existsSync(node)) throw new Refusal(`code-server was not installed: ${nodePackage} could not be.`);
  copyFileSync(path.join(locked, 'vscode', 'package-lock.json'), path.join(code, 'npm-shrinkwrap.json'));
  await runNpm(['ci', '--omit=dev', '--ignore-scripts'], 'code-server', { cwd: code, env });
  await runNpm(['ci', '--omit=dev'], 'code-server', { cwd: path.join(code, 'extensions'), env });
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
  // Under `npm start`, npm's variables describe our package; they would affect what is installed here.
  const outer =
    /^npm_(config_(prefix|local_prefix|global|workspace|omit|production|ignore_scripts)|lifecycle|package)/i;
  const kept = Object.entries(process.env).filter(([name]) => !outer.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: path.join(nodeHome, 'bin') + path.delimiter + process.env.PATH,
    // A configured `nodedir` may point at another Node's headers; this one's are in its package.
    npm_config_nodedir: nodeHome,
  };
}
