import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { version } from '../../../package.json';
import { shownLanguage } from '../shared/l10n';
import { loadStore, saveStore } from '../workspace/indexStore';
import { cachedDisk, syncDisk } from '../workspace/nodeDisk';
import { nodeFileAccess } from '../workspace/nodeFileAccess';
import { provideNodeCode } from '../workspace/provideNodeCode';
import { builtText } from '../workspace/readTextFile';
import { replayPageFiles } from '../workspace/replayPageFiles';
import { agentToolPaths } from './agentToolPaths';
import { readerThread } from './fileReaderThread';
import { nodeQueries } from './nodeQueries';
import type { IndexPlatform, ServerPlatform, StartIndexThread } from './serverPlatform';

/** Returns the implementation of the server's platform for Node: it loads code on demand, reads the disk, and starts the index thread. */
export function nodeServerPlatform(): ServerPlatform {
  return { code: provideNodeCode(__dirname), cachedDisk, startIndexThread };
}

/** Returns the parts of the index thread that depend on Node. */
export function nodeIndexPlatform(): IndexPlatform {
  limitHeapGrowth();
  return {
    code: provideNodeCode(__dirname),
    syncDisk,
    fileAccess: nodeFileAccess,
    reader: (context, onRead) => readerThread(__dirname, context, onRead),
    page: replayPageFiles(builtText(__dirname)),
    store: {
      load: (folder, key) => loadStore(folder, versioned(key)),
      save: (folder, key, stored) => saveStore(folder, versioned(key), stored),
    },
    toolPlaces: agentToolPaths,
    queries: nodeQueries,
  };
}

// Another version may have other records, and records have texts in the user's language.
function versioned(key: string): string {
  return `${version} ${shownLanguage()} ${key}`;
}

// The thread's code lies beside the server's.
const startIndexThread: StartIndexThread = (onMessage, onExit) => {
  const worker = new Worker(join(__dirname, 'thread.js'), {
    argv: [version],
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION },
  });
  let failure: NodeJS.ErrnoException | undefined;
  worker.on('message', onMessage);
  worker.on('error', error => {
    failure = error;
  });
  worker.on('exit', () => onExit(failure));
  worker.unref();
  return worker;
};

// Megabytes for short-lived objects. The default would be 48, most of them taken by the lines of a log.
const MAX_YOUNG_GENERATION = 8;

// Reading makes much garbage: by default the heap would grow to twice the live data, and stay so. In Electron flags may be
// frozen, and setting one could end the process; its heap is half the size anyway, since its pointers are compressed.
function limitHeapGrowth(): void {
  if (!process.versions['electron']) setFlagsFromString('--heap-growing-percent=30');
}
