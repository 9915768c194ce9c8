import type { FileAccess, FileEntry, UnreadableFile } from '../model/fileAccess';

interface TrackLargeReadsOptions {
  /** Files that are not read, since reading them ran out of memory. */
  isExcluded(uri: string): boolean;
  /** Called before a large file is read, and without one before the next other file is. */
  onReading(uri: string | undefined): void;
}

/** The same access, which reports large reads: when the thread runs out of memory, the server knows which file it was reading. */
export function trackLargeReads(access: FileAccess, { isExcluded, onReading }: TrackLargeReadsOptions): FileAccess {
  /** By the sizes found along the way: the disk is asked nothing more. */
  const large = new Set<string>();
  const note = <T extends FileEntry | UnreadableFile | undefined>(found: T): T => {
    if (found && 'size' in found && found.size >= LARGE) large.add(found.uri);
    else if (found) large.delete(found.uri);
    return found;
  };
  let reported: string | undefined;
  const read = (uri: string) => {
    const now = large.has(uri) ? uri : undefined;
    if (now !== reported) onReading(now);
    reported = now;
  };
  return {
    ...access,
    *find(folder) {
      for (const found of access.find(folder)) yield note(found);
    },
    stat: uri => note(access.stat(uri)),
    text(uri) {
      if (isExcluded(uri)) return EXCLUDED;
      read(uri);
      return access.text(uri);
    },
    log(uri, from, limits) {
      if (isExcluded(uri)) return EXCLUDED;
      read(uri);
      return access.log(uri, from, limits);
    },
    line: (uri, line, mark) => (isExcluded(uri) ? EXCLUDED : access.line(uri, line, mark)),
  };
}

/** Bytes. Smaller files don't exhaust the memory, and reporting each would take time. */
const LARGE = 1 << 20;

const EXCLUDED = { fault: 'is left out: to read it takes more memory than there is; split it or exclude it.' };
