import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder that only this user may read, and the missing ones above it. Throws the error of the system. Not `mkdir` with `recursive`:
 * where a file system creates no folders and says that there is none (`/proc`), that tries again without end.
 *
 * @param path absolute
 */
export function createFolder(path: string): void {
  try {
    mkdirSync(path, OWN_FOLDER);
  } catch (error) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path || isFolder(parent)) throw error;
    createFolder(parent);
    createFolder(path);
  }
}

const OWN_FOLDER = 0o700;

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
