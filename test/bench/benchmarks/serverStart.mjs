import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundle } from '../bundle.mjs';
import { startServer } from '../editor.mjs';
import { jsonServerCommand } from '../jsonServer.mjs';
import { pairs } from '../pairs.mjs';

export const about = 'server: from its spawn to the answer to `initialize`';
export const anchor = 'a bare vscode-languageserver, bundled alike';
export const limit = 1.15;

export async function run() {
  const [own, bare] = [await bundle('server/src/entries/server.ts'), await bundle('test/bench/bareServer.ts')];
  await bundle('server/src/entries/serveInNode.ts');
  const { node } = await jsonServerCommand();
  const compiled = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-code-'));
  const env = { NODE_COMPILE_CACHE: compiled };
  try {
    // As our extension starts it, not for the first time: compiled code is kept when a server is told to end.
    const first = await startServer([node, own, '--stdio'], `file://${compiled}`, env);
    await first.stop();
    return await pairs(
      () => started([node, own], env),
      () => started([node, bare], {}),
      40,
    );
  } finally {
    rmSync(compiled, { recursive: true });
  }
}

const capabilities = {
  textDocument: { diagnostic: {}, completion: {}, hover: {} },
  workspace: { configuration: true },
};
const request = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { processId: null, rootUri: null, capabilities },
};

/** Milliseconds until the server at a path has answered. */
function started([node, server], env) {
  const body = JSON.stringify(request);
  const start = performance.now();
  const child = spawn(node, [server, '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  return new Promise((resolve, reject) => {
    let answer = '';
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`${server} ended with ${code}`)));
    child.stdout.on('data', chunk => {
      answer += chunk;
      if (!answer.includes('"capabilities"')) return;
      const time = performance.now() - start;
      child.removeAllListeners('exit').once('exit', () => resolve(time));
      child.kill();
    });
  });
}
