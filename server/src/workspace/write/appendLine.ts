import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolder } from './createFolder';
import { writeFailureReason } from './folderFault';

/**
 * Appends a line to a file of this process that only this user may read, and makes it and its folder where they are not there. The line is
 * there completely or not at all. Never writes through a link.
 *
 * @param path absolute
 * @returns the size of the file in bytes, or why it can't be written, in some words without its name
 */
export function appendLine(path: string, line: string): { size: number } | { fault: string } {
  let file: number | undefined;
  try {
    createFolder(dirname(path));
    file = openSync(path, FLAGS, OWN_FILE);
    const before = fstatSync(file);
    if (!before.isFile()) return { fault: 'it is not a regular file' };
    const bytes = Buffer.from(`${line}\n`);
    // In one call: who reads meanwhile sees no part of a line that others follow.
    if (writeSync(file, bytes) < bytes.length) {
      ftruncateSync(file, before.size);
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    }
    return { size: before.size + bytes.length };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { fault: code === 'ELOOP' ? 'it is a link, and nothing is written through one' : writeFailureReason(error) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

// Windows has no flags for links and pipes.
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const FLAGS = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK;
const OWN_FILE = 0o600;
