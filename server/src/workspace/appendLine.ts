import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { t } from '../shared/l10n';
import { type FileInFolder, listFolder } from './listFolder';
import { createFile } from './writeTextFile';

/**
 * Appends a line to a file that only this user may read and only this process writes. Creates missing files and folders. Writes the line
 * completely or not at all. Never writes through a link.
 *
 * @param path absolute
 * @returns the size of the file in bytes, or why the file can't be written, in a few words without the file's name
 */
export function appendLine(path: string, line: string): { size: number } | { fault: string } {
  let file: number | undefined;
  try {
    createFolder(dirname(path));
    file = openSync(path, FLAGS, OWN_FILE);
    const before = fstatSync(file);
    if (!before.isFile()) return { fault: t`it is not a regular file` };
    const bytes = Buffer.from(`${line}\n`);
    // In one call, so that a concurrent reader never sees half a line followed by another.
    if (writeSync(file, bytes) < bytes.length) {
      ftruncateSync(file, before.size);
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    }
    return { size: before.size + bytes.length };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      fault: code === 'ELOOP' ? t`it is a link, and nothing is written through one` : writeFailureReason(error),
    };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

// Windows has no flags for links and pipes.
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const FLAGS = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK;
const OWN_FILE = 0o600;

/**
 * Creates a folder that only this user may read, and its missing parents. Throws the system's error. Does not use `recursive` of `mkdir`,
 * which never ends on file systems that report every new folder as missing (`/proc`).
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

/**
 * Creates a folder if it is missing, and tries to write in it.
 *
 * @param path absolute
 * @returns why nothing can be written there, in a few words without the path; undefined on success
 */
export function folderFault(path: string): string | undefined {
  try {
    createFolder(path);
    const file = join(path, `.agent-envelopes-${randomBytes(8).toString('hex')}.tmp`);
    createFile(file, Buffer.from('\n'), OWN_FILE);
    rmSync(file, { force: true });
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EEXIST' && isLink(path) ? t`it is a link that leads to no folder` : writeFailureReason(error);
  }
}

/** Returns why a file could not be written into a folder, in a few words without its name. */
function writeFailureReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) || code || message;
}

const REASONS: Record<string, string | undefined> = {
  EACCES: t`permission denied`,
  EPERM: t`permission denied`,
  EROFS: t`the disk is read-only`,
  ENOSPC: t`the disk is full`,
  EDQUOT: t`the disk's quota is used up`,
  ENOENT: t`no folder can be made there`,
  EEXIST: t`it is a file, not a folder`,
  ENOTDIR: t`part of the path is a file`,
  EISDIR: t`it is a folder`,
  ELOOP: t`a link in the path leads in a circle`,
  ENAMETOOLONG: t`the path is too long`,
};

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

interface FileLimits {
  /** The maximum total size, in bytes. */
  bytes: number;
  /** The maximum age: milliseconds since a file was last written. */
  age: number;
}

/**
 * Deletes the oldest files directly in a folder until the rest is within the limits. Deletes only regular files with matching
 * names that `mayDelete` allows.
 *
 * @param now milliseconds since 1970
 * @returns the names of the deleted files
 */
export function limitFiles(
  folder: string,
  {
    pattern,
    limits,
    now,
    mayDelete,
  }: { pattern: RegExp; limits: FileLimits; now: number; mayDelete(file: FileInFolder): boolean },
): string[] {
  const files = listFolder(folder, pattern).sort((one, other) => one.changedAt - other.changedAt);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  return files.flatMap(file => {
    const isWanted = bytes <= limits.bytes && now - file.changedAt <= limits.age;
    if (isWanted || !mayDelete(file)) return [];
    try {
      rmSync(join(folder, file.name));
      bytes -= file.size;
      return [file.name];
    } catch {
      // Another process has deleted the file, or has it open.
      return [];
    }
  });
}
