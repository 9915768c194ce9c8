import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { extname, resolve, sep } from 'node:path';
import { confinedPath, containsPath } from './confinedPath';
import { readFault, readTextFile } from './readTextFile';

/**
 * Resolves a path that was given on the command line; if it is refused, returns the reason in one line. A hook of an agent passes the path of
 * each changed file, so the author of a path may be untrusted. For this reason a link in the current folder is followed only if it stays in the
 * folder, leads to no file of Git's own, and leads to a folder or a file with a supported extension. A path that leaves the folder without a link
 * is accepted, since a user meant it.
 *
 * @param endings the supported file extensions, in lower case
 */
export function resolveUserPath(
  path: string,
  { cwd, endings }: { cwd: string; endings: readonly string[] },
): NamedPath | { fault: string } {
  const absolute = resolve(cwd, path);
  try {
    const confined = confinedPath(absolute, [cwd]);
    if (confined === undefined) return { fault: LEADS_OUT };
    const real = realpathSync.native(confined);
    const stats = statSync(real);
    const isLinkInside = confined !== absolute;
    if (
      isLinkInside &&
      (isHidden(confined, absolute) || (stats.isFile() && !endings.includes(extname(real).toLowerCase())))
    )
      return { fault: LEADS_ASTRAY };
    return { absolute, target: lstatSync(confined).isSymbolicLink() ? real : confined, real, stats };
  } catch (error) {
    return { fault: readFault(error) };
  }
}

/** A path that the user gave: as an absolute path, with links resolved, and with the facts about the file. */
export interface NamedPath {
  /** The path as named. */
  absolute: string;
  /** The target if the path is a link, otherwise the path. */
  target: string;
  /** The path without any links, which identifies the file. */
  real: string;
  stats: Stats;
}

const LEADS_OUT = 'is a link that leads out of the folder, and is not followed; name what it leads to.';
const LEADS_ASTRAY = 'is a link to what is not read in a folder, and is not followed; name what it leads to.';

/** Returns whether a link leads into a `.git` folder that its path does not name: Git's own files may hold tokens. */
function isHidden(real: string, named: string): boolean {
  return /[\\/]\.git([\\/]|$)/.test(real) && !/[\\/]\.git([\\/]|$)/.test(named);
}

/** Reads a file, unless a link on its path leads out of the folders. All paths are absolute. */
export function readConfined(path: string, folders: readonly string[]): { text: string } | { fault: string } {
  try {
    const confined = confinedPath(path, folders);
    return confined === undefined ? { fault: LEADS_OUT } : readTextFile(confined);
  } catch (error) {
    return { fault: readFault(error) };
  }
}

/** Returns whether anything exists at a path, even a dangling link. @param path absolute */
export function isNameTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // No file system accepts the name.
    return false;
  }
}

/**
 * Finds a path from an untrusted caller in one of some folders. Follows a link only as long as it stays in that folder; accesses nothing
 * outside of the folders.
 *
 * @param folders absolute paths; a relative path starts from the first
 * @param endings the supported file extensions, in lower case
 */
export function locateInside(
  path: string,
  { folders, endings }: { folders: readonly string[]; endings: readonly string[] },
): { path: string; is: 'file' | 'folder' } | { fault: string } {
  const [first = sep] = folders;
  const absolute = resolve(first, path);
  const folder = folders.find(one => containsPath(one, absolute));
  if (folder === undefined) return { fault: `is outside of the folders that are read: ${folders.join(', ')}.` };
  const named = resolveUserPath(absolute, { cwd: folder, endings });
  if ('fault' in named) return named;
  if (named.stats.isDirectory()) return { path: named.target, is: 'folder' };
  const isRead = named.stats.isFile() && endings.includes(extname(named.real).toLowerCase());
  return isRead ? { path: named.target, is: 'file' } : { fault: `is not a file of these types: ${endings.join(' ')}.` };
}
