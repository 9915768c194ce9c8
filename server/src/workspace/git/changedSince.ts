import { resolve } from 'node:path';
import { changedFiles } from './changedFiles';
import { firstPathOutsideRepo } from './firstPathOutsideRepo';
import { type Git, gitRunner, withoutRepositoryEnv } from './runGit';

interface Place {
  /** Absolute, in the repository. */
  folder: string;
  /** What is to be told of; relative ones are from the folder. */
  paths: readonly string[];
  /** How git is called. */
  program?: string;
}

/**
 * The files that git says are others than where this branch left a revision, as they lie on disk now, committed or not, and the untracked ones
 * that it doesn't ignore: absolute paths, of the whole repository and those in it. What was deleted is not among them; what was renamed is
 * under its new name. A fault is one line that says what is wrong and how to go on. Never throws.
 *
 * @param revision whatever git takes for a commit: a branch, a tag, `HEAD~3`
 */
export function changedSince(
  revision: string,
  { folder, paths, program = 'git' }: Place,
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

/** Where this branch left a revision: what has come to that since is none of ours. */
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

// What begins like an option is no name of a revision, and is never passed on as one.
function isName(revision: string): boolean {
  return /^[^-]/.test(revision) && !/[\0\n]/.test(revision);
}
