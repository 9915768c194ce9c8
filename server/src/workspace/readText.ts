import { readFileSync } from 'node:fs';

/** A file's text, or one line that says why it can't be had and how to go on. Never throws. */
export function readText(path: string): { text: string } | { fault: string } {
  try {
    return { text: decode(readFileSync(path)) };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

/**
 * Bytes as UTF-8. What is not UTF-8 becomes U+FFFD; a byte order mark is dropped, as editors do, so that columns agree.
 * Throws where the text would be longer than a string can be.
 */
export function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Whether the start of a file, as it is or decoded, is no text: it has zeros in it. */
export function isBinary(start: Buffer | string): boolean {
  return start.slice(0, 1024).includes('\0');
}

export const NO_TEXT = 'is no UTF-8 text: it has zero bytes; save it as UTF-8 or leave it out.';

/** Why a file or folder can't be read, and how to go on, in one line without its path. */
export function faultOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && FAULTS[code]) || `can't be read (${message}); mend that or leave it out.`;
}

const DENIED = `can't be read: permission denied; allow reading it or leave it out.`;
const TOO_LARGE = `can't be read: it is larger than 512 MB; split it.`;

const FAULTS: Record<string, string | undefined> = {
  ENOENT: 'is not there (any more); check the name, or run again if it was just removed.',
  ENOTDIR: 'is not there: part of its path is a file; check the name.',
  ELOOP: 'is a link that leads to itself; name the file that is meant.',
  EACCES: DENIED,
  EPERM: DENIED,
  ERR_STRING_TOO_LONG: TOO_LARGE,
  ERR_FS_FILE_TOO_LARGE: TOO_LARGE,
};
