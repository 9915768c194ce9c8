import { lstatSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { confinedPath, containsPath } from '../links/confinedPath';
import { readRegular } from '../read/openRegular';

/** Whether a folder (absolute) is the root of a repository, a worktree or a submodule. */
export function isRepository(folder: string): boolean {
  return statsOf(join(folder, '.git')) !== undefined;
}

/** What a file of patterns says; nothing where it is none, too large, or a link, which git doesn't read either. */
export function readRuleFile(path: string): string {
  try {
    return String(readRegular(path, LARGEST, true));
  } catch {
    return '';
  }
}

/** What a repository's own `info/exclude` says. */
export function readInfoExclude(root: string): string {
  const kept = gitFolderOf(root);
  return kept === undefined ? '' : textWithin(kept, join('info', 'exclude'));
}

/** Bytes. Nobody writes more patterns. */
const LARGEST = 1 << 18;

/**
 * Where a repository keeps what all of its worktrees share. Of a worktree and of a submodule `.git` is a file that says where it is
 * kept: that is followed into the repository of a folder around it, and nowhere else. Else a file of a stranger would say what on
 * this machine, or which other machine, is looked at.
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

/** The `.git` of a folder around another that holds a path. */
function repositoryFolderAround(folder: string, path: string): string | undefined {
  for (let at = dirname(folder); ; at = dirname(at)) {
    const own = join(at, '.git');
    if (containsPath(own, path) && statsOf(own)?.isDirectory()) return own;
    if (dirname(at) === at) return undefined;
  }
}

/** @param path absolute, or relative to the folder, out of which no link leads */
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
