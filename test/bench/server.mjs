import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { processMemory } from './processStatus.mjs';

/**
 * Starts a bundled server over one folder.
 * @param {string} server the bundle's path
 * @param {string} folder absolute path
 * @param {object} [options] more of its `initializationOptions`
 */
export async function startServer(server, folder, options) {
  const hook = fileURLToPath(new URL('loopDelay.cjs', import.meta.url));
  const child = spawn(process.execPath, ['--require', hook, server, '--stdio'], { stdio: 'pipe' });
  let errors = '';
  child.stderr.on('data', chunk => {
    errors += chunk;
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  let state;
  const listeners = new Set();
  connection.onNotification('agentEnvelopes/runs/changed', told => {
    state = told;
    for (const listener of listeners) listener();
  });
  connection.onRequest(() => null);
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    capabilities: {},
    initializationOptions: { takesNotifications: true, ...options },
    workspaceFolders: [{ uri: `file://${folder}`, name: 'bench' }],
  });
  await connection.sendNotification('initialized', {});

  const until = condition =>
    new Promise(resolve => {
      const look = () => {
        if (!state || !condition(state)) return;
        listeners.delete(look);
        resolve(state);
      };
      listeners.add(look);
      look();
    });

  return {
    /** Resolves when the runs are as wanted. */
    until,
    /** The same, but only with what is told from now on. */
    untilNext(condition) {
      state = undefined;
      return until(condition);
    },
    /** Calls when the runs are others; returns what ends that. */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: (method, params) => connection.sendRequest(method, params),
    tell: (method, params) => connection.sendNotification(method, params),
    /** Megabytes of memory that it takes now, and the most that it ever took. */
    memory: () => processMemory(child.pid),
    /** The longest time, in milliseconds, that the main thread was away since this was last asked. */
    async longestStall() {
      const before = errors.length;
      child.kill('SIGUSR2');
      while (!/loop-delay (\S+)\n/.test(errors.slice(before))) await new Promise(resolve => setTimeout(resolve, 5));
      return Number(/loop-delay (\S+)\n/.exec(errors.slice(before))[1]);
    },
    async stop() {
      await connection.sendRequest('shutdown');
      const exited = new Promise(resolve => child.once('exit', resolve));
      await connection.sendNotification('exit');
      await exited;
    },
  };
}
