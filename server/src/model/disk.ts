export type EntryType = 'file' | 'folder';

/**
 * The files on disk, as far as they are loaded. A check asks for them without waiting: an unknown file is loaded in the background, and the
 * caller asks again after `whenLoaded`.
 */
export interface Disk {
  /** Returns a folder's entries by name, null if there is no such folder, undefined while it loads. */
  list(folder: string): ReadonlyMap<string, EntryType> | null | undefined;
  /** Returns a file's text, null if it is missing or too large, undefined while it loads. */
  text(file: string): string | null | undefined;
  /**
   * Returns a symbolic link's target without following it, null for anything else, undefined while it loads. Absent for
   * a disk without links.
   */
  link?(uri: string): string | null | undefined;
  /**
   * Counts the changes of answers about folders and links: while the count stays the same, so do the answers. Absent for a disk that does
   * not count.
   */
  version?(): number;
  /** Counts the changes of all answers, texts included. Absent for a disk that does not count. */
  changes?(): number;
  /** Resolves when every requested entry is loaded; undefined if all are. */
  whenLoaded(): Promise<void> | undefined;
}

/** A disk that caches its answers until `changed` or `forget` is called. */
export interface CachedDisk extends Disk {
  changes: NonNullable<Disk['changes']>;
  /**
   * Forgets a file or folder that was created, changed or deleted, and its parent folder.
   *
   * @param inside only its content has changed
   * @returns whether an answer about it was cached or being read
   */
  changed(uri: string, inside?: boolean): boolean;
  /** Forgets everything. */
  forget(): void;
}

/** A disk that reads at once, for threads that may block. */
export type SyncDisk = Disk & Pick<CachedDisk, 'changed'>;

/** The folders that are open in the editor (URIs without a trailing slash), and the disk below them. */
export interface Workspace {
  folders: readonly string[];
  disk: Disk;
  /** Returns the catalogues and protocol declarations found so far below a folder. */
  declaringFiles?(folder: string): readonly string[];
}

/** A file's metadata. */
export interface FileEntry {
  uri: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** One line on a file that could not be read and what to do, without the file's name. */
export interface UnreadableFile {
  uri: string;
  fault: string;
  /** The file was skipped on purpose; nothing is wrong. */
  isNote?: true;
}

/** How far a log has been read. Plain data, opaque to all but the log reader. */
export interface LogCheckpoint {
  /** The end of the last complete line, in bytes. */
  offset: number;
  /** The number of complete lines, which is the index of the next one. */
  line: number;
  /** Identifies the text that was read. */
  tail: string;
  /** The offsets of some lines, for random access. */
  starts: readonly { offset: number; line: number }[];
}

/** How much of a log is read at once. */
export interface LogLimits {
  /** About so many bytes. */
  bytes?: number;
  /** No line that goes beyond this offset. */
  until?: number | undefined;
}

/** Some lines of a log, and the checkpoint after them. */
interface LogChunk {
  lines: string[];
  /** The index of the first line. */
  first: number;
  mark: LogCheckpoint;
  /** The last line if it has no line end and may be incomplete. Only in the last chunk. */
  torn?: string;
  done: boolean;
}

/** Whole lines from the middle of a log. */
export interface LogRange {
  lines: string[];
  /** The offset of the first line, in bytes. */
  start: number;
  /** The checkpoint after these lines, as if the log began with the first of them. */
  mark: LogCheckpoint;
}

/** A line of a log. */
export interface LogLine {
  text: string;
  /** The lines that were read with it, including itself: a cache for the next lookup. */
  around?: { lines: string[]; first: number };
}

/** Synchronous disk access for the index, which has its own thread. Never throws. */
export interface FileAccess {
  find(folder: string): Iterable<FileEntry | UnreadableFile>;
  /** Yields the URIs of all files below a folder, a superset of what `find` yields; nothing if there is no such folder. */
  filesBelow(folder: string): Iterable<string>;
  /** Returns whether `find` would yield the file if it existed. */
  wouldFind(folder: string, uri: string): boolean;
  /** Returns undefined if there is no such file or it cannot contain envelopes. */
  stat(uri: string): FileEntry | undefined;
  text(uri: string): { text: string } | { fault: string };
  /**
   * Reads the next lines of a log, about a megabyte. Returns `replaced` if the checkpoint belongs to another log.
   */
  log(
    uri: string,
    from: LogCheckpoint | undefined,
    limits?: LogLimits,
  ): LogChunk | { fault: string } | { replaced: true };
  /** Reads one line of a log by its index; `mark` is how far the log has been read. */
  line(uri: string, line: number, mark: LogCheckpoint): LogLine | { fault: string } | { replaced: true };
}

/** The replay page's script and the core's script that answers it, each with its hash. */
export interface ReplayAssets {
  core: InlineAsset;
  script: InlineAsset;
  style: InlineAsset;
  /** The licences of the bundled packages, as plain text. */
  notices: string;
}

/** The page that lists runs, and the replay page that it shows a run in. */
export interface RunsPageAssets {
  script: InlineAsset;
  replay: InlineAsset;
  /** The style of both pages. */
  style: InlineAsset;
  notices: string;
}

export interface InlineAsset {
  text: string;
  /** `sha256-…`, as in a content security policy. */
  hash: string;
}
