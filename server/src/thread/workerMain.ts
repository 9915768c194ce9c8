import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../workspace/lowerThreadPriority';
import { READER_ROLE, runReaderWorker } from './fileReaderThread';
import { runIndexWorker } from './indexWorker';
import { nodeIndexPlatform } from './nodePlatform';

/** Runs a worker thread of the server at low priority: the index worker, or the reader thread that reads files for it. */
export function workerMain(): void {
  lowerThreadPriority();
  if (parentPort) {
    if (workerData === READER_ROLE) runReaderWorker(parentPort);
    else runIndexWorker(parentPort, nodeIndexPlatform());
  }
}
