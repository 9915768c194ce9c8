import { createHash } from 'node:crypto';
import { version } from '../../../package.json';
import type { UnreadableFile, Workspace } from '../model/disk';
import { deserializeIndex, type StoredIndex, serializeIndex } from '../runs/index/storedIndex';
import type { Indexer } from '../runs/indexer/indexer';
import { resolveProject } from '../session/resolveProject';
import { loadStore, saveStore } from '../workspace/indexStore';
import type { FolderSettings } from './messages';

interface IndexPersistenceOptions {
  indexer(): Indexer;
  folders(): readonly FolderSettings[];
  /** The context that the index was made in. */
  hashes(): ContextHashes;
  warn(fault: UnreadableFile): void;
  /** Runs what may throw, and reports the error. */
  guarded(run: () => void): void;
}

/**
 * Stores the index for the next session, when nothing is left to do.
 *
 * Invariants: only an idle index is stored, so what is loaded is complete; a revision that was loaded or stored is not stored
 * again; a store made under other settings, or by another version, is not loaded.
 */
export function indexPersistence({ indexer, folders, hashes, warn, guarded }: IndexPersistenceOptions) {
  let folder: string | undefined;
  let savedRevision = -1;
  let timer: NodeJS.Timeout | undefined;

  function save(): void {
    const { index, state } = indexer();
    const revision = index.revision();
    if (folder === undefined || revision === savedRevision || !state().idle) return;
    const stored = serializeIndex({ ...index.stored(), under: hashes() });
    const failed = saveStore(folder, storeKey(folders()), stored);
    if (failed) warn({ uri: folder, ...failed });
    savedRevision = revision;
  }

  return {
    /**
     * The index that was stored in a folder (an absolute path), which is stored there from now on.
     *
     * @param onDamaged called where a part of it that is read later turns out to be damaged
     */
    load(from: string | undefined, onDamaged: () => void): StoredIndex | undefined {
      folder = from;
      const stored = folder === undefined ? undefined : loadStore(folder, storeKey(folders()));
      return stored && deserializeIndex(stored, onDamaged);
    },
    /** The index is as it was loaded. */
    markSaved(): void {
      savedRevision = indexer().index.revision();
    },
    save,
    /** Stores it after a while without work. */
    saveSoon(): void {
      clearTimeout(timer);
      timer = setTimeout(() => guarded(save), DELAY).unref();
    },
  };
}

/** What a store is valid for: the version, the form of its records, the folders and their settings. */
export function storeKey(folders: readonly FolderSettings[]): string {
  // Nothing that is read depends on prices.
  const read = folders.map(folder => ({ ...folder, settings: { ...folder.settings, prices: undefined } }));
  return JSON.stringify([version, RECORD_FORMAT, read]);
}

/** To be raised when the form of records changes within one version. */
const RECORD_FORMAT = 7;
/** Milliseconds. */
const DELAY = 3000;

/** Hashes of what the index depends on besides the files themselves. */
export interface ContextHashes {
  /** What files are read by: associations and protocols. */
  reading: string;
  /** What they are checked by: rules, agents, intents, tool catalogues. */
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
  return createHash('sha1').update(JSON.stringify(value)).digest('base64');
}

/**
 * Knows the context that the index was made in, and notices when it has changed.
 *
 * Invariant: `current` is the context in which all files are read and checked, once the work that `compare` asks for is done.
 */
export function contextMonitor(hashes: () => ContextHashes) {
  let current = NO_HASHES;
  let isCompared = false;

  return {
    current: (): ContextHashes => current,
    /** The index was made in this context. */
    restore(known: ContextHashes | undefined): void {
      current = known ?? NO_HASHES;
    },
    /** The index is being made anew, in the context as it is now. */
    rebase(): void {
      current = hashes();
    },
    /** Settings, declarations or the disk may have changed. */
    invalidate(): void {
      isCompared = false;
    },
    isCompared: (): boolean => isCompared,
    /** What has to be done again, if anything: `reading` includes checking. */
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
