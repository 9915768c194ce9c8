// Runs code-server, a VS Code in the browser, for `npm start` and the tests in test/host.
// Uses only built-in modules of Node: this is imported before `npm ci`.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from './command.mjs';
import { KEY, openGate } from './gate.mjs';
import { ensureCodeServer } from './installCodeServer.mjs';

/** Settings of VS Code that suppress startup pages, prompts and notifications: only the extension is on the screen. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Dark Modern',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'files.autoSave': 'off', // in a browser it is afterDelay
  'security.workspace.trust.enabled': false,
};

/**
 * Starts a server on a free port of 127.0.0.1, with its data in a new folder that `stop` removes. Its address contains
 * a secret, made anew at each start, and grants access.
 * @param {object} options
 * @param {string[]} [options.vsix] packages to install
 * @param {string} [options.extensionsDir] the extensions folder; a new folder when absent
 * @param {string[]} [options.flags] more arguments for code-server
 * @param {string} [options.home] its home folder, instead of the user's
 */
export async function startCodeServer({ vsix = [], extensionsDir, flags = [], home } = {}) {
  const { node, entry } = await ensureCodeServer();
  const data = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-host-'));
  const logFile = path.join(data, 'server.log');
  writeSettings({});
  writeFileSync(path.join(data, 'config.yaml'), 'auth: none\n');

  const log = openSync(logFile, 'a');
  const options = { cwd: data, env: environment(data, home), stdio: ['ignore', log, log] };
  const args = [
    entry,
    `--config=${path.join(data, 'config.yaml')}`,
    `--user-data-dir=${path.join(data, 'user')}`,
    `--extensions-dir=${extensionsDir ?? path.join(data, 'extensions')}`,
  ];
  /** @type {ReturnType<typeof start> | undefined} */
  let running;
  /** @type {Awaited<ReturnType<typeof openGate>> | undefined} */
  let gate;

  exitOnSignals();
  process.once('exit', endNow);
  try {
    if (vsix.length > 0) await installExtensions();
    // In a private folder of this user; the public port is that of the gate.
    const socketPath = path.join(data, 'code.sock');
    running = start([...serverFlags(socketPath), ...flags]);
    await waitUntilUp(socketPath, running.child);
    gate = await openGate(socketPath);
    const { port, secret } = gate;
    const { ended } = running;
    return { port, ended, stop, writeSettings, address: (where, payload) => address({ port, secret }, where, payload) };
  } catch (error) {
    const last = readFileSync(logFile, 'utf8').trim().split('\n').slice(-20).join('\n');
    await stop();
    throw new Refusal(`code-server did not start: ${error.message}. It wrote:\n${last}`);
  }

  async function installExtensions() {
    running = start(['--force', ...vsix.map(file => `--install-extension=${path.resolve(file)}`)]);
    if ((await running.ended) !== 0) throw new Error(`it could not install ${vsix.join(', ')}`);
  }

  /** Starts code-server as its own process group, so that its extension hosts end with it. */
  function start(more) {
    const child = spawn(node, [...args, ...more], { ...options, detached: true });
    /** @type {Promise<number | null>} */
    const ended = new Promise(resolve => child.once('exit', resolve).once('error', () => resolve(127)));
    return { child, ended };
  }

  /** Replaces the user settings by the quiet ones and these. A page reads them only when it opens. */
  function writeSettings(settings) {
    const folder = path.join(data, 'user', 'User');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ ...quietSettings, ...settings }));
  }

  async function stop() {
    if (running) {
      signalGroup(running.child, 'SIGTERM');
      await Promise.race([running.ended, delay(5_000, undefined, { ref: false })]);
    }
    endNow();
    process.off('exit', endNow);
  }

  /** Must be synchronous: it also runs while this process exits. */
  function endNow() {
    gate?.close();
    if (running) signalGroup(running.child, 'SIGKILL');
    rmSync(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** A signal would end this process without its "exit" event, and leave the server running. */
function exitOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
}

function serverFlags(socketPath) {
  return [
    `--socket=${socketPath}`,
    '--socket-mode=600',
    '--auth=none',
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
    '--disable-getting-started-override',
    '--ignore-last-opened',
  ];
}

function environment(data, home) {
  // A VS Code terminal and npm set variables that would make this another window of that VS Code, or change its port,
  // password or Node.
  const outer = /^(VSCODE_|ELECTRON_|PORT$|PASSWORD$|HASHED_PASSWORD$|npm_|NODE_OPTIONS$)/i;
  const kept = Object.entries(process.env).filter(([name]) => !outer.test(name));
  return {
    ...Object.fromEntries(kept),
    ...(home && { HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' }),
    // Keeps its files out of the home folder; the last one has its sockets.
    XDG_CONFIG_HOME: path.join(data, 'xdg'),
    XDG_DATA_HOME: path.join(data, 'xdg'),
    XDG_RUNTIME_DIR: data,
    // No extension gallery: nothing is looked up on the network.
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
  };
}

async function waitUntilUp(socketPath, server) {
  const deadline = Date.now() + 60_000;
  while (!(await answers(socketPath))) {
    if (server.exitCode !== null) throw new Error(`it ended with code ${server.exitCode}`);
    if (Date.now() > deadline) throw new Error('it did not answer within a minute');
    await delay(100);
  }
}

/** @returns {Promise<boolean>} */
function answers(socketPath) {
  return new Promise(resolve => {
    const request = http.get({ socketPath, path: '/healthz' }, response => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('error', () => resolve(false));
  });
}

/**
 * The address that opens a folder, a .code-workspace file, or an empty window.
 * @param {{ port: number, secret: string }} gate
 * @param {string} [where]
 * @param {string[][]} [payload] what a desktop VS Code would take as arguments
 */
function address({ port, secret }, where, payload) {
  const url = new URL(`http://127.0.0.1:${port}/`);
  url.searchParams.set(KEY, secret);
  if (where) {
    url.searchParams.set(where.endsWith('.code-workspace') ? 'workspace' : 'folder', path.resolve(where));
  } else {
    url.searchParams.set('ew', 'true');
  }
  if (payload) url.searchParams.set('payload', JSON.stringify(payload));
  return url.href.replaceAll('%2F', '/'); // slashes are allowed in a query, and the path stays readable
}

function signalGroup(server, signal) {
  try {
    process.kill(-server.pid, signal);
  } catch {
    // The whole group has ended.
  }
}
