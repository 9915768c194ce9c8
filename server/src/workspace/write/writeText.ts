import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { containsPath } from '../links/confinedPath';
import { createFile, replaceFile } from './replaceFile';

/** Whether a file or folder exists at a path. */
export function pathExists(path: string): boolean {
  return existsSync(path);
}

export interface WriteOptions {
  /** Replaces an existing file. */
  force: boolean;
  /**
   * Absolute paths that the user named: folders, or files for their parent folders. Writing below the innermost of them
   * never leaves it through a link.
   */
  within: readonly string[];
}

/**
 * Creates a file, or replaces it if requested. Never writes through a symbolic link. On failure, returns one line with
 * the reason and what to do, without the file's name; undefined on success.
 *
 * @param path absolute
 */
export function writeText(path: string, text: string, { force, within }: WriteOptions): { fault: string } | undefined {
  try {
    const folder = realpathSync.native(dirname(path));
    if (leadsOut(path, folder, within)) return { fault: LEADS_OUT };
    // Uses the resolved folder: a link on the way may have changed since.
    const file = join(folder, basename(path));
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (!found) createFile(file, Buffer.from(text));
    else if (found.isSymbolicLink()) return { fault: IS_LINK };
    else if (found.isDirectory()) return { fault: writeFault({ code: 'EISDIR' }) };
    else if (!found.isFile()) return { fault: NO_FILE };
    else if (!force) return { fault: IS_THERE };
    else if ((found.mode & WRITABLE) === 0) return { fault: writeFault({ code: 'EACCES' }) };
    else replaceFile(file, Buffer.from(text), found.mode & RIGHTS);
    return undefined;
  } catch (error) {
    return { fault: writeFault(error) };
  }
}

const WRITABLE = 0o222;
const RIGHTS = 0o777;

const IS_THERE = 'is there already and was left as it is; add --force to replace it, or name another file by --out.';
const IS_LINK = 'is a link, and nothing is written through one; name the file that it leads to, or another one.';
const NO_FILE = 'is a device, a pipe or a socket; name a file, or print it by --out - and lead it there.';
const LEADS_OUT = 'is not written: a link in its path leads out of the folder; name the folder that it leads to.';

/** Whether links lead the folder of a path out of the innermost named folder that contains the path. */
function leadsOut(path: string, real: string, within: readonly string[]): boolean {
  const folders = within.map(one => (statSync(one, { throwIfNoEntry: false })?.isFile() ? dirname(one) : one));
  const [innermost] = folders.filter(folder => containsPath(folder, path)).sort((one, two) => two.length - one.length);
  return innermost !== undefined && !containsPath(realpathSync.native(innermost), real);
}

/** Why a file can't be written, and how to go on, in one line without its name. */
export function writeFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && FAULTS[code]) || `can't be written (${message}); choose another place.`;
}

const DENIED = `can't be written: permission denied; allow it or choose another place.`;

const FAULTS: Record<string, string | undefined> = {
  EEXIST: IS_THERE,
  ENOENT: `can't be written: its folder is not there; make it, or choose another one.`,
  ENOTDIR: `can't be written: part of its path is a file; choose another place.`,
  EISDIR: `can't be written: it is a folder; name a file in it.`,
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: `can't be written: the disk is read-only; choose another place.`,
  ENOSPC: `can't be written: the disk is full; make room or choose another place.`,
};
