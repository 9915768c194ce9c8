import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../workspace/threadPriority';
import { runIndexWorker } from './indexWorker';
import { READER_ROLE } from './readerThread';
import { runReaderWorker } from './readerWorker';

/** What a thread of the server does first: it reads for another, or keeps the index of runs. */
export function workerMain(): void {
  lowerThreadPriority();
  if (parentPort) {
    if (workerData === READER_ROLE) runReaderWorker(parentPort);
    else runIndexWorker(parentPort);
  }
}
