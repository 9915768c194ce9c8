import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { containsPath } from './confinedPath';
import { MAX_LOG_BYTES } from './decodeTextBytes';
import { readRegular } from './openRegularFile';
import { readFault } from './readTextFile';

/** The options of writing a text file. */
export interface WriteOptions {
  /** Whether to replace an existing file; if false, writing it fails. */
  force: boolean;
  /**
   * Absolute paths that the user named: folders, or files for their parent folders. Writing below the innermost of them
   * never leaves it through a link.
   */
  within: readonly string[];
}

/**
 * Creates a file, or replaces it if requested. Never writes through a symbolic link. On failure, returns one line with
 * the reason and what to do, without the file's name; undefined on success.
 *
 * @param path absolute
 */
export function writeTextFile(
  path: string,
  text: string,
  { force, within }: WriteOptions,
): { fault: string } | undefined {
  try {
    const folder = realpathSync.native(dirname(path));
    if (leadsOut(path, folder, within)) return { fault: LEADS_OUT };
    // Uses the resolved folder: a link on the way may have changed since.
    const file = join(folder, basename(path));
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (!found) createFile(file, Buffer.from(text));
    else if (found.isSymbolicLink()) return { fault: IS_LINK };
    else if (found.isDirectory()) return { fault: writeFault({ code: 'EISDIR' }) };
    else if (!found.isFile()) return { fault: NO_FILE };
    else if (!force) return { fault: IS_THERE };
    else if ((found.mode & WRITABLE) === 0) return { fault: writeFault({ code: 'EACCES' }) };
    else replaceFile(file, Buffer.from(text), found.mode & RIGHTS);
    return undefined;
  } catch (error) {
    return { fault: writeFault(error) };
  }
}

/** Returns whether a file or folder exists at a path. */
export function pathExists(path: string): boolean {
  return existsSync(path);
}

const WRITABLE = 0o222;
const RIGHTS = 0o777;

const IS_THERE = 'is there already and was left as it is; add --force to replace it, or name another file.';
const IS_LINK = 'is a link, and nothing is written through one; name the file that it leads to, or another one.';
const NO_FILE = 'is a device, a pipe or a socket; name a file, or print it by naming - and lead it there.';
const LEADS_OUT = 'is not written: a link in its path leads out of the folder; name the folder that it leads to.';

/** Returns whether links lead the folder of a path out of the innermost named folder that contains the path. */
function leadsOut(path: string, real: string, within: readonly string[]): boolean {
  const folders = within.map(one => (statSync(one, { throwIfNoEntry: false })?.isFile() ? dirname(one) : one));
  const [innermost] = folders.filter(folder => containsPath(folder, path)).sort((one, two) => two.length - one.length);
  return innermost !== undefined && !containsPath(realpathSync.native(innermost), real);
}

/** Returns why a file can't be written, and how to go on, in one line without its name. */
export function writeFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && FAULTS[code]) || `can't be written (${message}); choose another place.`;
}

const DENIED = `can't be written: permission denied; allow it or choose another place.`;

const FAULTS: Record<string, string | undefined> = {
  EEXIST: IS_THERE,
  ENOENT: `can't be written: its folder is not there; make it, or choose another one.`,
  ENOTDIR: `can't be written: part of its path is a file; choose another place.`,
  EISDIR: `can't be written: it is a folder; name a file in it.`,
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: `can't be written: the disk is read-only; choose another place.`,
  ENOSPC: `can't be written: the disk is full; make room or choose another place.`,
};

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Replaces a file's text atomically, keeping its permissions and byte order mark. On failure, returns one line with the
 * reason and what to do, without the file's name. Fails if the content has changed since it was read or is no text, if the
 * file is not writable, or if a link leads out of the given folders.
 *
 * @param within absolute paths without links; files outside them are not written
 */
