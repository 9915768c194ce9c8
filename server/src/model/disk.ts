export type EntryType = 'file' | 'folder';

/**
 * A synchronous snapshot of the disk. Unknown entries load in the background; query again after `whenLoaded`. So functions
 * that need the disk stay synchronous.
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
   * Counts the changes of answers about folders and links: while it stays the same, so do they. Absent for a disk that does
   * not count.
   */
  version?(): number;
  /** Counts the changes of all answers, texts included. Absent for a disk that does not count. */
  changes?(): number;
  /** Resolves when every requested entry is loaded; undefined if all are. */
  whenLoaded(): Promise<void> | undefined;
}

/** The folders that are open in the editor (URIs without a trailing slash), and the disk below them. */
export interface Workspace {
  folders: readonly string[];
  disk: Disk;
  /** Returns the catalogues and protocol declarations found so far below a folder. */
  declaringFiles?(folder: string): readonly string[];
}
