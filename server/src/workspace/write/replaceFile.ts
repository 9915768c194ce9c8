import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Replaces a file atomically. The path gets a new file, and the old one is not written to: links are not followed, and hard links
 * keep the old content. Throws the error of the system.
 *
 * @param mode the permissions of the new file
 * @param isStillWanted asked as late as possible; where it returns false, nothing is replaced
 * @returns whether it was replaced
 */
export function replaceFile(
  path: string,
  bytes: Uint8Array,
  mode: number,
  isStillWanted: () => boolean = () => true,
): boolean {
  // A longer name might be too long for the disk.
  const unfinished = join(dirname(path), `.agent-envelopes-${randomBytes(8).toString('hex')}.tmp`);
  try {
    createFile(unfinished, bytes, mode);
    if (!isStillWanted()) return false;
    renameSync(unfinished, path);
    return true;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Creates a file. Throws where anything is at the path, even a dangling link, and leaves that alone. */
export function createFile(path: string, bytes: Uint8Array, mode?: number): void {
  const descriptor = openSync(path, 'wx', mode);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    // The umask reduces the requested permissions.
    if (mode !== undefined) fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } catch (error) {
    // An incomplete file must not look complete.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}
