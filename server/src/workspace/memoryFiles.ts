import type { EntryType, FileAccess, SyncDisk, UnreadableFile } from '../model/disk';
import { t } from '../shared/l10n';
import { fileNameOf } from '../text/decodeUri';
import { isPackedLog, languageOf } from '../text/fileLanguage';
import { cachedSyncReads } from './cachedDiskReads';
import { decodeUtf8, isArchive, isBinary, NOT_UTF8_TEXT } from './decodeTextBytes';
import { type LogBytes, lineAt, logChunk } from './readLogLines';

/** The files of a workspace in memory, for a browser, where no disk can be read. `apply` adds and removes files. */
export interface MemoryFiles {
  apply(update: MemoryUpdate): void;
  uris(): string[];
  /** Whether a file begins with these bytes. */
  begins(uri: string, bytes: Uint8Array): boolean;
  access: FileAccess;
  /** A disk that caches the texts it has decoded. */
  disk(): SyncDisk;
}

/** Changes of files in memory, by URIs without a trailing slash: null removes a folder or a file. Plain data. */
export interface MemoryUpdate {
  /** All entries of a folder, also those of files whose bytes are not held. */
  folders: [uri: string, entries: [name: string, type: EntryType][] | null][];
  files: [uri: string, file: MemoryFile | null][];
  /** All files and folders that can't be read now, not only those that changed. */
  faults: readonly UnreadableFile[];
}

/** A file in memory: its bytes, or one line why they are not there. */
export interface MemoryFile {
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
  bytes?: Uint8Array;
  fault?: string;
}

export function memoryFiles(): MemoryFiles {
  const folders = new Map<string, ReadonlyMap<string, EntryType>>();
  const files = new Map<string, MemoryFile>();
  let faults: readonly UnreadableFile[] = [];
  const isBelow = (uri: string, folder: string) => uri.startsWith(`${folder}/`);

  function opened<T>(uri: string, read: (file: LogBytes) => T): T | { fault: string } {
    const { bytes, changedAt = 0, fault = GONE } = files.get(uri) ?? {};
    return bytes ? read(logBytes(bytes, changedAt)) : { fault };
  }

  function text(uri: string): { text: string } | { fault: string } {
    const { bytes, fault = GONE } = files.get(uri) ?? {};
    if (!bytes) return { fault };
    if (isPackedLog(uri) && isArchive(bytes)) return { fault: PACKED };
    const decoded = decodeUtf8(bytes);
    return isBinary(decoded, languageOf(uri) === 'jsonl') ? { fault: NOT_UTF8_TEXT } : { text: decoded };
  }

  /** Returns whether only the name of a file is known, since it is of no kind that is read. */
  function isOnlyNamed(uri: string): boolean {
    const entries = folders.get(uri.slice(0, uri.lastIndexOf('/')));
    return !files.has(uri) && !languageOf(uri) && entries?.get(fileNameOf(uri)) === 'file';
  }

  return {
    apply(update) {
      for (const [uri, entries] of update.folders) {
        if (entries) folders.set(uri, new Map(entries));
        else folders.delete(uri);
      }
      for (const [uri, file] of update.files) {
        if (file) files.set(uri, file);
        else files.delete(uri);
      }
      faults = update.faults;
    },
    uris: () => [...files.keys()],
    begins(uri, bytes) {
      const held = files.get(uri)?.bytes;
      return held !== undefined && bytes.every((byte, at) => byte === held[at]);
    },
    access: {
      *find(folder) {
        for (const fault of faults) if (fault.uri === folder || isBelow(fault.uri, folder)) yield fault;
        for (const [uri, { size, changedAt }] of files) if (isBelow(uri, folder)) yield { uri, size, changedAt };
      },
      *filesBelow(folder) {
        for (const uri of files.keys()) if (isBelow(uri, folder)) yield uri;
      },
      wouldFind: (folder, uri) => isBelow(uri, folder) && files.has(uri),
      stat(uri) {
        const file = files.get(uri);
        return file && { uri, size: file.size, changedAt: file.changedAt };
      },
      text,
      log: (uri, from, limits) => opened(uri, file => logChunk(file, from, limits)),
      line: (uri, line, mark) => opened(uri, file => lineAt(file, line, mark)),
    },
    disk() {
      const cached = cachedSyncReads({
        list: uri => folders.get(uri) ?? null,
        text(uri) {
          const read = text(uri);
          return 'text' in read ? read.text : null;
        },
        link: () => null,
      });
      return { ...cached, text: uri => (isOnlyNamed(uri) ? undefined : cached.text(uri)) };
    },
  };
}

function logBytes(bytes: Uint8Array, changedAt: number): LogBytes {
  return {
    size: bytes.length,
    changedAt,
    read(into, offset, length, position) {
      const piece = bytes.subarray(position, position + Math.min(length, into.length - offset));
      into.set(piece, offset);
      return piece.length;
    },
  };
}

const GONE = t`is not there any more.`;
const PACKED = t`is packed, which is not read in a browser; write it as JSON ("inspect log convert --to json").`;
