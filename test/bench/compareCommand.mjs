import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../tools/command.mjs';
import { pairs, timed } from './pairs.mjs';

const MESSAGE = {
  id: 'wf_1.1',
  timestamp: '2026-06-01T10:00:00Z',
  from: 'plan',
  to: 'build',
  intent: 'idea',
  context: { project: 'boats', domain: 'feature', priority: 1, workflowId: 'wf_1' },
  payload: { input: 'Invites', output: 'Done. '.repeat(250), confidence: 0.95, needsReview: false },
};

/**
 * The built command line beside a Node that runs an empty file, in turns.
 * @param {readonly string[]} args of the command line, in a folder with the message `a.json`
 * @param {{ busy: number, count: number }} options processes that only use a core meanwhile, and pairs of runs
 */
export async function compareCommand(args, { busy, count }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-bench-'));
  writeFileSync(path.join(folder, 'a.json'), JSON.stringify(MESSAGE));
  writeFileSync(path.join(folder, 'empty.js'), '');
  const run = all => {
    const { status, error } = spawnSync(process.execPath, all, { cwd: folder, stdio: 'ignore' });
    if (status !== 0) throw error ?? new Error(`${all.join(' ')} ended with ${status}`);
  };
  const cli = path.join(root, 'dist', 'cli.js');
  const others = Array.from({ length: busy }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    // The first run keeps its compiled code for all others.
    run([cli, ...args]);
    return await pairs(
      () => timed(() => run([cli, ...args])),
      () => timed(() => run(['empty.js'])),
      count,
    );
  } finally {
    for (const other of others) other.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}
