import type { FileAccess, FileEntry, UnreadableFile } from '../model/fileAccess';

interface TrackLargeReadsOptions {
  /** Files that are not read, since this took more memory than there is. */
  isExcluded(uri: string): boolean;
  /** Told before a large file is read, and, without one, when another one is. */
  onReading(uri: string | undefined): void;
}

/** The same access to the disk, by which it is known what was being read when a thread has run out of memory. */
export function trackLargeReads(access: FileAccess, { isExcluded, onReading }: TrackLargeReadsOptions): FileAccess {
  /** As they were found: nothing is asked of the disk for this alone. */
  const large = new Set<string>();
  const meet = <T extends FileEntry | UnreadableFile | undefined>(found: T): T => {
    if (found && 'size' in found && found.size >= LARGE) large.add(found.uri);
    else if (found) large.delete(found.uri);
    return found;
  };
  let told: string | undefined;
  const read = (uri: string) => {
    const now = large.has(uri) ? uri : undefined;
    if (now !== told) onReading(now);
    told = now;
  };
  return {
    ...access,
    *find(folder) {
      for (const found of access.find(folder)) yield meet(found);
    },
    stat: uri => meet(access.stat(uri)),
    text(uri) {
      if (isExcluded(uri)) return LEFT_OUT;
      read(uri);
      return access.text(uri);
    },
    log(uri, from) {
      if (isExcluded(uri)) return LEFT_OUT;
      read(uri);
      return access.log(uri, from);
    },
    line: (uri, line, mark) => (isExcluded(uri) ? LEFT_OUT : access.line(uri, line, mark)),
  };
}

/** Bytes. Smaller ones do not take all the memory, and to tell of each would take time. */
const LARGE = 1 << 20;

const LEFT_OUT = { fault: 'is left out: to read it takes more memory than there is; split it or exclude it.' };
