import { closeSync } from 'node:fs';
import { languageOf } from '../../text/language';
import { openRegular, readInto } from './openRegular';
import { decodeUtf8, isBinary, NOT_UTF8_TEXT, readFault } from './readText';

/**
 * Reads a file a piece at a time until a test accepts one; yields between two pieces. Pieces overlap, so that what is shorter than
 * the overlap is in one of them as a whole. Returns whether a piece was accepted, or the file is larger than `most` bytes, or why it
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
        const length = readInto(descriptor, ROOM, Math.min(left, ROOM.length));
        left -= length;
        const text = decodeUtf8(ROOM.subarray(0, length));
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

const ROOM = Buffer.allocUnsafeSlow(1 << 16);
/** Characters: no key and no heading is as long. */
export const OVERLAP = 1 << 10;
