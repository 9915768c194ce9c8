import { lstatSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { confinedPath, containsPath } from '../links/confinedPath';
import { readRegular } from '../read/openRegular';

/** Whether a folder (absolute) is the root of a repository, a worktree or a submodule. */
export function isRepository(folder: string): boolean {
  return statsOf(join(folder, '.git')) !== undefined;
}

/** The text of a file of patterns; empty where it is missing, too large, or a link, which git doesn't read either. */
export function readRuleFile(path: string): string {
  try {
    return String(readRegular(path, LARGEST, true));
  } catch {
    return '';
  }
}

/** The text of a repository's `info/exclude`. */
export function readInfoExclude(root: string): string {
  const kept = gitFolderOf(root);
  return kept === undefined ? '' : textWithin(kept, join('info', 'exclude'));
}

/** Bytes: more than any real file of patterns has. */
const LARGEST = 1 << 18;

/**
 * The git folder that all worktrees of a repository share. In a worktree or submodule `.git` is a file that names it: this is followed
 * into the repository of an enclosing folder, and nowhere else. Else an untrusted file could make us read anything on this
 * machine, or contact another one.
 */
function gitFolderOf(root: string): string | undefined {
  const own = join(root, '.git');
  if (statsOf(own)?.isDirectory()) return own;
  const named = /^gitdir: (.*)/.exec(readRuleFile(own))?.[1];
  const around = named === undefined ? undefined : repositoryFolderAround(root, resolve(root, named));
  if (named === undefined || around === undefined) return undefined;
  const kept = resolve(root, named);
  const common = resolve(kept, textWithin(around, join(kept, 'commondir')).trim());
  return containsPath(around, common) ? common : undefined;
}

/** The `.git` folder, of an enclosing folder, that contains a path. */
function repositoryFolderAround(folder: string, path: string): string | undefined {
  for (let at = dirname(folder); ; at = dirname(at)) {
    const own = join(at, '.git');
    if (containsPath(own, path) && statsOf(own)?.isDirectory()) return own;
    if (dirname(at) === at) return undefined;
  }
}

/** Reads a file, unless a link leads out of the folder. @param path absolute, or relative to the folder */
function textWithin(folder: string, path: string): string {
  try {
    const confined = confinedPath(resolve(folder, path), [folder]);
    return confined === undefined ? '' : readRuleFile(confined);
  } catch {
    return '';
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
