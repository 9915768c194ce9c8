import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../workspace/lowerThreadPriority';
import { READER_ROLE, runReaderWorker } from './fileReaderThread';
import { runIndexWorker } from './indexWorker';
import { nodeIndexPlatform } from './nodePlatform';
import { runStoreWorker, STORES_ROLE } from './storeThread';

/** Runs a worker thread of the server at low priority: the index worker, the reader thread that reads files for it, or the thread that asks stores. */
export function workerMain(): void {
  lowerThreadPriority();
  if (parentPort) {
    if (workerData === READER_ROLE) runReaderWorker(parentPort);
    else if (workerData === STORES_ROLE) runStoreWorker(parentPort);
    else runIndexWorker(parentPort, nodeIndexPlatform());
  }
}
