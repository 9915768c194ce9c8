import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../bundle.mjs';
import { bigLog } from '../logs.mjs';
import { pairs } from '../pairs.mjs';
import { startServer } from '../server.mjs';

export const about = 'the most memory that the server takes, over a log of 87 MB and 100,000 messages';
export const anchor = 'the same server idle, and 100 MB';
export const limit = 1;
export const unit = 'MB';

export async function run() {
  const server = await bundle('server/src/entries/server.ts');
  await bundle('server/src/entries/serveInNode.ts');
  await bundle('server/src/entries/thread.ts');
  const [full, empty] = ['full', 'empty'].map(name => mkdtempSync(path.join(tmpdir(), `agent-envelopes-log-${name}-`)));
  try {
    for (const lines of bigLog(100_000)) appendFileSync(path.join(full, 'wf.jsonl'), lines);
    return await pairs(
      () => mostMemory(server, full),
      async () => 100 + (await mostMemory(server, empty)),
      3,
    );
  } finally {
    for (const folder of [full, empty]) rmSync(folder, { recursive: true });
  }
}

async function mostMemory(path, folder) {
  const server = await startServer(path, folder);
  await server.until(({ reading, runs }) => !reading && (runs > 0 || folder.includes('empty')));
  const { most } = server.memory();
  await server.stop();
  return most;
}
