import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandCpu } from '../commandCpu.mjs';
import { artifactLog } from '../logs.mjs';
import { cli } from '../messageFolders.mjs';
import { pairs } from '../pairs.mjs';

export const about = 'CPU of a check of an 11 MB log of 13,000 messages with artifacts, with the start of the program';
export const anchor = 'reading it and JSON.parse of each line, with the start of Node';
/** The goal is 5. */
export const limit = 20;

const parse = fileURLToPath(new URL('../parseFolder.mjs', import.meta.url));

export async function run() {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-bench-'));
  writeFileSync(path.join(cwd, 'log.jsonl'), artifactLog(13_000, { faults: 10 }).join('\n'));
  try {
    return await pairs(
      () => commandCpu([cli, 'check', '.', '--no-config'], { cwd, codes: [1] }),
      () => commandCpu([parse], { cwd }),
      5,
    );
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
