import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../workspace/lowerThreadPriority';
import { READER_ROLE, runReaderWorker } from './fileReaderThread';
import { runIndexWorker } from './indexWorker';
import { nodeIndexPlatform } from './nodePlatform';

/** Returns the entry of the server's worker threads: runs the index worker, or the reader thread that helps it. */
export function workerMain(): void {
  lowerThreadPriority();
  if (parentPort) {
    if (workerData === READER_ROLE) runReaderWorker(parentPort);
    else runIndexWorker(parentPort, nodeIndexPlatform());
  }
}
