import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from './createFolder';
import { createFile } from './replaceFile';

/**
 * Creates a folder if it is missing, and tries to write in it.
 *
 * @param path absolute
 * @returns why nothing can be written there, in some words without the path
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
    return code === 'EEXIST' && isLink(path) ? 'it is a link that leads to no folder' : writeFailureReason(error);
  }
}

/** Why a file could not be written into a folder, in some words without its name. */
export function writeFailureReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) || code || message;
}

const OWN_FILE = 0o600;

const REASONS: Record<string, string | undefined> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: "the disk's quota is used up",
  ENOENT: 'no folder can be made there',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'part of the path is a file',
  EISDIR: 'it is a folder',
  ELOOP: 'a link in the path leads in a circle',
  ENAMETOOLONG: 'the path is too long',
};

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
