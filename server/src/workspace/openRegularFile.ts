import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * Opens a regular file for reading. Refuses other types: a pipe would wait for its writer, and a device may have no end. Checks the
 * type after opening, so that the file can't be replaced between check and opening. Throws the errors of `openSync`. The caller closes the file.
 *
 * @param isLinkRefused whether to refuse links, too
 */
export function openRegularFile(path: string, isLinkRefused = false): { descriptor: number; stats: Stats } {
  const descriptor = openSync(path, flags(isLinkRefused));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw refusal(stats);
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** The error code for a path that is neither a regular file nor a folder, such as a pipe or a device: it is not read. */
export const NOT_REGULAR = 'ERR_NOT_REGULAR';
/** The error code for a file above the size limit: it is not read either. */
export const ABOVE_LIMIT = 'ERR_ABOVE_LIMIT';

/** Reads the bytes that a regular file has when it is opened. Throws if that fails, or if the file has more than `most` bytes. */
export function readRegular(path: string, most: number, isLinkRefused = false): Buffer {
  const { descriptor, stats } = openRegularFile(path, isLinkRefused);
  try {
    const room = roomFor(stats, most);
    return room.subarray(0, readInto(descriptor, room, stats.size));
  } finally {
    closeSync(descriptor);
  }
}

/** Reads from the current position until the end, or `most` bytes. Returns how many were read. */
export function readInto(descriptor: number, room: Buffer, most: number): number {
  let length = 0;
  for (let count = -1; count !== 0 && length < most; length += count) {
    count = readSync(descriptor, room, length, most - length, null);
  }
  return length;
}

/** Like `readRegular`, but does not block the thread. */
export async function readRegularAsync(path: string, most: number): Promise<Buffer> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, flags(false));
    const stats = await file.stat();
    if (!stats.isFile()) throw refusal(stats);
    const room = roomFor(stats, most);
    let length = 0;
    for (let count = -1; count !== 0 && length < room.length; length += count) {
      ({ bytesRead: count } = await file.read(room, length, room.length - length, null));
    }
    return room.subarray(0, length);
  } finally {
    await file?.close();
  }
}

// Absent on Windows, where no folder holds pipes.
const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0 } = constants;

function flags(isLinkRefused: boolean): number {
  return O_RDONLY | O_NONBLOCK | O_NOCTTY | (isLinkRefused ? O_NOFOLLOW : 0);
}

function roomFor({ size }: Stats, most: number): Buffer {
  if (size > most) throw withCode(ABOVE_LIMIT, `larger than ${most} bytes`);
  return Buffer.allocUnsafe(size);
}

function refusal(stats: Stats): Error {
  return stats.isDirectory() ? withCode('EISDIR', 'is a folder') : withCode(NOT_REGULAR, 'is no regular file');
}

function withCode(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, syscall: 'open' });
}
