import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { readFault, readText } from '../read/readText';
import { confinedPath } from './confinedPath';

/** What a path that was named stands for, and what is there. */
export interface NamedPath {
  /** As it is named. */
  absolute: string;
  /** The same where it is no link, else what it leads to: nearest to what was named. */
  target: string;
  /** Without any links, by which it is known again. */
  real: string;
  stats: Stats;
}

/**
 * What somebody named, or one line that says why it can't be had. Who names what a repository holds (a hook names each file that
 * was changed) names links that strangers made: in the current folder they are followed only where they stay in it, and lead to
 * what would be read by its own name, too. A path that leads out by itself is meant so.
 *
 * @param endings of the files that are understood, in lower case
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

/** In a repository's own files tokens are kept. */
function isHidden(real: string, named: string): boolean {
  return /[\\/]\.git([\\/]|$)/.test(real) && !/[\\/]\.git([\\/]|$)/.test(named);
}

/** The text of a file, if no link leads to it out of the folders that it lies in. All absolute. */
export function readConfined(path: string, folders: readonly string[]): { text: string } | { fault: string } {
  try {
    const confined = confinedPath(path, folders);
    return confined === undefined ? { fault: LEADS_OUT } : readText(confined);
  } catch (error) {
    return { fault: readFault(error) };
  }
}

/** Whether anything is there by that name, be it a link to nowhere. @param path absolute */
export function isNameTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // No file system takes such a name.
    return false;
  }
}
