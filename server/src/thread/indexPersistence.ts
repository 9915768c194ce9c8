import type { UnreadableFile, Workspace } from '../model/disk';
import { resolveProject } from '../project/resolveProject';
import { deserializeIndex, type StoredIndex, serializeIndex } from '../runs/index/storedIndex';
import type { Indexer } from '../runs/indexer/workspaceIndexer';
import { backgroundTimer } from '../shared/eventLoop';
import { sha256 } from '../text/sha256';
import type { FolderSettings } from './indexMessages';
import type { IndexStore } from './serverPlatform';

interface IndexPersistenceOptions {
  /** Where the index is saved; undefined keeps the index in memory only. */
  store: IndexStore | undefined;
  indexer(): Indexer;
  folders(): readonly FolderSettings[];
  /** Returns the hashes of the context that the index was made in. */
  hashes(): ContextHashes;
  warn(fault: UnreadableFile): void;
  /** Runs a function, and reports an error that it throws. */
  guarded(run: () => void): void;
}

/**
 * Stores the index on disk for the next start, as soon as the index has no work left.
 *
 * Invariants: A stored index is complete. An unchanged index is not stored again. An index that was made with other settings, or by another
 * version of the program, is not loaded.
 */
export function indexPersistence({ store, indexer, folders, hashes, warn, guarded }: IndexPersistenceOptions) {
  let folder: string | undefined;
  let savedRevision = -1;
  let timer: NodeJS.Timeout | undefined;

  function save(): void {
    const { index, state } = indexer();
    const revision = index.revision();
    if (!store || folder === undefined || revision === savedRevision || !state().idle) return;
    const stored = serializeIndex({ ...index.stored(), under: hashes() });
    const failed = store.save(folder, storeKey(folders()), stored);
    if (failed) warn({ uri: folder, ...failed });
    savedRevision = revision;
  }

  return {
    /**
     * Loads the index that is stored in a folder (an absolute path). From now on, the index is stored there.
     *
     * @param onDamaged called if a section that is read later turns out to be damaged
     */
    load(from: string | undefined, onDamaged: () => void): StoredIndex | undefined {
      folder = from;
      const stored = folder === undefined ? undefined : store?.load(folder, storeKey(folders()));
      return stored && deserializeIndex(stored, onDamaged);
    },
    /** Marks the current revision as stored. */
    markSaved(): void {
      savedRevision = indexer().index.revision();
    },
    save,
    /** Stores the index after a while without work. */
    saveSoon(): void {
      clearTimeout(timer);
      timer = backgroundTimer(() => guarded(save), DELAY);
    },
  };
}

/** The key of a valid store, within one version: the record format, the folders and their settings. */
export function storeKey(folders: readonly FolderSettings[]): string {
  // Nothing that is read depends on prices.
  const read = folders.map(folder => ({ ...folder, settings: { ...folder.settings, prices: undefined } }));
  return JSON.stringify([RECORD_FORMAT, read]);
}

/** Raise this when the record format changes within one version. */
const RECORD_FORMAT = 8;
/** The time without work after which the index is stored, in milliseconds. */
const DELAY = 3000;

/** Hashes of the context of the index: of its inputs other than the files. */
export interface ContextHashes {
  /** Associations and protocols, which determine how files are read. */
  reading: string;
  /** Rules, agents, intents and tool catalogues, which determine how files are checked. */
  checking: string;
}

/** Hashes the settings and declarations of the folders, as their files are on disk now. */
export function contextHashes(folders: readonly FolderSettings[], workspace: Workspace): ContextHashes {
  const projects = folders.map(({ uri, settings }) => resolveProject(settings, uri, workspace));
  return {
    reading: hashOf(
      projects.map(({ settings: { associations }, protocols }) => [
        associations,
        protocols.map(({ uri, text, schemas }) => [uri, text, ...schemas]),
      ]),
    ),
    checking: hashOf(
      projects.map(({ settings: { rules, agents, intents }, catalogues }) => [rules, agents, intents, catalogues]),
    ),
  };
}

function hashOf(value: unknown): string {
  return sha256(JSON.stringify(value));
}

/**
 * Compares the context of the index with the current one.
 *
 * Invariant: once the work that `compare` returns is done, all files are read and checked in the context `current`.
 */
export function contextMonitor(hashes: () => ContextHashes) {
  let current = NO_HASHES;
  let isCompared = false;

  return {
    current: (): ContextHashes => current,
    /** Sets the context of a loaded index. */
    restore(known: ContextHashes | undefined): void {
      current = known ?? NO_HASHES;
    },
    /** Sets the current context: the index is being rebuilt in it. */
    rebase(): void {
      current = hashes();
    },
    /** Call it when settings, declarations or the disk may have changed. */
    invalidate(): void {
      isCompared = false;
    },
    isCompared: (): boolean => isCompared,
    /** Returns which work has to be repeated; undefined for none. `reading` includes checking. */
    compare(): keyof ContextHashes | undefined {
      const before = current;
      current = hashes();
      isCompared = true;
      if (current.reading !== before.reading) return 'reading';
      return current.checking !== before.checking ? 'checking' : undefined;
    },
  };
}

const NO_HASHES: ContextHashes = { reading: '', checking: '' };
