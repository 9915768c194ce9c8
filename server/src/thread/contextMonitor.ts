import { createHash } from 'node:crypto';
import type { Workspace } from '../model/disk';
import { resolveProject } from '../session/resolveProject';
import type { FolderSettings } from './messages';

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
