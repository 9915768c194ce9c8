export type EntryType = 'file' | 'folder';

/**
 * A synchronous snapshot of the disk. What it does not know yet it loads in the background; ask again after `whenLoaded`. So functions
 * that need the disk stay synchronous.
 */
export interface Disk {
  /** What a folder holds, by name; null where there is no such folder; undefined while that is not known yet. */
  list(folder: string): ReadonlyMap<string, EntryType> | null | undefined;
  /** The text of a file; null where there is none, or it is too large to be text; undefined while it is not known yet. */
  text(file: string): string | null | undefined;
  /**
   * What a link says that it leads to, which is not followed; null for what is no link. Undefined while it is not known yet. A disk
   * that knows no links has none.
   */
  link?(uri: string): string | null | undefined;
  /** Resolves when everything that was requested is loaded; undefined when it is already. */
  whenLoaded(): Promise<void> | undefined;
}

/** The folders that are open in the editor, and the disk below them. URIs, without a slash at their end. */
export interface Workspace {
  folders: readonly string[];
  disk: Disk;
  /** The catalogues and protocol declarations below a folder, as far as they have been found. */
  declaringFiles?(folder: string): readonly string[];
}
