import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Milliseconds of CPU that a Node process takes from start to end, with all its threads. Throws unless it ends with one of the codes, or if it
 * complains and ends with 0.
 * @param {readonly string[]} args a script and its arguments
 * @param {{ cwd: string, codes?: readonly number[] }} options
 */
export function commandCpu(args, { cwd, codes = [0] }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-bench-'));
  const [script, usage] = [path.join(folder, 'usage.cjs'), path.join(folder, 'usage.json')];
  writeFileSync(
    script,
    `if (require('node:worker_threads').isMainThread)
  process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.cpuUsage())));`,
  );
  try {
    const all = ['--require', script, ...args];
    const { status, error, stderr } = spawnSync(process.execPath, all, { cwd, maxBuffer: 1 << 28 });
    const isAsExpected = codes.includes(status) && (status !== 0 || stderr.length === 0);
    if (!isAsExpected) throw error ?? new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
    const { user, system } = JSON.parse(readFileSync(usage, 'utf8'));
    return (user + system) / 1000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
