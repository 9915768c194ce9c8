import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../workspace/lowerThreadPriority';
import { READER_ROLE, runReaderWorker } from './fileReaderThread';
import { runIndexWorker } from './indexWorker';
import { nodeIndexPlatform } from './nodePlatform';
import { runStoreWorker, STORES_ROLE } from './storeThread';

/**
 * The entry point of the server's worker threads: the index thread, the thread that reads files for the index, and the thread that queries trace
 * stores. The first two run at low priority; the last does not, since a user waits for its answers.
 */
export function workerMain(): void {
  if (workerData !== STORES_ROLE) lowerThreadPriority();
  if (!parentPort) return;
  if (workerData === STORES_ROLE) runStoreWorker(parentPort);
  else if (workerData === READER_ROLE) runReaderWorker(parentPort);
  else runIndexWorker(parentPort, nodeIndexPlatform());
}
