import { isUtf8 as isUtf8Bytes } from 'node:buffer';
import { closeSync } from 'node:fs';
import { languageOf } from '../text/language';
import { ABOVE_LIMIT, NOT_REGULAR, openRegular, readInto } from './openRegular';

/** The maximum size, in bytes, of a file that is read as a whole. */
export const LARGEST_TEXT = 1 << 26;
/** The limit of logs, which the command line reads as a whole: short lines take twenty times as much memory. */
export const MAX_LOG_BYTES = 1 << 27;

/** Reads the text of a regular file, or returns one line why that fails and what to do. Never throws. */
export function readText(path: string, most: number = LARGEST_TEXT): { text: string } | { fault: string } {
  try {
    const text = textOf(path, most);
    if (text === undefined) return { fault: tooLarge(most) };
    return isBinary(text, languageOf(path) === 'jsonl') ? { fault: NOT_UTF8_TEXT } : { text };
  } catch (error) {
    return { fault: readFault(error) };
  }
}

// A shared buffer saves time, since most files are small and there are thousands. Undefined for a file that is too large.
function textOf(path: string, most: number): string | undefined {
  const { descriptor, stats } = openRegular(path);
  try {
    if (stats.size > most) return undefined;
    const room = stats.size <= ROOM.length ? ROOM : Buffer.allocUnsafe(stats.size);
    return decodeUtf8(room.subarray(0, readInto(descriptor, room, stats.size)));
  } finally {
    closeSync(descriptor);
  }
}

const ROOM = Buffer.allocUnsafeSlow(1 << 17);

/**
 * Decodes UTF-8. Other bytes become U+FFFD; a byte order mark is dropped, so that columns agree with editors.
 * Throws if the text would be longer than a string can be.
 */
export function decodeUtf8(bytes: Buffer): string {
  return withoutMark(bytes.toString('utf8'));
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/**
 * Returns whether the start of a file, raw or decoded, is not UTF-8 text: it contains zeros, or the mark of UTF-16.
 *
 * @param isLog whether blocks of zeros are allowed: a crash may leave one in a log, where it affects no other line
 */
export function isBinary(start: Buffer | string, isLog = false): boolean {
  const isUtf16 =
    typeof start === 'string'
      ? start.startsWith(NO_CHARACTERS)
      : UTF_16_MARKS.some(mark => start.subarray(0, mark.length).equals(mark));
  if (isUtf16) return true;
  const head = typeof start === 'string' ? start.slice(0, LOOKED_AT) : start.toString('latin1', 0, LOOKED_AT);
  return head.includes('\0') && !(isLog && hasZerosInBlocks(head));
}

const LOOKED_AT = 1024;

// In UTF-16 and in binary files, zeros are mixed with other bytes. The last block may be cut, and no text is only zeros.
function hasZerosInBlocks(head: string): boolean {
  const blocks = head.split(/[^\0]+/);
  const last = blocks.pop() ?? '';
  return blocks.every(({ length }) => length === 0 || length >= SHORTEST_BLOCK) && last.length < head.length;
}

const SHORTEST_BLOCK = 16;

/** Returns whether all bytes are UTF-8; programs decode other bytes differently. */
export function isUtf8(bytes: Buffer): boolean {
  return isUtf8Bytes(bytes);
}

const UTF_16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
/** The decoded form of a UTF-16 mark. */
const NO_CHARACTERS = '\uFFFD\uFFFD';

export const NOT_UTF8_TEXT =
  'is not UTF-8 text: it has zero bytes, or begins as UTF-16 does; save it as UTF-8 or leave it out.';

function tooLarge(most: number): string {
  const log = most < MAX_LOG_BYTES ? ', or write it as a log (.jsonl)' : '';
  return `is not read: it is larger than ${Math.round(most / (1 << 20))} MB; split it${log}.`;
}

/** Returns why a file or folder can't be read, and how to go on, in one line without its path. */
export function readFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && FAULTS[code]) || `can't be read (${message}); mend that or leave it out.`;
}

const DENIED = `can't be read: permission denied; allow reading it or leave it out.`;

const FAULTS: Record<string, string | undefined> = {
  ENOENT: 'does not exist; check the name.',
  ENOTDIR: 'does not exist: part of its path is a file; check the name.',
  EISDIR: 'is a folder; name a file in it.',
  ELOOP: 'is a link that leads to itself; name the file that is meant.',
  EACCES: DENIED,
  EPERM: DENIED,
  [NOT_REGULAR]: 'is neither a file nor a folder; name one of these.',
  [ABOVE_LIMIT]: 'is too large to be read; split it.',
};

/**
 * Reads a file piece by piece until a test accepts one; yields between two pieces. Pieces overlap, so that any text shorter than
 * the overlap is complete in one of them. Returns whether a piece was accepted or the file is larger than `most` bytes; or why it
 * can't be read. Never throws.
 */
export function* scanFile(
  path: string,
  accepts: (piece: string) => boolean,
  most: number,
): Generator<undefined, boolean | { fault: string }> {
  try {
    const { descriptor, stats } = openRegular(path);
    try {
      if (stats.size > most) return true;
      let tail = '';
      for (let left = stats.size; ; ) {
        const length = readInto(descriptor, SCANNED_AT_ONCE, Math.min(left, SCANNED_AT_ONCE.length));
        left -= length;
        const text = decodeUtf8(SCANNED_AT_ONCE.subarray(0, length));
        if (tail === '' && isBinary(text, languageOf(path) === 'jsonl')) return { fault: NOT_UTF8_TEXT };
        if (accepts(tail + text)) return true;
        if (length === 0 || left <= 0) return false;
        tail = text.slice(-OVERLAP);
        yield;
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return { fault: readFault(error) };
  }
}

const SCANNED_AT_ONCE = Buffer.allocUnsafeSlow(1 << 16);
/** Characters: longer than any key or heading. */
export const OVERLAP = 1 << 10;
