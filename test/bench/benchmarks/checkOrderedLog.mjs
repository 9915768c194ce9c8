import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../../tools/command.mjs';
import { orderedLog, orderedProtocol } from '../logs.mjs';
import { pairs } from '../pairs.mjs';

export const about = 'CPU of a check of a log of 100,000 lines (26 MB) whose protocol declares its order';
export const anchor = 'the same without the order';
export const limit = 1.3;

export async function run() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-bench-'));
  const usage = path.join(folder, 'usage.json');
  writeFileSync(
    path.join(folder, 'usage.cjs'),
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.cpuUsage())));`,
  );
  const { order, ...unordered } = orderedProtocol;
  const log = [...orderedLog(100_000)].join('\n');
  for (const [name, protocol] of Object.entries({ ordered: { ...unordered, order }, unordered })) {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, 'jobs.agent-protocol.json'), JSON.stringify(protocol));
    writeFileSync(path.join(folder, name, 'log.jsonl'), log);
  }
  const check = name => {
    const args = ['--require', path.join(folder, 'usage.cjs'), path.join(root, 'dist', 'cli.js'), 'check', '.'];
    const { status, error, stderr } = spawnSync(process.execPath, args, { cwd: path.join(folder, name) });
    if (status !== 0 || stderr.length > 0) throw error ?? new Error(`check ended with ${status}: ${stderr}`);
    const { user, system } = JSON.parse(readFileSync(usage, 'utf8'));
    return (user + system) / 1000;
  };
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
