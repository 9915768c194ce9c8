import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { t } from '../shared/l10n';
import { computeOnce } from '../text/memoize';

/**
 * Resolves the symbolic links in a path, and returns undefined if one leads out of the allowed folders. The target of such a link is never
 * accessed. A path that begins outside of the allowed folders is returned unchanged, since its writer named that place openly, without a
 * link. Throws if the path does not exist, or a link leads to itself.
 *
 * @param folders the allowed folders, absolute; links in these paths themselves are followed
 */
export function confinedPath(path: string, folders: readonly string[]): string | undefined {
  let at = folders.find(folder => containsPath(folder, path));
  if (at === undefined) return path;
  // Computed only for a link, since this function is called for each file of a folder.
  const roots = computeOnce(() => folders.flatMap(folder => [folder, realPath(folder)]));
  let steps = stepsFrom(at, path);
  let links = 0;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const next = join(at, step);
    if (!lstatSync(next).isSymbolicLink()) {
      at = next;
      continue;
    }
    if (++links > MAX_LINKS) throw Object.assign(new Error('too many links'), { code: 'ELOOP', syscall: 'lstat' });
    const target = join(resolve(at, readlinkSync(next)), ...steps);
    at = roots().find(root => containsPath(root, target));
    if (at === undefined) return undefined;
    steps = stepsFrom(at, target);
  }
  return at;
}

/** Returns whether a folder is, or contains, a path. Both are absolute. */
export function containsPath(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** The maximum number of links on a path, as on Linux. */
const MAX_LINKS = 40;

function stepsFrom(folder: string, path: string): string[] {
  return relative(folder, path).split(sep).filter(Boolean);
}

/** Returns a path without links; unchanged if nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/**
 * Returns whether a link leads out of a folder (both absolute), by its target's path alone. Does not follow the link: the target may be on
 * another machine, and following it would reveal the user to that machine. Never throws.
 */
export function isLinkOut(link: string, folder: string): boolean {
  const target = targetOf(link);
  return target !== undefined && !containsPath(resolve(folder), target);
}

/** Returns whether a link leads out of a folder, to another folder. */
export function isLinkToOutsideFolder(link: string, folder: string): boolean {
  const target = targetOf(link);
  if (target === undefined || containsPath(resolve(folder), target) || process.platform === 'win32') return false;
  try {
    return lstatSync(target).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Returns the note on skipped links.
 *
 * @param more the number of further links, in addition to the reported one
 */
export function skippedLinksNote(more: number): string {
  if (more === 0) return t`is a link that leads out of the folder, and is not followed; name what it leads to.`;
  return more === 1
    ? t`is a link that leads out of the folder, and is not followed, nor is another one; name what it leads to.`
    : t`is a link that leads out of the folder, and is not followed, nor are ${more} others; name what it leads to.`;
}

function targetOf(link: string): string | undefined {
  try {
    return resolve(dirname(link), readlinkSync(link));
  } catch {
    return undefined;
  }
}
