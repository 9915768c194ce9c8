import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/**
 * The files that git says are others than where this branch left a revision, as they lie on disk now, committed or not, and the untracked ones
 * that it doesn't ignore: absolute paths, of the whole repository. What was deleted is not among them; what was renamed is
 * under its new name. A fault is one line that says what is wrong and how to go on. Never throws.
 *
 * @param revision whatever git takes for a commit: a branch, a tag, `HEAD~3`
 * @param folder absolute, in the repository
 * @param program how git is called
 */
export function changedSince(
  revision: string,
  folder: string,
  program = 'git',
): { files: ReadonlySet<string> } | { fault: string } {
  const git = (cwd: string, ...args: string[]) => run(program, cwd, args);
  const root = git(folder, 'rev-parse', '--show-toplevel');
  if ('missing' in root) return { fault: 'needs git, which is not installed or not on the path.' };
  if ('failed' in root) return { fault: `needs a git repository, and there is none here (${root.failed}).` };
  const top = root.output.replace(/\r?\n$/, '');
  const known = isName(revision) ? git(top, 'rev-parse', '--verify', '--quiet', `${revision}^{commit}`) : undefined;
  if (!known || !('output' in known)) {
    return { fault: `takes a revision that git knows, such as HEAD or main; "${revision}" is none.` };
  }
  // What has come to it since the two went apart is none of ours.
  const fork = git(top, 'merge-base', known.output.trim(), 'HEAD');
  const commit = ('output' in fork ? fork : known).output.trim();
  // As it is on disk: no program that the configuration names is run over it, and a rename is a file that is new.
  const lists = [
    git(top, 'diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--diff-filter=d', commit, '--'),
    git(top, 'ls-files', '--others', '--exclude-standard', '-z'),
  ];
  const files = new Set<string>();
  for (const list of lists) {
    if (!('output' in list)) return { fault: `was refused by git (${'failed' in list ? list.failed : 'it is gone'}).` };
    for (const name of list.output.split('\0')) if (name !== '') files.add(resolve(top, name));
  }
  return { files };
}

// What begins like an option is no name of a revision, and is never passed on as one.
function isName(revision: string): boolean {
  return /^[^-]/.test(revision) && !/[\0\n]/.test(revision);
}

type Ran = { output: string } | { failed: string } | { missing: true };

function run(program: string, cwd: string, args: readonly string[]): Ran {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: LARGEST,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    // To look at the files is no reason to write into the repository.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
  });
  if (error) return (error as NodeJS.ErrnoException).code === 'ENOENT' ? { missing: true } : { failed: error.message };
  if (status === 0) return { output: stdout };
  const [line = ''] = stderr.split('\n');
  return { failed: line.replace(/^fatal: /, '') || `git ended with ${status}` };
}

/** Bytes of names. */
const LARGEST = 1 << 28;
