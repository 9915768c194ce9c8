import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Git } from './runGit';

interface FirstPathOutsideRepoContext {
  cwd: string;
  git: Git;
  /** The root of the repository. */
  top: string;
  /** The folders of all repositories that were compared. */
  repositories: ReadonlySet<string>;
}

/** The first path that this repository knows nothing of: it is outside, or in another repository that is not a submodule. */
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
      // A submodule that was not compared is unchanged.
      if (!('output' in entry) || !entry.output.startsWith('160000 ')) return true;
      folder = outer;
    }
    return false;
  });
}

// A path that doesn't exist is reported where it is read.
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
