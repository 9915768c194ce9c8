import { spawn } from 'node:child_process';
import { bundle } from '../bundle.mjs';
import { pairs } from '../pairs.mjs';

export const about = 'server: from its spawn to the answer to `initialize`';
export const anchor = 'a bare vscode-languageserver, bundled alike';
export const limit = 1.15;

export async function run() {
  const [own, bare] = [await bundle('server/src/main.ts'), await bundle('test/bench/bareServer.ts')];
  await bundle('server/src/connection.ts');
  return pairs(
    () => started(own),
    () => started(bare),
    40,
  );
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
function started(server) {
  const body = JSON.stringify(request);
  const start = performance.now();
  const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
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
