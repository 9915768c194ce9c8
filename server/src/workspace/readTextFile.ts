import { isUtf8 as isUtf8Bytes } from 'node:buffer';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '../shared/l10n';
import { languageOf } from '../text/fileLanguage';
import { decodeUtf8, isBinary, LARGEST_TEXT, NOT_UTF8_TEXT, tooLarge } from './decodeTextBytes';
import { ABOVE_LIMIT, NOT_REGULAR, openRegularFile, readInto } from './openRegularFile';

/** Reads the text of a regular file. On failure, returns `fault`, one line that says why and what to do. Never throws. */
export function readTextFile(path: string, most: number = LARGEST_TEXT): { text: string } | { fault: string } {
  try {
    const text = textOf(path, most);
    if (text === undefined) return { fault: tooLarge(most) };
    return isBinary(text, languageOf(path) === 'jsonl') ? { fault: NOT_UTF8_TEXT } : { text };
  } catch (error) {
    return { fault: readFault(error) };
  }
}

/** Returns a function that reads the files in the folder of the bundles, by their names; it returns undefined for what was not built. */
export function builtText(folder: string): (name: string) => string | undefined {
  return name => {
    const found = readTextFile(join(folder, name));
    return 'text' in found ? found.text : undefined;
  };
}

// A shared buffer saves time, since most files are small and there are thousands. Undefined for a file that is too large.
function textOf(path: string, most: number): string | undefined {
  const { descriptor, stats } = openRegularFile(path);
  try {
    if (stats.size > most) return undefined;
    const room = stats.size <= ROOM.length ? ROOM : Buffer.allocUnsafe(stats.size);
    return decodeUtf8(room.subarray(0, readInto(descriptor, room, stats.size)));
  } finally {
    closeSync(descriptor);
  }
}

const ROOM = Buffer.allocUnsafeSlow(1 << 17);

/** Returns whether all bytes are UTF-8; programs decode other bytes differently. */
export function isUtf8(bytes: Buffer): boolean {
  return isUtf8Bytes(bytes);
}

/** Returns why a file or folder can't be read, and how to go on, in one line without its path. */
export function readFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && FAULTS[code]) || t`can't be read (${message}); mend that or leave it out.`;
}

const DENIED = t`can't be read: permission denied; allow reading it or leave it out.`;

const FAULTS: Record<string, string | undefined> = {
  ENOENT: t`does not exist; check the name.`,
  ENOTDIR: t`does not exist: part of its path is a file; check the name.`,
  EISDIR: t`is a folder; name a file in it.`,
  ELOOP: t`is a link that leads to itself; name the file that is meant.`,
  EACCES: DENIED,
  EPERM: DENIED,
  [NOT_REGULAR]: t`is neither a file nor a folder; name one of these.`,
  [ABOVE_LIMIT]: t`is too large to be read; split it.`,
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
    const { descriptor, stats } = openRegularFile(path);
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
