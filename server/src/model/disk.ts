export type EntryType = 'file' | 'folder';

/**
 * A snapshot of the disk that answers at once. What it doesn't know yet it goes to find out; ask again after `whenLoaded`.
 * So whoever needs the disk stays a plain function.
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
  /** Resolves when all that was asked for is known; undefined when it is already. */
  whenLoaded(): Promise<void> | undefined;
}

/** The folders that are open in the editor, and the disk below them. URIs, without a slash at their end. */
export interface Workspace {
  folders: readonly string[];
  disk: Disk;
  /** The files below a folder that declare something for all others, as far as they have been found: catalogues, protocols. */
  declaringFiles?(folder: string): readonly string[];
}
