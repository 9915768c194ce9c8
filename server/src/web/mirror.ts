import type { EntryType, FileAccess, SyncDisk, UnreadableFile } from '../model/disk';
import { isPackedLog, languageOf } from '../text/language';
import { cachedSyncReads } from '../workspace/cachedReads';
import { type LogBytes, lineAt, logChunk } from '../workspace/logLines';
import { decodeUtf8, isBinary, NOT_UTF8_TEXT } from '../workspace/textBytes';

/** A file in memory: its bytes, or one line why they are not there. */
export interface MirroredFile {
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
  bytes?: Uint8Array;
  fault?: string;
}

/** Changes of the mirror: null removes a folder or a file. Plain data. */
export interface MirrorUpdate {
  type: 'mirror';
  folders: [uri: string, entries: [name: string, type: EntryType][] | null][];
  files: [uri: string, file: MirroredFile | null][];
  /** What was left out of the folders that were read anew. */
  faults: UnreadableFile[];
}

/**
 * The files of the workspace in memory, for the thread of the index in a browser: it reads at once, and a browser has no disk that
 * does. `mirrorFeed` fills it, with no other files than those to be found.
 */
export interface Mirror {
  apply(update: MirrorUpdate): void;
  access: FileAccess;
  disk(): SyncDisk;
}

export function openMirror(): Mirror {
  const folders = new Map<string, ReadonlyMap<string, EntryType>>();
  const files = new Map<string, MirroredFile>();
  let faults: readonly UnreadableFile[] = [];
  const isBelow = (uri: string, folder: string) => uri.startsWith(`${folder}/`);

  function opened<T>(uri: string, read: (file: LogBytes) => T): T | { fault: string } {
    const { bytes, size = 0, changedAt = 0, fault = GONE } = files.get(uri) ?? {};
    return bytes ? read(logBytes(bytes, { size, changedAt })) : { fault };
  }

  function text(uri: string): { text: string } | { fault: string } {
    const { bytes, fault = GONE } = files.get(uri) ?? {};
    if (!bytes) return { fault };
    if (isPackedLog(uri)) return { fault: PACKED };
    const decoded = decodeUtf8(bytes);
    return isBinary(decoded, languageOf(uri) === 'jsonl') ? { fault: NOT_UTF8_TEXT } : { text: decoded };
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
    disk: () =>
      cachedSyncReads({
        list: uri => folders.get(uri) ?? null,
        text(uri) {
          const read = text(uri);
          return 'text' in read ? read.text : null;
        },
        link: () => null,
      }),
  };
}

function logBytes(bytes: Uint8Array, { changedAt }: Pick<MirroredFile, 'size' | 'changedAt'>): LogBytes {
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

const GONE = 'does not exist; check the name.';
const PACKED = 'is packed, which is not read in a browser; write it as JSON ("inspect log convert --to json").';
