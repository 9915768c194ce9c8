import type { ToolPlaces } from '../features/agentTools/toolContext';
import type { CachedDisk, FileAccess, ReplayAssets, SyncDisk } from '../model/disk';
import type { LoadedCode } from '../model/schema';
import type { Reader } from '../runs/reading/fileReadQueue';
import type { FindOptions } from '../workspace/fileFilter';
import type { loadStore, saveStore } from '../workspace/indexStore';
import type { FolderSettings, FromWorker, SourceFolder, ToWorker } from './indexMessages';
import type { IndexQueryData } from './indexQueryData';

/**
 * What the server needs from its platform, which is Node or a web worker in a browser: the disk, the index thread, and code that is loaded on
 * demand.
 */
export interface ServerPlatform {
  code: LoadedCode;
  /** A disk that never blocks. @param confines the folders, by their URIs: no link in them is followed out of them */
  cachedDisk(confines: () => readonly string[]): CachedDisk;
  startIndexThread: StartIndexThread;
}

/**
 * Starts the thread of the index, in which `runIndexWorker` runs. It keeps no process alive.
 *
 * @param onExit called once if the thread has ended, with the error that ended it if there is one
 */
export type StartIndexThread = (
  onMessage: (message: FromWorker) => void,
  onExit: (failure: (Error & { code?: string | undefined }) | undefined) => void,
) => { postMessage(message: ToWorker): void };

/** The parts of the index thread that differ between Node and a worker of a browser. */
export interface IndexPlatform {
  code: LoadedCode;
  syncDisk(confines: readonly string[]): SyncDisk;
  /** @param optionsOf the search options of a folder, by its URI */
  fileAccess(optionsOf: (folder: string) => FindOptions): FileAccess;
  /** Starts another thread that reads files, on its first request. Absent where the thread of the index reads all of them. */
  reader?(context: ReaderContext, onRead: () => void): Reader;
  /** Returns the functions by which tools of agents find files. @param folders the URIs of the folders */
  toolPlaces(folders: readonly string[]): ToolPlaces;
  /** The page that an exported run is packed with; undefined if it was not built. */
  page?(): ReplayAssets | undefined;
  /** Keeps the index for the next start. */
  store?: IndexStore;
  /** Further queries that only this platform can answer. `indexQueries` has only queries that a browser can answer, too. */
  queries: Readonly<Record<string, (queried: IndexQueryData, params: never) => unknown>>;
}

/** The settings and declarations for reading. */
export interface ReaderContext {
  folders(): readonly FolderSettings[];
  sourceFolders(): readonly SourceFolder[];
  /** The declaration files found so far. */
  declared(): readonly string[];
}

/** Keeps an index in a folder (an absolute path), under a version. */
export interface IndexStore {
  load: typeof loadStore;
  save: typeof saveStore;
}

/** The messages of a thread to the one that started it, and back. */
export interface ThreadPort<Received, Sent> {
  on(event: 'message', listener: (message: Received) => void): unknown;
  postMessage(message: Sent): void;
  close(): void;
}
