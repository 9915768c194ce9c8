import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { serverPath } from '../kit/lspClient';
import { watchMemory } from './processMemory';

/** How the built command line did. */
export interface CommandOutcome {
  /** Null where it was ended because it took too long, or too much. */
  code: number | null;
  out: string;
  err: string;
  /** Milliseconds. */
  took: number;
  /** The most megabytes that it took. */
  peak: number;
}

/**
 * Runs the built command line in a folder.
 *
 * @param patience milliseconds until it is ended, and counts as hanging
 * @param env variables besides those of this process
 */
export function attackCommand(
  cwd: string,
  args: readonly string[],
  patience: number,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandOutcome> {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(dirname(serverPath), 'cli.js'), ...args], {
    ...{ cwd, stdio: 'pipe' },
    env: { ...process.env, ...env },
  });
  const memory = watchMemory(child.pid ?? 0, () => child.kill('SIGKILL'));
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', chunk => out.push(String(chunk)));
  child.stderr.on('data', chunk => err.push(String(chunk)));
  child.stdin.end();
  return new Promise(resolve => {
    child.once('close', code => {
      clearTimeout(timer);
      memory.stop();
      const took = performance.now() - begun;
      resolve({ code, out: out.join(''), err: err.join(''), took, peak: memory.peak() });
    });
  });
}
