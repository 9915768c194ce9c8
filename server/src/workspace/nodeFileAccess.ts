import { lstatSync } from 'node:fs';
import type { FileAccess, FileEntry, UnreadableFile } from '../model/disk';
import type { FindOptions } from './fileFilter';
import { toFilePath, toFileUri } from './fileUri';
import { findFiles, wouldFind } from './findFiles';
import { readDocument } from './readDocument';
import { opened, readLine } from './readLogFile';
import { logChunk } from './readLogLines';

/**
 * Returns the functions with which the index finds and reads files, by Node's file system.
 *
 * @param optionsOf the search options of a folder, by its URI
 */
export function nodeFileAccess(optionsOf: (folder: string) => FindOptions): FileAccess {
  return {
    *find(folder): Generator<FileEntry | UnreadableFile> {
      // A virtual workspace is not on disk; only its open files are known.
      if (!folder.startsWith('file:')) return;
      for (const found of findFiles(toFilePath(folder), optionsOf(folder))) {
        const uri = toFileUri(found.path);
        if ('fault' in found) yield { uri, fault: found.fault, ...(found.isNote && { isNote: true }) };
        else yield { uri, size: found.size, changedAt: found.changedAt };
      }
    },
    *filesBelow(folder) {
      if (!folder.startsWith('file:')) return;
      for (const found of findFiles(toFilePath(folder), { useIgnoreFiles: false })) {
        if (!('fault' in found)) yield toFileUri(found.path);
      }
    },
    wouldFind: (folder, uri) => wouldFind(toFilePath(folder), toFilePath(uri), optionsOf(folder)),
    stat(uri) {
      if (!uri.startsWith('file:')) return undefined;
      try {
        // Does not follow links: targets that belong to the folder are found at their own paths.
        const stats = lstatSync(toFilePath(uri));
        return stats.isFile() ? { uri, size: stats.size, changedAt: stats.mtimeMs } : undefined;
      } catch {
        return undefined;
      }
    },
    text: uri => readDocument(toFilePath(uri)),
    log: (uri, from, limits) => opened(toFilePath(uri), file => logChunk(file, from, limits)),
    line: (uri, line, mark) => readLine(toFilePath(uri), line, mark),
  };
}
