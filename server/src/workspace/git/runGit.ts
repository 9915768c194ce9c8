import { spawnSync } from 'node:child_process';

/** What git answered in a folder: its output, or in one line why there is none. */
export type GitResult = { output: string } | { failed: string } | { missing: true };

/** Asks git something in a folder. */
export type Git = (folder: string, ...args: string[]) => GitResult;

/**
 * Never throws.
 *
 * @param program how git is called
 * @param env of a git that runs us as a hook it says which repository is meant, which holds of no other
 */
export function gitRunner(program: string, env: NodeJS.ProcessEnv = process.env): Git {
  return (folder, ...args) => {
    const { error, status, stdout, stderr } = spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: LARGEST,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // To look at the files is no reason to write into the repository.
      env: { ...env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
    });
    if (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? { missing: true } : { failed: error.message };
    }
    if (status === 0) return { output: stdout };
    const [line = ''] = stderr.split('\n');
    return { failed: line.replace(/^fatal: /, '') || `git ended with ${status}` };
  };
}

/** The environment without what says which repository is meant: for those that lie in it. */
export function withoutRepositoryEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_ONE.includes(name)));
}

const OF_ONE = ['DIR', 'WORK_TREE', 'INDEX_FILE', 'PREFIX', 'COMMON_DIR', 'OBJECT_DIRECTORY', 'NAMESPACE'].map(
  name => `GIT_${name}`,
);

/** Bytes of names. */
const LARGEST = 1 << 28;
