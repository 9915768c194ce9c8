import { join } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import { associationOf, type Context } from '../analysis/analyse';
import type { FileEntry, UnreadableFile, Workspace } from '../model/disk';
import { contextProvider } from '../project/contextProvider';
import { declarationsByFolder } from '../project/resolveProject';
import type { RangeToRead, Reader, ReadRange } from '../runs/reading/fileReadQueue';
import type { FileRecord } from '../runs/reading/fileRecord';
import { readLines, unknownTypes } from '../runs/reading/readEntries';
import { readFileRecord } from '../runs/reading/readFileRecord';
import { t } from '../shared/l10n';
import { toFilePath } from '../workspace/fileUri';
import { syncDisk } from '../workspace/nodeDisk';
import { nodeFileAccess } from '../workspace/nodeFileAccess';
import { provideNodeCode } from '../workspace/provideNodeCode';
import { readRange } from '../workspace/readLogFile';
import type { FolderSettings, SourceFolder } from './indexMessages';
import type { ReaderContext } from './serverPlatform';
import { settingsLookup } from './workspaceState';

/** A request to the reader thread, which reads files for the index: to read whole files, or a range of a log. Requests are answered in order. */
export type ReadRequest = ToRead & {
  folders: readonly FolderSettings[];
  sourceFolders: readonly SourceFolder[];
  /** The declaration files found so far. */
  declared: readonly string[];
};
export type ToRead = { files: readonly FileEntry[] } | { range: RangeToRead };

/** Runs the thread that reads files for the index thread, until it is terminated. */
export function runReaderWorker(port: MessagePort): void {
  let workspace: Workspace = { folders: [], disk: syncDisk([]) };
  const contextUnder = contextProvider({
    workspace: () => workspace,
    ...provideNodeCode(__dirname),
    warn: () => {},
  });

  port.on('message', ({ folders, sourceFolders, declared, ...wanted }: ReadRequest) => {
    // This disk only reads settings and declarations, which may have changed since the last request.
    const uris = folders.map(({ uri }) => uri);
    workspace = { folders: uris, disk: syncDisk(uris), declaringFiles: declarationsByFolder(declared) };
    const settingsOf = settingsLookup(folders, sourceFolders);
    const contextOf = ({ uri }: FileEntry) => contextUnder(settingsOf(uri), uri).context;
    port.postMessage(
      'files' in wanted
        ? wanted.files.map(found => readWholeFile(found, contextOf(found)))
        : readLogRange(wanted.range, contextOf(wanted.range.found)),
    );
  });
}

const access = nodeFileAccess(() => ({ useIgnoreFiles: false }));

function readWholeFile(found: FileEntry, context: Context): FileRecord | UnreadableFile {
  let record: FileRecord = { ...found, entries: [] };
  try {
    const work = readFileRecord(found, { access, context });
    for (;;) {
      const { done, value } = work.next();
      if (!done) record = value === 'waits' ? record : value;
      else return value === undefined ? record : { uri: found.uri, fault: value };
    }
  } catch (error) {
    return { uri: found.uri, fault: t`is left out: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function readLogRange({ found: { uri }, from, until }: RangeToRead, context: Context): ReadRange | undefined {
  const read = readRange(toFilePath(uri), from, until);
  if (!read || 'fault' in read) return undefined;
  const { lines, start, mark } = read;
  const unknown = unknownTypes();
  const reading = { families: context.families, association: associationOf(uri, context), onUnknown: unknown.add };
  const entries = readLines(lines, 0, reading);
  return { start, mark, entries, unknown: unknown.counts() };
}

/** The worker data of a thread that only reads files. */
export const READER_ROLE = 'reads';

/**
 * Creates the handle of a second thread that reads files. The thread starts with the first request, and ends on `rest`.
 * Invariant: answers come in the order of the requests; answers of a terminated thread are dropped.
 *
 * @param code the folder of the threads' code
 * @param onRead called after the answer was taken
 */
export function readerThread(code: string, context: ReaderContext, onRead: () => void): Reader {
  let worker: Worker | undefined;
  let waiting: { resolve(read: unknown): void; reject(error: Error): void }[] = [];

  function startWorker(): Worker {
    const starting = new Worker(join(code, 'thread.js'), { workerData: READER_ROLE });
    starting.on('message', (read: unknown) => {
      if (worker !== starting) return;
      waiting.shift()?.resolve(read);
      queueMicrotask(onRead);
    });
    // A thread that was ended may exit only after the next one has started.
    starting.on('error', error => worker === starting && ended(error));
    starting.on('exit', () => worker === starting && ended(new Error('The thread that reads has ended.')));
    starting.unref();
    return starting;
  }

  function ended(error: Error): void {
    const left = waiting;
    waiting = [];
    worker = undefined;
    for (const { reject } of left) reject(error);
    if (left.length > 0) queueMicrotask(onRead);
  }

  function request<T>(wanted: ToRead): Promise<T> {
    return new Promise((resolve, reject) => {
      worker ??= startWorker();
      waiting.push({ resolve: read => resolve(read as T), reject });
      worker.postMessage({
        folders: context.folders(),
        sourceFolders: context.sourceFolders(),
        declared: context.declared(),
        ...wanted,
      } satisfies ReadRequest);
    });
  }

  return {
    read: files => request({ files }),
    readRange: range => request({ range }),
    rest() {
      void worker?.terminate();
      ended(new Error('The thread that reads may rest.'));
    },
  };
}
