import { resolve } from 'node:path';
import { changedFiles } from './changedFiles';
import { firstPathOutsideRepo } from './firstPathOutsideRepo';
import { type Git, gitRunner, withoutRepositoryEnv } from './runGit';

interface ChangedSinceOptions {
  /** Absolute, in the repository. */
  folder: string;
  /** The paths to be checked, absolute or relative to the folder. */
  paths: readonly string[];
  /** The git program. */
  program?: string;
}

/**
 * The files that changed since this branch forked from a revision, committed or not, and untracked files that are not ignored: the
 * absolute paths, in the repository and those within it. Deleted files are not listed, renamed ones under their new name. A fault is one
 * line that says what is wrong and what to do. Never throws.
 *
 * @param revision anything that git resolves to a commit: a branch, a tag, `HEAD~3`
 */
export function changedSince(
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

/** The commit where this branch forked from a revision: later commits of that are not changes of this branch. */
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
