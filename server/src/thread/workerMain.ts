import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../workspace/lowerThreadPriority';
import { READER_ROLE, runReaderWorker } from './fileReaderThread';
import { runIndexWorker } from './indexWorker';
import { nodeIndexPlatform } from './nodePlatform';
import { runStoreWorker, STORES_ROLE } from './storeThread';

/**
 * Runs a worker thread of the server: at low priority the index worker, or the reader thread that reads files for it; at the usual one the
 * thread that asks stores, since a user waits for it, and a store for each of its pieces.
 */
export function workerMain(): void {
  if (workerData !== STORES_ROLE) lowerThreadPriority();
  if (!parentPort) return;
  if (workerData === STORES_ROLE) runStoreWorker(parentPort);
  else if (workerData === READER_ROLE) runReaderWorker(parentPort);
  else runIndexWorker(parentPort, nodeIndexPlatform());
}
