import { t } from '../shared/l10n';

// Decodes the bytes of text files, from the disk or from a client.

/** The maximum size, in bytes, of a text file that is decoded as a whole. */
export const LARGEST_TEXT = 1 << 26;
/** The limit of logs, which the command line reads as a whole: short lines take twenty times as much memory. */
export const MAX_LOG_BYTES = 1 << 27;

/**
 * Decodes UTF-8. Other bytes become U+FFFD; a byte order mark is dropped, so that columns agree with editors.
 * Throws if the text would be longer than a string can be.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  return UTF_8.decode(bytes);
}

// Drops the mark.
const UTF_8 = new TextDecoder();

/**
 * Returns whether the start of a file, raw or decoded, is not UTF-8 text: it contains zeros, the mark of UTF-16, or many bytes that are
 * no UTF-8. A few of the latter are a slip of one program in a text of others.
 *
 * @param isLog whether blocks of zeros are allowed: a crash may leave one in a log, where it affects no other line
 */
export function isBinary(start: Uint8Array | string, isLog = false): boolean {
  const isUtf16 =
    typeof start === 'string'
      ? start.startsWith(NO_CHARACTERS)
      : UTF_16_MARKS.some(mark => mark.every((byte, at) => start[at] === byte));
  if (isUtf16) return true;
  const head = typeof start === 'string' ? start.slice(0, LOOKED_AT) : decodeUtf8(start.subarray(0, LOOKED_AT));
  if (head.includes('\0') && !(isLog && hasZerosInBlocks(head))) return true;
  if (!head.includes(NO_CHARACTER)) return false;
  const others = head.split(NO_CHARACTER).length - 1;
  return others >= MANY && others > head.length / 10;
}

const LOOKED_AT = 1024;
/** Text with at least this many bytes that are no UTF-8 is not UTF-8 with a typing error. */
const MANY = 10;
/** The character that stands for a byte that is no UTF-8. */
const NO_CHARACTER = '\uFFFD';

// In UTF-16 and in binary files, zeros are mixed with other bytes. The last block may be cut, and no text is only zeros.
function hasZerosInBlocks(head: string): boolean {
  const blocks = head.split(/[^\0]+/);
  const last = blocks.pop() ?? '';
  return blocks.every(({ length }) => length === 0 || length >= SHORTEST_BLOCK) && last.length < head.length;
}

const SHORTEST_BLOCK = 16;

const UTF_16_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];
/** The decoded form of a UTF-16 mark. */
const NO_CHARACTERS = NO_CHARACTER.repeat(2);

/** Returns whether bytes begin as a zip archive does. */
export function isArchive(bytes: Uint8Array): boolean {
  return ARCHIVE.every((byte, at) => bytes[at] === byte);
}

const ARCHIVE = [0x50, 0x4b, 0x03, 0x04];

export const NOT_UTF8_TEXT = t`is not UTF-8 text: it has zero bytes, or many that are no UTF-8, or begins as UTF-16 does; save it as UTF-8 or leave it out.`;

/** The fault of a file that is larger than a limit, in bytes. */
export function tooLarge(most: number): string {
  const megabytes = Math.round(most / (1 << 20));
  return most < MAX_LOG_BYTES
    ? t`is not read: it is larger than ${megabytes} MB; split it, or write it as a log (.jsonl).`
    : t`is not read: it is larger than ${megabytes} MB; split it.`;
}
