import { parentPort, workerData } from 'node:worker_threads';
import { goToBackground } from '../workspace/threadPriority';
import { runReader } from './reader';
import { READS } from './readerThread';
import { runThread } from './thread';

/** What a thread of the server does first: it reads for another, or keeps the index of runs. */
export function beginThread(): void {
  goToBackground();
  if (parentPort) {
    if (workerData === READS) runReader(parentPort);
    else runThread(parentPort);
  }
}
