import { parentPort, workerData } from 'node:worker_threads';
import { goToBackground } from '../workspace/threadPriority';
import { runThread } from './indexWorker';
import { READS } from './readerThread';
import { runReader } from './readerWorker';

/** What a thread of the server does first: it reads for another, or keeps the index of runs. */
export function beginThread(): void {
  goToBackground();
  if (parentPort) {
    if (workerData === READS) runReader(parentPort);
    else runThread(parentPort);
  }
}
