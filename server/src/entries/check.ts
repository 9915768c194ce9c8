import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { version } from '../../../package.json';
import { runCheckThread } from '../cli/checkFiles';
import { checkCommand } from '../cli/commands/check';
import { interruptiblePause } from '../cli/processOutput';
import { startProgram } from '../cli/startProgram';
import { createChecker, createFixer } from '../features/fixes/checkAndFixFiles';

/**
 * Starts a small command line with the only command `check`. A hook of a coding agent starts it for each file that the agent writes, so it loads
 * as little code as possible.
 */
export function startCheck(): void {
  const startThread = (workerData: unknown) =>
    new Worker(join(__dirname, 'thread.js'), { argv: [version, 'check'], workerData });
  const command = checkCommand({ createChecker, createFixer, pause: interruptiblePause(), startThread, version });
  startProgram([command], version);
}

/** Runs a thread of the command, which checks files. */
export function runThread(): void {
  runCheckThread(createChecker);
}
