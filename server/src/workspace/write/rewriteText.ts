import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { containsPath } from '../links/confinedPath';
import { readRegular } from '../read/openRegular';
import { MAX_LOG_BYTES, readFault } from '../read/readText';
import { replaceFile } from './replaceFile';
import { writeFault } from './writeText';

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Replaces a file's text atomically, keeping its permissions and byte order mark. Returns why it can't be done and how
 * to go on, in one line without the name: where the file's content has changed since it was read or is no text, where
 * it is not writable, and where a link leads out of the given folders.
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

/** The folders that paths refer to, absolute and without links: for a file, its parent. */
export function writableFolders(paths: readonly string[]): string[] {
  return paths.flatMap(path => {
    try {
      return [realpathSync.native(statSync(path).isDirectory() ? path : dirname(path))];
    } catch {
      return [];
    }
  });
}
