import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { startServer } from './editor.mjs';
import { jsonServerCommand } from './jsonServer.mjs';
import { pairs } from './pairs.mjs';
import { plainFolder } from './plainFolder.mjs';
import { processUsage } from './processUsage.mjs';

/**
 * Measures a server over 300 plain JSON files, from its start until it rests, beside VS Code's JSON server over the same folder.
 * Both run in the served VS Code's Node.
 * @param {'memory' | 'cpu'} what
 */
export async function idleServers(what) {
  const folder = plainFolder(300);
  const { node, script } = await jsonServerCommand();
  const main = await bundle('server/src/entries/server.ts');
  const compiled = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-code-'));
  const usageOf = async (server, env) => (await usageAtRest([node, server, '--stdio'], `file://${folder}`, env))[what];
  try {
    return await pairs(
      // As our extension starts it, not for the first time.
      () => usageOf(main, { NODE_COMPILE_CACHE: compiled }),
      () => usageOf(script),
      15,
    );
  } finally {
    for (const one of [folder, compiled]) rmSync(one, { recursive: true });
  }
}

/** Milliseconds between two looks, and how many looks a server has to rest. */
const INTERVAL = 250;
const LOOKS = 8;
/** Milliseconds of CPU between two looks: a look is answered by nobody, so a resting server uses none. */
const AT_REST = 1;

async function usageAtRest(command, folder, env) {
  const running = await startServer(command, folder, env);
  try {
    let usage = processUsage(running.pid);
    for (let quiet = 0; quiet < LOOKS; ) {
      await new Promise(resolve => setTimeout(resolve, INTERVAL));
      const next = processUsage(running.pid);
      quiet = next.cpu - usage.cpu < AT_REST ? quiet + 1 : 0;
      usage = next;
    }
    return usage;
  } finally {
    await running.stop();
  }
}
