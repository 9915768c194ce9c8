import type { CheckedFile } from '../model/analysis';
import { fileNameOf } from '../text/decodeUri';
import { provideYaml, type YamlParser } from '../text/parseText';
import { provideSha256 } from '../text/sha256';
import type { FromWorker, ToWorker } from '../thread/messages';
import type { IndexPlatform, LoadedCode, ServerPlatform, ThreadPort } from '../thread/platform';
import { EXCLUDED, globFilter, isUnderstood } from '../workspace/globFilter';
import { memoryFiles } from '../workspace/memoryFiles';
import { decodeUtf8 } from '../workspace/textBytes';
import { browserSha256 } from './browserSha256';
import { type ClientDisk, cachedClientDisk, entryUri, isFailure } from './clientDisk';
import { type MirrorUpdate, mirrorFeed } from './mirrorFeed';

/** What the code uses of a worker's global object. */
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

/** The server in a worker of a browser. */
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
      const feed = mirrorFeed(disk, message => worker.postMessage(message), {
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
  return {
    platform: { code: browserCode(), syncDisk: files.disk, fileAccess: () => files.access, queries: {} },
    port: {
      on(_event, listener) {
        scope.addEventListener('message', ({ data }) => {
          const message = data as MirrorUpdate | ToWorker;
          if (message.type === 'mirror') files.apply(message);
          else listener(message);
        });
      },
      postMessage: message => scope.postMessage(message),
      close: () => scope.close(),
    },
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
  const { entersFolder } = globFilter([], EXCLUDED);
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
