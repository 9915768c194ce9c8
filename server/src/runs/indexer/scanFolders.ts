import type { FileAccess, FileEntry, UnreadableFile } from '../../model/disk';
import { languageOf } from '../../text/language';
import type { RunIndex } from '../index/runIndex';
import type { FileRecord } from '../reading/fileRecord';
import { type Reader, sharedReadQueue } from '../reading/sharedReadQueue';
import type { IndexedFiles } from './indexedFiles';
import type { Task } from './taskQueue';

interface ScanFoldersContext {
  index: RunIndex;
  access: FileAccess;
  folders(): readonly string[];
  files: IndexedFiles;
  /** Reads files in another thread. */
  reader: Reader | undefined;
  /** Reads a file in this thread; what goes wrong is reported and ends nothing else. */
  readHere(entry: FileEntry): Task;
  /** False once this scan was cancelled or another one has begun. */
  isCurrent(): boolean;
  onProgress(files: number): void;
}

/**
 * Reads the files of all folders, except those that are as the index knows them, and removes from the index those that are gone.
 * Yields after each piece of work: `waits` where only the reader is still busy.
 *
 * Invariants: what the reader returns after its scan was replaced is dropped, since settings may have changed; large files
 * are read last, so that they neither delay the small ones nor use up the limit of envelopes first.
 */
export function* scanFolders(context: ScanFoldersContext): Task {
  const { index, access, folders, files, reader, readHere, onProgress } = context;
  const { opened, included } = files;
  let met = 0;
  onProgress(met);
  const inspection = index.inspection();
  const large: FileEntry[] = [];
  const shared = reader && sharedReadQueue(reader, { take: read => takeCurrent(read, context), readHere });
  for (const folder of folders()) {
    for (const found of access.find(folder)) {
      if ('fault' in found) {
        files.warn(found);
        continue;
      }
      onProgress(++met);
      const isUnchanged = inspection.meet(found.uri, found);
      if (isUnchanged || opened.has(found.uri)) {
        // Comparing a file is cheap; a pause after each one would cost as much.
        if (met % FILES_PER_STEP === 0) yield;
      } else if (found.size >= LARGE_FILE) {
        large.push(found);
      } else if (shared && !index.known(found.uri)) {
        shared.add(found);
        if (met % FILES_PER_STEP === 0) yield;
      } else {
        yield* readHere(found);
        yield;
      }
    }
  }
  if (shared) yield* shared.rest();
  for (const found of large) {
    yield* readHere(found);
    yield;
  }
  reader?.rest();
  for (const uri of inspection.missed()) if (!opened.has(uri) && !included.has(uri)) files.remove(uri);
}

function takeCurrent(read: FileRecord | UnreadableFile, { index, files, isCurrent }: ScanFoldersContext): void {
  if (!isCurrent() || files.opened.has(read.uri) || index.known(read.uri)) return;
  files.take(read);
}

/** Files that are only compared between two yields. */
export const FILES_PER_STEP = 50;
/** Bytes: a larger file contributes runs before all of it is read. */
const LARGE_FILE = 1e6;

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
