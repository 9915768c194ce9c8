import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Puts a new file in place of another: all of it or nothing. What is at the path is replaced, not written to: a link is not
 * followed, and who holds another name of the old file keeps its content. Throws the error of the system.
 *
 * @param mode the rights that the new file gets
 * @param isStillWanted asked as late as can be; where it says no, nothing is replaced
 * @returns whether it was replaced
 */
export function replaceFile(
  path: string,
  bytes: Uint8Array,
  mode: number,
  isStillWanted: () => boolean = () => true,
): boolean {
  // A long name with something more would be too long for the disk.
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

/** Makes a file that was not there. Where something is at the path, be it a link to nowhere, it throws and leaves that alone. */
export function createFile(path: string, bytes: Uint8Array, mode?: number): void {
  const descriptor = openSync(path, 'wx', mode);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    // The rights that are asked for are less what the shell takes away.
    if (mode !== undefined) fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } catch (error) {
    // Half a file must not be taken for the whole.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}
