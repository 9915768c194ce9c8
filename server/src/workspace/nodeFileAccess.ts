import { lstatSync } from 'node:fs';
import type { FileAccess, FileEntry, LogCheckpoint, LogLimits, UnreadableFile } from '../model/disk';
import { toFilePath, toFileUri } from './fileUri';
import { type FindOptions, findFiles, wouldFind } from './findFiles';
import { readDocument } from './readDocument';
import { LOG_START, readLine, readLog } from './readLog';

/**
 * Accesses files with Node's file system.
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
    log(uri, from: LogCheckpoint = LOG_START, { until, bytes }: LogLimits = {}) {
      let piece: { lines: string[]; first: number } | undefined;
      const onLines = (lines: string[], first: number) => {
        piece = { lines, first };
        return false;
      };
      const read = readLog(toFilePath(uri), from, onLines, {
        ...(until !== undefined && { until }),
        ...(bytes !== undefined && { chunk: bytes }),
      });
      if (!('mark' in read)) return read;
      const { mark, torn, size } = read;
      const { lines = [], first = mark.line } = piece ?? {};
      return {
        lines,
        first,
        mark,
        done: mark.offset >= size || (!piece && until === undefined),
        ...(torn !== undefined && { torn }),
      };
    },
    line: (uri, line, mark) => readLine(toFilePath(uri), line, mark),
  };
}