export function rewriteText(
  path: string,
  { before, after }: { before: string; after: string },
  within: readonly string[],
): { fault: string } | undefined {
  let isRead = false;
  try {
    const real = realpathSync.native(path);
    if (!within.some(folder => containsPath(folder, real))) return { fault: OUTSIDE };
    const { mode } = statSync(real);
    if ((mode & 0o222) === 0) return { fault: READ_ONLY };
    const bytes = readRegular(real, MAX_LOG_BYTES);
    isRead = true;
    const mark = bytes.subarray(0, MARK.length).equals(MARK) ? MARK : Buffer.alloc(0);
    const was = Buffer.concat([mark, Buffer.from(before)]);
    if (!bytes.equals(was)) return { fault: bytes.toString() === was.toString() ? NO_UTF8 : CHANGED };
    // A concurrent change wins.
    const isUnchanged = () => readRegular(real, MAX_LOG_BYTES).equals(was);
    const isReplaced = replaceFile(real, Buffer.concat([mark, Buffer.from(after)]), mode & 0o777, isUnchanged);
    return isReplaced ? undefined : { fault: CHANGED };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { fault: !isRead && code === 'ENOENT' ? readFault(error) : writeFault(error) };
  }
}

const OUTSIDE = 'is not fixed: it is a link that leads out of the folder; name the file that it leads to.';
const READ_ONLY = 'is not fixed: it is read-only; allow writing it or leave it out.';
const NO_UTF8 = 'is not fixed: it is not valid UTF-8; save it as UTF-8.';
const CHANGED = 'is not fixed: it was changed meanwhile; run again.';

/** Returns the folders that paths refer to, absolute and without links; for a file, its parent folder. */
export function writableFolders(paths: readonly string[]): string[] {
  return paths.flatMap(path => {
    try {
      return [realpathSync.native(statSync(path).isDirectory() ? path : dirname(path))];
    } catch {
      return [];
    }
  });
}

/**
 * Replaces a file atomically by a new file. Does not write to the old one: links are not followed, and hard links keep the
 * old content. Throws the system's error.
 *
 * @param mode the permissions of the new file
 * @param isStillWanted called as late as possible; if it returns false, nothing is replaced
 * @returns whether the file was replaced
 */
function replaceFile(
  path: string,
  bytes: Uint8Array,
  mode: number,
  isStillWanted: () => boolean = () => true,
): boolean {
  // A longer name might be too long for the disk.
  const unfinished = join(dirname(path), `.agent-envelopes-${randomBytes(8).toString('hex')}.tmp`);
  try {
    createFile(unfinished, bytes, mode);
    if (!isStillWanted()) return false;
    renameSync(unfinished, path);
    return true;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Creates a file. Throws if anything exists at the path, even a dangling link. */
export function createFile(path: string, bytes: Uint8Array, mode?: number): void {
  const descriptor = openSync(path, 'wx', mode);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    // The umask reduces the requested permissions.
    if (mode !== undefined) fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } catch (error) {
    // An incomplete file must not look complete.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Streams pieces of text into a file that is private to the user, and replaces an existing one. The file is complete or does not exist.
 * Rejects with the error of the pieces, or of the system.
 *
 * @param path absolute; its folder is created
 * @returns the number of bytes written; if 0, no file is created
 */
export async function streamToFile(path: string, pieces: AsyncIterable<string>): Promise<number> {
  makePrivateFolder(dirname(path));
  // Of two concurrent writers, the last one to finish wins, with its complete text.
  const unfinished = `${path}.${randomBytes(8).toString('hex')}.part`;
  const descriptor = openSync(unfinished, 'wx', 0o600);
  let size = 0;
  try {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      size += bytes.length;
    }
  } catch (error) {
    closeSync(descriptor);
    rmSync(unfinished, { force: true });
    throw error;
  }
  closeSync(descriptor);
  if (size > 0) renameSync(unfinished, path);
  else rmSync(unfinished, { force: true });
  return size;
}

/** Creates a folder and its missing parents, private to this user. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Removes a file, or a folder with its content. Removes links without following them. */
export function removePath(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** A folder that only this user can read. */
interface TemporaryFolder {
  path: string;
  remove(): void;
}

/** Creates an empty folder, which is removed at the latest when the process ends by itself or by a signal. */
export function createTemporaryFolder(): TemporaryFolder {
  // The system's folder may be a link, but the files in the folder must be found by their real path.
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'agent-envelopes-runs-'));
  const erase = () => rmSync(path, { recursive: true, force: true });
  const interrupt = (signal: NodeJS.Signals) => {
    erase();
    process.kill(process.pid, signal);
  };
  process.once('exit', erase);
  for (const signal of SIGNALS) process.once(signal, interrupt);
  return {
    path,
    remove() {
      erase();
      process.off('exit', erase);
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
