import type { FileAccess, FileEntry, UnreadableFile } from '../../model/fileAccess';
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
