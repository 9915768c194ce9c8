import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../bundle.mjs';
import { messageLog } from '../logs.mjs';
import { pairs, timed } from '../pairs.mjs';

export const about = 'command line: a check of 10,000 files, each a message, in 200 folders';
export const anchor = 'walking, reading and parsing them in this process';
const FILES = 10_000;

export async function run() {
  const cli = await bundle('server/src/entries/commands.ts');
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-bench-'));
  const messages = messageLog(FILES / 1000);
  for (let at = 0; at < FILES; at++) {
    const parent = path.join(folder, String(at % 200));
    mkdirSync(parent, { recursive: true });
    writeFileSync(path.join(parent, `${at}.json`), messages[at % messages.length]);
  }
  try {
    return await pairs(
      () => timed(() => spawnSync(process.execPath, [cli, 'check', '.', '--no-config'], { cwd: folder })),
      () => timed(() => parseAll(folder)),
      5,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function parseAll(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) JSON.parse(readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
  }
}
