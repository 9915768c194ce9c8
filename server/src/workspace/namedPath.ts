import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { confinedPath } from './confinedPath';
import { readFault, readText } from './readText';

/** A path that the user named, resolved. */
export interface NamedPath {
  /** The path as named. */
  absolute: string;
  /** The target if the path is a link, otherwise the path. */
  target: string;
  /** The path without any links, which identifies the file. */
  real: string;
  stats: Stats;
}

/**
 * Resolves a path of the command line, or returns one line why it is refused. Some paths come from a repository whose author is
 * untrusted (a hook names each changed file): links in the current folder are followed only if they stay in it, and lead to
 * a file that would also be read by its own name. A path that leads out without a link is intended.
 *
 * @param endings the supported file extensions, in lower case
 */
export function resolveNamedPath(
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

const LEADS_OUT = 'is a link that leads out of the folder, and is not followed; name what it leads to.';
const LEADS_ASTRAY = 'is a link to what is not read in a folder, and is not followed; name what it leads to.';

/** Whether a link leads into a `.git` folder that its path does not name: Git's own files may hold tokens. */
function isHidden(real: string, named: string): boolean {
  return /[\\/]\.git([\\/]|$)/.test(real) && !/[\\/]\.git([\\/]|$)/.test(named);
}

/** Reads a file, unless a link on its path leads out of the folders. All paths are absolute. */
export function readConfined(path: string, folders: readonly string[]): { text: string } | { fault: string } {
  try {
    const confined = confinedPath(path, folders);
    return confined === undefined ? { fault: LEADS_OUT } : readText(confined);
  } catch (error) {
    return { fault: readFault(error) };
  }
}

/** Whether anything exists at a path, even a dangling link. @param path absolute */
export function isNameTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // No file system accepts the name.
    return false;
  }
}
