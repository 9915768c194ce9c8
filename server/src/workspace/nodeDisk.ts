import { readdirSync, readlinkSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import type { CachedDisk, EntryType, SyncDisk } from '../model/disk';
import { cachedDiskReads, cachedSyncReads } from './cachedDiskReads';
import { confinedPath } from './confinedPath';
import { toFilePath } from './fileUri';
import { readRegular, readRegularAsync } from './openRegularFile';

/**
 * Creates the disk for Node: reads files without blocking, and caches the first answer about each file and folder. Never follows a link out of
 * the given folders.
 *
 * @param confines returns the URIs of the folders
 */
export function cachedDisk(confines: () => readonly string[]): CachedDisk {
  return cachedDiskReads({
    list: async uri => entriesOf(await readdir(pathOnDisk(uri, confines()), { withFileTypes: true })),
    text: async uri => String(await readRegularAsync(pathOnDisk(uri, confines()), LARGEST)),
    link: async uri => readlink(localPath(uri)),
  });
}

/** Creates a disk like `cachedDisk` that reads synchronously, for threads that may block. */
export function syncDisk(confines: readonly string[]): SyncDisk {
  return cachedSyncReads({
    list: uri => entriesOf(readdirSync(pathOnDisk(uri, confines), { withFileTypes: true })),
    text: uri => String(readRegular(pathOnDisk(uri, confines), LARGEST)),
    link: uri => readlinkSync(localPath(uri)),
  });
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
