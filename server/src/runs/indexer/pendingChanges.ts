import type { FileAccess } from '../../model/fileAccess';
import { languageOf } from '../../text/language';
import type { RunIndex } from '../index/runIndex';
import { FILES_PER_STEP } from './scanFolders';
import type { Task } from './taskQueue';

interface PendingChangesOptions {
  index: RunIndex;
  access: FileAccess;
  readFile(uri: string): Task;
  /** Called with the test for files below folders that came or went. */
  onFoldersChanged(isBelow: (uri: string) => boolean): void;
}

/**
 * The files and folders that changed and are to be read again.
 *
 * Invariant: files go first, so a folder is expanded only when no single file waits.
 */
export function pendingChanges({ index, access, readFile, onFoldersChanged }: PendingChangesOptions) {
  const files = new Set<string>();
  /** Paths that are no file of ours: folders, perhaps, that came or went with all their files. */
  const folders = new Set<string>();

  /** A deleted folder took its files with it; the files of a new one may not have been announced. */
  function* expandFolders(): Task {
    const isBelow = (uri: string) => foldersAround(uri).some(folder => folders.has(folder));
    for (const uri of index.uris()) if (isBelow(uri)) files.add(uri);
    onFoldersChanged(isBelow);
    const changed = [...folders];
    folders.clear();
    let met = 0;
    for (const folder of changed) {
      for (const uri of access.filesBelow(folder)) {
        if (!index.known(uri)) files.add(uri);
        if (++met % FILES_PER_STEP === 0) yield;
      }
    }
  }

  return {
    add: (uri: string) => void (languageOf(uri) ? files : folders).add(uri),
    addFile: (uri: string) => void files.add(uri),
    addFolder: (uri: string) => void folders.add(uri),
    isEmpty: (): boolean => files.size + folders.size === 0,
    next(): Task | undefined {
      const [uri] = files;
      if (uri === undefined) return folders.size > 0 ? expandFolders() : undefined;
      files.delete(uri);
      return readFile(uri);
    },
  };
}

function foldersAround(uri: string): string[] {
  const found: string[] = [];
  for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) found.push(uri.slice(0, end));
  return found;
}
