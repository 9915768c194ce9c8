import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Git } from './runGit';

interface FirstPathOutsideRepoContext {
  cwd: string;
  git: Git;
  /** The folder of the repository. */
  top: string;
  /** The folders of all repositories that were looked into. */
  repositories: ReadonlySet<string>;
}

/** The first of some paths that git says nothing of where it is asked of this repository: it lies outside, or in another one that is none of its submodules. */
export function firstPathOutsideRepo(
  paths: readonly string[],
  { cwd, git, top, repositories }: FirstPathOutsideRepoContext,
): string | undefined {
  return paths.find(path => {
    const real = realPath(resolve(cwd, path));
    if (real === undefined) return false;
    if (real !== top && !real.startsWith(`${top}${sep}`)) return true;
    for (let folder = repositoryOf(real, top); folder !== top && !repositories.has(folder); ) {
      const outer = repositoryOf(dirname(folder), top);
      const entry = git(outer, 'ls-files', '-s', '-z', '--', slashedFrom(outer, folder));
      // A submodule that is not among those that were looked into is as it was.
      if (!('output' in entry) || !entry.output.startsWith('160000 ')) return true;
      folder = outer;
    }
    return false;
  });
}

// One that is not there is told of where it is looked for.
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
