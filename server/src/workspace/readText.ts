import { isUtf8 as isUtf8Bytes } from 'node:buffer';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/**
 * A file's text, or one line that says why it can't be had and how to go on. Never throws.
 *
 * @param size bytes, where they are known: it is not asked whether more was written since
 */
export function readText(path: string, size?: number): { text: string } | { fault: string } {
  try {
    const text = readSmall(path, size) ?? decode(readFileSync(path));
    return isBinary(text) ? { fault: NO_TEXT } : { text };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

// Most files are small, and there are thousands: read into the same room, with nothing asked of the file before, they
// take a fifth less time. Undefined for larger ones.
function readSmall(path: string, size = Number.POSITIVE_INFINITY): string | undefined {
  if (size !== Number.POSITIVE_INFINITY && size >= ROOM.length) return undefined;
  const descriptor = openSync(path, 'r');
  try {
    let length = 0;
    while (length < size) {
      const count = readSync(descriptor, ROOM, length, ROOM.length - length, null);
      if (count === 0) break;
      length += count;
      if (length === ROOM.length) return undefined;
    }
    return withoutMark(ROOM.toString('utf8', 0, length));
  } finally {
    closeSync(descriptor);
  }
}

const ROOM = Buffer.allocUnsafeSlow(1 << 17);

/**
 * Bytes as UTF-8. What is not UTF-8 becomes U+FFFD; a byte order mark is dropped, as editors do, so that columns agree.
 * Throws where the text would be longer than a string can be.
 */
export function decode(bytes: Buffer): string {
  return withoutMark(bytes.toString('utf8'));
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Whether the start of a file, as it is or decoded, is no UTF-8 text: it has zeros in it, or the mark of UTF-16. */
export function isBinary(start: Buffer | string): boolean {
  const isUtf16 =
    typeof start === 'string'
      ? start.startsWith(NO_CHARACTERS)
      : UTF_16_MARKS.some(mark => start.subarray(0, mark.length).equals(mark));
  return isUtf16 || start.slice(0, 1024).includes('\0');
}

/** Whether bytes are UTF-8 throughout: of others each reader makes another text. */
export function isUtf8(bytes: Buffer): boolean {
  return isUtf8Bytes(bytes);
}

const UTF_16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
/** What such a mark is decoded to. */
const NO_CHARACTERS = '\uFFFD\uFFFD';

export const NO_TEXT =
  'is no UTF-8 text: it has zero bytes, bytes that UTF-8 does not have, or begins as UTF-16 does; save it as UTF-8 or leave it out.';

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
  EISDIR: 'is a folder; name a file in it.',
  ELOOP: 'is a link that leads to itself; name the file that is meant.',
  EACCES: DENIED,
  EPERM: DENIED,
  ERR_STRING_TOO_LONG: TOO_LARGE,
  ERR_FS_FILE_TOO_LARGE: TOO_LARGE,
};
