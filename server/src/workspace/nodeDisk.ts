import { readdirSync, readlinkSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import type { Disk, EntryType } from '../model/disk';
import { confinedPath } from './confinedPath';
import { toFilePath } from './fileUri';
import { readRegular, readRegularAsync } from './openRegular';

/** A disk that caches its answers until `changed` or `forget` is called. */
export interface CachedDisk extends Disk {
  changes: NonNullable<Disk['changes']>;
  /**
   * Forgets a file or folder that was created, changed or deleted, and its parent folder.
   *
   * @param inside only its content has changed
   * @returns whether an answer about it was cached or being read
   */
  changed(uri: string, inside?: boolean): boolean;
  /** Forgets everything. */
  forget(): void;
}

/**
 * Creates a disk that caches its first answers. Never follows a link out of the given folders.
 *
 * @param confines returns the URIs of the folders
 */
export function cachedDisk(confines: () => readonly string[]): CachedDisk {
  const folders = cachedReads(async uri =>
    entriesOf(await readdir(pathOnDisk(uri, confines()), { withFileTypes: true })),
  );
  const files = cachedReads(async uri => String(await readRegularAsync(pathOnDisk(uri, confines()), LARGEST)));
  const links = cachedReads(uri => readlink(localPath(uri)));
  return {
    list: folders.get,
    text: files.get,
    link: links.get,
    version: () => folders.version() + links.version(),
    changes: () => folders.version() + links.version() + files.version(),
    whenLoaded() {
      const waiting = [folders.settled(), files.settled(), links.settled()].filter(one => one !== undefined);
      return waiting.length > 0 ? Promise.all(waiting).then(() => {}) : undefined;
    },
    changed(uri, inside = false) {
      const cachedRead = [
        files.forget(uri),
        links.forget(uri),
        !inside && folders.forget(uri),
        !inside && folders.forget(parentOf(uri)),
      ];
      return cachedRead.includes(true);
    },
    forget() {
      folders.clear();
      files.clear();
      links.clear();
    },
  };
}

/** Creates a disk like `cachedDisk` that reads synchronously, for threads that may block. */
export function syncDisk(confines: readonly string[]): Disk & Pick<CachedDisk, 'changed'> {
  const folders = new Map<string, ReadonlyMap<string, EntryType> | null>();
  const files = new Map<string, string | null>();
  const links = new Map<string, string | null>();
  let version = 0;
  return {
    version: () => version,
    list: folder =>
      known(folders, folder, () => entriesOf(readdirSync(pathOnDisk(folder, confines), { withFileTypes: true }))),
    text: file => known(files, file, () => String(readRegular(pathOnDisk(file, confines), LARGEST))),
    link: uri => known(links, uri, () => readlinkSync(localPath(uri))),
    whenLoaded: () => undefined,
    changed(uri, inside = false) {
      version++;
      const isKnown = [files.delete(uri), links.delete(uri)].includes(true);
      if (inside) return isKnown;
      // A folder appears or disappears with its content; with a new file, its parent folders may have been created.
      const isBelow = (one: string) => one.startsWith(`${uri}/`);
      const texts = [...files.keys()].filter(isBelow);
      const lists = [...folders.keys()].filter(one => one === uri || isBelow(one) || uri.startsWith(`${one}/`));
      for (const one of texts) files.delete(one);
      for (const one of [...links.keys()].filter(isBelow)) links.delete(one);
      for (const one of lists) folders.delete(one);
      return isKnown || texts.length + lists.length > 0;
    },
  };
}

function known<T>(answers: Map<string, T | null>, uri: string, read: () => T | null): T | null {
  let answer = answers.get(uri);
  if (answer === undefined) {
    try {
      answer = read();
    } catch {
      answer = null;
    }
    answers.set(uri, answer);
  }
  return answer;
}

function cachedReads<T>(read: (uri: string) => Promise<T | null>) {
  const answers = new Map<string, T | null>();
  const asked = new Map<string, Promise<void>>();
  let version = 0;
  return {
    version: () => version,
    get(uri: string): T | null | undefined {
      if (!answers.has(uri) && !asked.has(uri)) {
        const answer: Promise<void> = read(uri)
          .catch(() => null)
          .then(result => {
            // The answer is stale: it was forgotten and requested again meanwhile.
            if (asked.get(uri) !== answer) return;
            answers.set(uri, result);
            asked.delete(uri);
            version++;
          });
        asked.set(uri, answer);
      }
      return answers.get(uri);
    },
    forget(uri: string): boolean {
      version++;
      const known = answers.delete(uri);
      return asked.delete(uri) || known;
    },
    clear(): void {
      version++;
      answers.clear();
      asked.clear();
    },
    settled: () => (asked.size > 0 ? Promise.all(asked.values()) : undefined),
  };
}

function parentOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

function entriesOf(entries: readonly { name: string; isDirectory(): boolean }[]): ReadonlyMap<string, EntryType> {
  return new Map(entries.map(entry => [entry.name, entry.isDirectory() ? 'folder' : 'file']));
}

// Bytes: larger than any document written by hand.
const LARGEST = 5_000_000;

function pathOnDisk(uri: string, confines: readonly string[]): string {
  const folders = confines.flatMap(folder => (folder.startsWith('file:') ? [toFilePath(folder)] : []));
  const path = confinedPath(localPath(uri), folders);
  if (path === undefined) throw new Error('a link leads out of the folder');
  return path;
}

// A file of a virtual workspace is not on this disk.
function localPath(uri: string): string {
  if (!uri.startsWith('file:')) throw new Error(`${uri.split(':', 1)[0]}: is not on this disk`);
  return toFilePath(uri);
}
