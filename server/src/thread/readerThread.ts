import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Reader } from '../runs/reading/sharedReadQueue';
import type { FolderSettings } from './messages';
import type { ReadRequest, ReadResult } from './readerWorker';

/** What a thread is given that is to read only. */
export const READER_ROLE = 'reads';

/**
 * A second thread that reads files; it begins when it is first asked for some, and ends when it may rest.
 *
 * @param code the folder where the code of the threads lies
 * @param known what is to be read under
 * @param onRead called after what was read has been taken
 */
export function readerThread(
  code: string,
  known: { folders(): readonly FolderSettings[]; declared(): readonly string[] },
  onRead: () => void,
): Reader {
  let worker: Worker | undefined;
  let waiting: { resolve(read: ReadResult): void; reject(error: Error): void }[] = [];

  function begun(): Worker {
    const begins = new Worker(join(code, 'thread.js'), { workerData: READER_ROLE });
    // It answers in the order in which it was asked.
    begins.on('message', (read: ReadResult) => {
      if (worker !== begins) return;
      waiting.shift()?.resolve(read);
      queueMicrotask(onRead);
    });
    // One that was sent to rest ends later, when the next one may have begun.
    begins.on('error', error => worker === begins && ended(error));
    begins.on('exit', () => worker === begins && ended(new Error('The thread that reads has ended.')));
    begins.unref();
    return begins;
  }

  function ended(error: Error): void {
    const left = waiting;
    waiting = [];
    worker = undefined;
    for (const { reject } of left) reject(error);
    if (left.length > 0) queueMicrotask(onRead);
  }

  return {
    read: files =>
      new Promise((resolve, reject) => {
        worker ??= begun();
        waiting.push({ resolve, reject });
        worker.postMessage({ folders: known.folders(), declared: known.declared(), files } satisfies ReadRequest);
      }),
    rest() {
      void worker?.terminate();
      ended(new Error('The thread that reads may rest.'));
    },
  };
}
