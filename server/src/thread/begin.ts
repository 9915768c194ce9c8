import { parentPort, workerData } from 'node:worker_threads';
import { goToBackground } from '../workspace/threadPriority';
import { runReader } from './reader';
import { READS } from './readerThread';
import { runThread } from './thread';

// What a thread of the server runs first: both are one bundle, since most of it serves both.
goToBackground();
if (parentPort) {
  if (workerData === READS) runReader(parentPort);
  else runThread(parentPort);
}
