import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** The folder in a Git repository, and the paths that are tested for changes. */
interface ChangedSinceOptions {
  /** Absolute, in the repository. */
  folder: string;
  /** The paths to be checked, absolute or relative to the folder. */
  paths: readonly string[];
  /** The git program. */
  program?: string;
}

/**
 * Returns the absolute paths of the files that changed since this branch left a revision of Git, in the repository and in nested ones.
 * Changes count whether they are committed or not, and new files count unless Git ignores them. Omits deleted files, and lists renamed
 * files under their new name. Never throws. On failure, returns one line that says what is wrong and what to do.
 *
 * @param revision anything that git resolves to a commit: a branch, a tag, `HEAD~3`
 */
export function filesChangedSince(
  revision: string,
  { folder, paths, program = 'git' }: ChangedSinceOptions,
): { files: ReadonlySet<string> } | { fault: string } {
  const git = { here: gitRunner(program), within: gitRunner(program, withoutRepositoryEnv(process.env)) };
  const root = git.here(folder, 'rev-parse', '--show-toplevel');
  if ('missing' in root) return { fault: 'needs git, which is not installed or not on the path.' };
  if ('failed' in root) return { fault: `needs a git repository, and there is none here (${root.failed}).` };
  const top = resolve(root.output.replace(/\r?\n$/, ''));
  const base = baseOf(revision, git.here, top);
  if ('fault' in base) return base;
  const changed = changedFiles(git, top, base.commit);
  if ('fault' in changed) return changed;
  const other = firstPathOutsideRepo(paths, { cwd: folder, git: git.within, top, repositories: changed.repositories });
  if (other === undefined) return changed;
  return {
    fault: `asks the git repository in ${top}, and "${other}" is none of its files; leave it out, or run in its own repository.`,
  };
}

/** Returns the commit where this branch forked from a revision. Later commits on the revision's branch are no changes of this branch. */
function baseOf(revision: string, git: Git, top: string): { commit: string } | { fault: string } {
  const known = isName(revision) ? git(top, 'rev-parse', '--verify', '--quiet', `${revision}^{commit}`) : undefined;
  if (!known || !('output' in known)) {
    return { fault: `takes a revision that git knows, such as HEAD or main; "${revision}" is none.` };
  }
  const fork = git(top, 'merge-base', known.output.trim(), 'HEAD');
  if ('output' in fork) return { commit: fork.output.trim() };
  const shallow = git(top, 'rev-parse', '--is-shallow-repository');
  if (!('output' in shallow) || shallow.output.trim() !== 'true') return { commit: known.output.trim() };
  return {
    fault: `can't tell what is new: the checkout does not reach back to where this branch left "${revision}"; fetch more history (fetch-depth: 0).`,
  };
}

// Text that begins like an option is never passed to git.
function isName(revision: string): boolean {
  return /^[^-]/.test(revision) && !/[\0\n]/.test(revision);
}

/** The changed files of a repository and its submodules. */
interface ChangedFiles {
  /** Absolute paths. */
  files: Set<string>;
  /** The folders of the compared repositories: this one, and changed nested ones. */
  repositories: Set<string>;
}

/**
 * Returns the files of a repository and its nested repositories that differ from a commit. A submodule is compared with the commit recorded
 * for it; in a repository that was not recorded, or is not tracked, all files are new. A fault is one line.
 *
 * @param git runs git in this repository, and in nested ones
 * @param top the root of the repository, absolute
 */
function changedFiles(git: { here: Git; within: Git }, top: string, commit: string): ChangedFiles | { fault: string } {
  const changed: ChangedFiles = { files: new Set(), repositories: new Set() };
  const pending: { top: string; commit: string | undefined }[] = [{ top, commit }];
  for (let one = pending.pop(); one; one = pending.pop()) {
    if (changed.repositories.has(one.top)) continue;
    changed.repositories.add(one.top);
    const found = entriesOf(one.top === top ? git.here : git.within, one.top, one.commit);
    if ('fault' in found) return found;
    for (const { name, repository } of found.entries) {
      const path = resolve(one.top, name);
      if (!repository) changed.files.add(path);
      // A submodule that was not fetched has no files here.
      else if (existsSync(join(path, '.git'))) pending.push({ top: path, commit: repository.before });
    }
  }
  return changed;
}

interface Entry {
  name: string;
  /** Set for a nested repository: the commit that was recorded for it, if any. */
  repository?: { before: string | undefined };
}

