import { lstatSync } from 'node:fs';
import type { FileAccess, FileEntry, LogCheckpoint, UnreadableFile } from '../model/fileAccess';
import { pathOf, uriOf } from './fileUri';
import { type FindOptions, findFiles, wouldFind } from './find/findFiles';
import { LOG_START, readLine, readLog } from './read/readLog';
import { readText } from './read/readText';

/** @param optionsOf what is to be found in a folder, by its URI */
export function nodeFileAccess(optionsOf: (folder: string) => FindOptions): FileAccess {
  return {
    *find(folder): Generator<FileEntry | UnreadableFile> {
      // A virtual workspace is on no disk; what is open in it is known all the same.
      if (!folder.startsWith('file:')) return;
      for (const found of findFiles(pathOf(folder), optionsOf(folder))) {
        const uri = uriOf(found.path);
        if ('fault' in found) yield { uri, fault: found.fault, ...(found.isNote && { isNote: true }) };
        else yield { uri, size: found.size, changedAt: found.changedAt };
      }
    },
    *below(folder) {
      if (!folder.startsWith('file:')) return;
      for (const found of findFiles(pathOf(folder), { useIgnoreFiles: false })) {
        if (!('fault' in found)) yield uriOf(found.path);
      }
    },
    finds: (folder, uri) => wouldFind(pathOf(folder), pathOf(uri), optionsOf(folder)),
    look(uri) {
      if (!uri.startsWith('file:')) return undefined;
      try {
        // What a link leads to is found where it lies, or is none of the folder's.
        const stats = lstatSync(pathOf(uri));
        return stats.isFile() ? { uri, size: stats.size, changedAt: stats.mtimeMs } : undefined;
      } catch {
        return undefined;
      }
    },
    text: uri => readText(pathOf(uri)),
    log(uri, from: LogCheckpoint = LOG_START) {
      let piece: { lines: string[]; first: number } | undefined;
      const read = readLog(pathOf(uri), from, (lines, first) => {
        piece = { lines, first };
        return false;
      });
      if (!('mark' in read)) return read;
      const { mark, torn, size } = read;
      const { lines = [], first = mark.line } = piece ?? {};
      return { lines, first, mark, done: !piece || mark.offset >= size, ...(torn !== undefined && { torn }) };
    },
    line: (uri, line, mark) => readLine(pathOf(uri), line, mark),
  };
}
