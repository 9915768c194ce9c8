import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Reader } from '../runs/reading/sharedReadQueue';
import type { FolderSettings, SourceFolder } from './messages';
import type { ReadRequest, ToRead } from './readerWorker';

/** The worker data of a thread that only reads files. */
export const READER_ROLE = 'reads';

/**
 * A second thread that reads files. It starts with the first files to read, and ends when told to rest.
 *
 * Invariant: answers come in the order of the requests, and those of a thread that was told to rest are dropped.
 *
 * @param code the folder of the threads' code
 * @param context what files are read under
 * @param onRead called after the files read were taken
 */
export function readerThread(
  code: string,
  context: {
    folders(): readonly FolderSettings[];
    sourceFolders(): readonly SourceFolder[];
    declared(): readonly string[];
  },
  onRead: () => void,
): Reader {
  let worker: Worker | undefined;
  let waiting: { resolve(read: unknown): void; reject(error: Error): void }[] = [];

  function startWorker(): Worker {
    const starting = new Worker(join(code, 'thread.js'), { workerData: READER_ROLE });
    starting.on('message', (read: unknown) => {
      if (worker !== starting) return;
      waiting.shift()?.resolve(read);
      queueMicrotask(onRead);
    });
    // A thread that was told to rest may end only after the next one has started.
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
