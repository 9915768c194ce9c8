import { existsSync, writeFileSync } from 'node:fs';

/** Is there a file or a folder of this path? */
export function isThere(path: string): boolean {
  return existsSync(path);
}

/** Writes a file, over one that is there. Gives back why it can't be written and how to go on, in one line without its name. */
export function writeText(path: string, text: string): { fault: string } | undefined {
  try {
    writeFileSync(path, text);
    return undefined;
  } catch (error) {
    return { fault: faultOfWriting(error) };
  }
}

/** Why a file can't be written, and how to go on, in one line without its name. */
export function faultOfWriting(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && FAULTS[code]) || `can't be written (${message}); choose another place.`;
}

const DENIED = `can't be written: permission denied; allow it or choose another place.`;

const FAULTS: Record<string, string | undefined> = {
  ENOENT: `can't be written: its folder is not there; make it, or choose another one.`,
  ENOTDIR: `can't be written: part of its path is a file; choose another place.`,
  EISDIR: `can't be written: it is a folder; name a file in it.`,
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: `can't be written: the disk is read-only; choose another place.`,
  ENOSPC: `can't be written: the disk is full; make room or choose another place.`,
};
