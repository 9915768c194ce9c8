import type { ToolPlaces } from '../features/agentTools/toolContext';
import type { CheckedFile } from '../model/analysis';
import type { ReplayAssets } from '../model/disk';
import type { LoadedCode } from '../model/schema';
import { decodeUri, fileNameOf } from '../text/decodeUri';
import { provideYaml, type YamlParser } from '../text/parseJsonOrYaml';
import { provideSha256 } from '../text/sha256';
import type { FromWorker, ToWorker } from '../thread/indexMessages';
import type { IndexPlatform, ServerPlatform, ThreadPort } from '../thread/serverPlatform';
import { decodeUtf8 } from '../workspace/decodeTextBytes';
import { EXCLUDED, fileFilter, isUnderstood } from '../workspace/fileFilter';
import { type MemoryFiles, memoryFiles } from '../workspace/memoryFiles';
import { loadReplayPage } from '../workspace/replayPageFiles';
import { browserSha256 } from './browserSha256';
import { type ClientDisk, cachedClientDisk, entryUri, isFailure } from './clientDisk';
import { type MirrorUpdate, mirrorClientFiles, type PageUpdate } from './mirrorClientFiles';

/** The part of a web worker's global object that the server uses. */
export interface WorkerScope {
  /** The name that the worker was started with. */
  name: string;
  location: { href: string };
  addEventListener(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
  close(): void;
}

/** The name of the worker of the index. It has the same script as the server's. */
export const INDEX_WORKER = 'agent-envelopes-index';

/** Returns the parts of the server that differ in a worker of a browser. */
export function browserServerPlatform(scope: WorkerScope, disk: ClientDisk): ServerPlatform {
  return {
    code: browserCode(),
    cachedDisk: confines => cachedClientDisk(disk, confines),
    startIndexThread(onMessage, onExit) {
      const worker = new Worker(scope.location.href, { name: INDEX_WORKER });
      worker.addEventListener('message', ({ data }) => onMessage(data as FromWorker));
      worker.addEventListener('error', ({ message }) => {
        worker.terminate();
        onExit(new Error(message));
      });
      const feed = mirrorClientFiles(disk, message => worker.postMessage(message), {
        page: () => loadReplayPage(disk.own),
        warn: fault => onMessage({ type: 'warning', fault }),
      });
      return { postMessage: feed.post };
    },
  };
}

declare const Worker: new (
  url: string,
  options: { name: string },
) => {
  addEventListener(event: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(event: 'error', listener: (event: { message: string }) => void): void;
  postMessage(message: unknown): void;
  terminate(): void;
};

/** The thread of the index in a worker of a browser, and its port, without the messages that fill its files. */
export function browserIndexPlatform(scope: WorkerScope): {
  platform: IndexPlatform;
  port: ThreadPort<ToWorker, FromWorker>;
} {
  const files = memoryFiles();
  let page: ReplayAssets | undefined;
  return {
    platform: {
      code: browserCode(),
      syncDisk: files.disk,
      fileAccess: () => files.access,
      toolPlaces: folders => toolPlacesInMemory(files, folders),
      page: () => page,
      queries: {},
    },
    port: {
      on(_event, listener) {
        scope.addEventListener('message', ({ data }) => {
          const message = data as MirrorUpdate | PageUpdate | ToWorker;
          if (message.type === 'mirror') files.apply(message);
          else if (message.type === 'page') page = message.page;
          else listener(message);
        });
      },
      postMessage: message => scope.postMessage(message),
      close: () => scope.close(),
    },
  };
}

/**
 * Returns the functions by which agents' tools find files in a browser. A file of the first folder is named by its path there, any other file
 * by its URI.
 */
export function toolPlacesInMemory({ access, disk }: MemoryFiles, folders: readonly string[]): ToolPlaces {
  const isIn = (uri: string, folder: string) => uri === folder || uri.startsWith(`${folder}/`);
  return {
    locate(path) {
      const named = folders.find(folder => isIn(path, folder));
      const folder = named ?? folders[0];
      if (folder === undefined) return { fault: 'is not read: no folder is open.' };
      const steps: string[] = [];
      for (const step of (named === undefined ? path : decodeUri(path.slice(named.length))).split(/[\\/]/)) {
        if (step !== '..') {
          if (step !== '' && step !== '.') steps.push(step);
        } else if (steps.pop() === undefined)
          return { fault: `is outside of the folders that are read: ${folders.join(', ')}.` };
      }
      const uri = steps.reduce(entryUri, folder);
      if (access.stat(uri)) return { uri, is: 'file' };
      if (disk().list(uri)) return { uri, is: 'folder' };
      return { fault: 'is not a file or folder that is read; give its path from the first folder.' };
    },
    fileOf(uri) {
      const [first] = folders;
      if (first === undefined || !isIn(uri, first)) return uri;
      return decodeUri(uri.slice(first.length + 1)) || '.';
    },
    newWord: () =>
      [...crypto.getRandomValues(new Uint8Array(4))].map(byte => byte.toString(16).padStart(2, '0')).join(''),
    clock: () => performance.now(),
  };
}

/** The scripts that are linked with the server's, and run when they are first required. */
declare const require: (script: string) => unknown;

function browserCode(): LoadedCode {
  provideSha256(browserSha256);
  provideYaml(() => require('./parseYaml.js') as YamlParser);
  return {
    compile: schema =>
      (require('./compileSchema.js') as { compileSchema: LoadedCode['compile'] }).compileSchema(schema),
    declarationOf: id => (require('./shippedProtocols.js') as LoadedCode).declarationOf(id),
  };
}

/** Reads the files that are named by their URIs, and those below named folders, up to a number. */
export async function clientFilesBelow({ list, read }: ClientDisk, uris: readonly string[]): Promise<CheckedFile[]> {
  const files: CheckedFile[] = [];
  const { entersFolder } = fileFilter([], EXCLUDED);
  const pending = [...uris];
  for (let uri = pending.shift(); uri !== undefined && files.length < MOST_FILES; uri = pending.shift()) {
    const entries = await list(uri);
    if (isFailure(entries)) continue;
    if (entries) {
      for (const [name, type] of entries) {
        const isWanted = type === 'folder' ? entersFolder(name) : type === 'file' && isUnderstood(name);
        if (isWanted) pending.push(entryUri(uri, name));
      }
      continue;
    }
    const file = await read(uri, LARGEST_FILE);
    if (file && !isFailure(file) && file.bytes)
      files.push({ uri, path: fileNameOf(uri), text: decodeUtf8(file.bytes) });
  }
  return files;
}

const MOST_FILES = 5000;
const LARGEST_FILE = 1 << 25;
