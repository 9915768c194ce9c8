import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that only this user can read. */
export interface TemporaryFolder {
  path: string;
  remove(): void;
}

/** Creates an empty folder, which is removed at the latest when the process ends by itself or by a signal. */
export function createTemporaryFolder(): TemporaryFolder {
  // The system's folder may be a link; what is in the folder is found by its real path.
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'agent-envelopes-runs-'));
  const erase = () => rmSync(path, { recursive: true, force: true });
  const interrupt = (signal: NodeJS.Signals) => {
    erase();
    process.kill(process.pid, signal);
  };
  process.once('exit', erase);
  for (const signal of SIGNALS) process.once(signal, interrupt);
  return {
    path,
    remove() {
      erase();
      process.off('exit', erase);
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
