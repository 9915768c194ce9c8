import { spawnSync } from 'node:child_process';

/** The output of git, or in one line why it failed, or that git is missing. */
export type GitResult = { output: string } | { failed: string } | { missing: true };

/** Runs git in a folder. */
export type Git = (folder: string, ...args: string[]) => GitResult;

/**
 * Makes a function that runs git, and never throws.
 *
 * @param env inside a git hook it names the hook's repository: see `withoutRepositoryEnv` for other repositories
 */
export function gitRunner(program: string, env: NodeJS.ProcessEnv = process.env): Git {
  return (folder, ...args) => {
    const { error, status, stdout, stderr } = spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: LARGEST,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // Reading must not write into the repository.
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

/** The environment without the variables that name a repository: for repositories within it. */
export function withoutRepositoryEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_ONE.includes(name)));
}

const OF_ONE = ['DIR', 'WORK_TREE', 'INDEX_FILE', 'PREFIX', 'COMMON_DIR', 'OBJECT_DIRECTORY', 'NAMESPACE'].map(
  name => `GIT_${name}`,
);

/** Bytes of names. */
const LARGEST = 1 << 28;
