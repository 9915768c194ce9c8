import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../bundle.mjs';
import { pairs } from '../pairs.mjs';
import { startServer } from '../server.mjs';
import { writeWorkspace } from '../workspaces.mjs';

export const about = "the longest time that the server's main thread is away while a workspace is indexed";
export const anchor = 'the same of a server that has nothing to do';

export async function run() {
  const server = await bundle('server/src/entries/server.ts');
  await bundle('server/src/entries/serveInNode.ts');
  await bundle('server/src/entries/thread.ts');
  const [full, empty] = ['full', 'empty'].map(name =>
    mkdtempSync(path.join(tmpdir(), `agent-envelopes-stall-${name}-`)),
  );
  try {
    writeWorkspace(full);
    return await pairs(
      () => longestStall(server, full),
      () => longestStall(server, empty),
      5,
    );
  } finally {
    for (const folder of [full, empty]) rmSync(folder, { recursive: true });
  }
}

// Milliseconds, about as long as the other one reads.
const IDLE = 1500;

async function longestStall(path, folder) {
  const server = await startServer(path, folder);
  // Reading its own code is what every server does at its start.
  await server.until(({ reading }) => !reading);
  await server.longestStall();
  if (folder.includes('empty')) await new Promise(resolve => setTimeout(resolve, IDLE));
  else {
    const read = server.untilNext(({ reading, runs }) => !reading && runs > 0);
    await server.ask('agentEnvelopes/runs/refresh');
    await read;
  }
  const stall = await server.longestStall();
  await server.stop();
  return stall;
}
