import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file of windows as they arrive, in place of what is there, private to the user. The file is complete or not there at all. Rejects with
 * what the windows reject with, and with the error of the system.
 *
 * @param path absolute; its folder is made
 * @returns how much was written, in bytes; without any no file is made
 */
export async function writeWindows(path: string, windows: AsyncIterable<string>): Promise<number> {
  makePrivateFolder(dirname(path));
  // Of two writers the last one that ends wins, with all that it wrote.
  const unfinished = `${path}.${randomBytes(8).toString('hex')}.part`;
  const descriptor = openSync(unfinished, 'wx', 0o600);
  let size = 0;
  try {
    for await (const window of windows) {
      const bytes = Buffer.from(window);
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      size += bytes.length;
    }
  } catch (error) {
    closeSync(descriptor);
    rmSync(unfinished, { force: true });
    throw error;
  }
  closeSync(descriptor);
  if (size > 0) renameSync(unfinished, path);
  else rmSync(unfinished, { force: true });
  return size;
}

/** Makes a folder, and those above it, for this user alone. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Removes a file, or a folder with all that is in it; links in it are removed, not followed. */
export function removePath(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
