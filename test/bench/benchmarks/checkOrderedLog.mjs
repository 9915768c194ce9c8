import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { commandCpu } from '../commandCpu.mjs';
import { orderedLog, orderedProtocol } from '../logs.mjs';
import { cli } from '../messageFolders.mjs';
import { pairs } from '../pairs.mjs';

export const about = 'CPU of a check of a log of 100,000 lines (26 MB) whose protocol declares its order';
export const anchor = 'the same without the order';
export const limit = 1.3;

export async function run() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-bench-'));
  const { order, ...unordered } = orderedProtocol;
  const log = [...orderedLog(100_000)].join('\n');
  for (const [name, protocol] of Object.entries({ ordered: { ...unordered, order }, unordered })) {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, 'jobs.agent-protocol.json'), JSON.stringify(protocol));
    writeFileSync(path.join(folder, name, 'log.jsonl'), log);
  }
  const check = name => commandCpu([cli, 'check', '.'], { cwd: path.join(folder, name) });
  try {
    return await pairs(
      () => check('ordered'),
      () => check('unordered'),
      9,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