// Without a commit, returns all files that git doesn't ignore.
function entriesOf(git: Git, top: string, commit: string | undefined): { entries: Entry[] } | { fault: string } {
  const tracked = commit === undefined ? git(top, 'ls-files', '-s', '-z') : diffSince(git, top, commit);
  const untracked = git(top, 'ls-files', '--others', '--exclude-standard', '-z');
  for (const list of [tracked, untracked]) {
    if (!('output' in list))
      return { fault: `was refused by git in ${top} (${'failed' in list ? list.failed : 'it is gone'}).` };
  }
  const entries = (commit === undefined ? listedEntries : changedEntries)(namesIn(tracked));
  // An untracked folder that git lists as one is a repository of its own.
  const more = namesIn(untracked).map((name): Entry => (name.endsWith('/') ? { name, repository: NEW } : { name }));
  return { entries: [...entries, ...more] };
}

const NEW = { before: undefined };

// Runs no program that the repository's configuration names. A renamed file counts as new.
function diffSince(git: Git, top: string, commit: string) {
  const options = ['--raw', '-z', '--abbrev=64', '--no-renames', '--no-ext-diff', '--diff-filter=d'];
  return git(top, 'diff', ...options, '--ignore-submodules=none', commit, '--');
}

function namesIn(answer: ReturnType<Git>): string[] {
  return 'output' in answer ? answer.output.split('\0').filter(name => name !== '') : [];
}

/** Parses `mode id stage\tname`. */
function listedEntries(lines: readonly string[]): Entry[] {
  return lines.map((line): Entry => {
    const name = line.slice(line.indexOf('\t') + 1);
    return line.startsWith(REPOSITORY) ? { name, repository: NEW } : { name };
  });
}

/** Parses pairs of `:mode mode id id status` and a name. */
function changedEntries(fields: readonly string[]): Entry[] {
  return fields.flatMap((field, at): Entry[] => {
    if (at % 2 === 1) return [];
    const name = fields[at + 1] ?? '';
    const [modeBefore, mode, before] = field.slice(1).split(' ');
    if (mode !== REPOSITORY) return [{ name }];
    return [{ name, repository: { before: modeBefore === REPOSITORY ? before : undefined } }];
  });
}

/** Git's mode of a submodule. */
const REPOSITORY = '160000';

interface FirstPathOutsideRepoOptions {
  cwd: string;
  git: Git;
  /** The root folder of the repository. */
  top: string;
  /** The folders of all repositories that were compared. */
  repositories: ReadonlySet<string>;
}

/** Returns the first path outside of this repository, or in a nested repository that is not a submodule. */
function firstPathOutsideRepo(
  paths: readonly string[],
  { cwd, git, top, repositories }: FirstPathOutsideRepoOptions,
): string | undefined {
  return paths.find(path => {
    const real = realPath(resolve(cwd, path));
    if (real === undefined) return false;
    if (real !== top && !real.startsWith(`${top}${sep}`)) return true;
    for (let folder = repositoryOf(real, top); folder !== top && !repositories.has(folder); ) {
      const outer = repositoryOf(dirname(folder), top);
      const entry = git(outer, 'ls-files', '-s', '-z', '--', slashedFrom(outer, folder));
      // A submodule that was not compared is unchanged.
      if (!('output' in entry) || !entry.output.startsWith('160000 ')) return true;
      folder = outer;
    }
    return false;
  });
}

// Undefined for a path that doesn't exist: reading it reports the error.
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function repositoryOf(path: string, top: string): string {
  for (let folder = path; folder !== top; folder = dirname(folder)) if (existsSync(join(folder, '.git'))) return folder;
  return top;
}

function slashedFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** The output of git; or one line on why git failed; or that git is missing. */
type GitResult = { output: string } | { failed: string } | { missing: true };

/** Runs git in a folder. */
type Git = (folder: string, ...args: string[]) => GitResult;

/**
 * Makes a function that runs git, and never throws.
 *
 * @param env the environment. In a git hook it names the hook's repository: use `withoutRepositoryEnv` for other repositories
 */
function gitRunner(program: string, env: NodeJS.ProcessEnv = process.env): Git {
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

/** Returns the environment without the variables that name a repository, for nested repositories. */
function withoutRepositoryEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_ONE.includes(name)));
}

const OF_ONE = ['DIR', 'WORK_TREE', 'INDEX_FILE', 'PREFIX', 'COMMON_DIR', 'OBJECT_DIRECTORY', 'NAMESPACE'].map(
  name => `GIT_${name}`,
);

/** The maximum output of git, in bytes. */
const LARGEST = 1 << 28;
