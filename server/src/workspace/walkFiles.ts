import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, sep } from 'node:path';
import type { CheckedFile } from '../model/analysis';
import { FILE_EXTENSIONS, languageOf } from '../text/fileLanguage';
import { isLinkOut, isLinkToOutsideFolder, skippedLinksNote } from './confinedPath';
import { MAX_LOG_BYTES } from './decodeTextBytes';
import { toFilePath, toFileUri } from './fileUri';
import type { UnreadPath } from './findFiles';
import { readDocument } from './readDocument';
import { readFault, readTextFile } from './readTextFile';
import { resolveUserPath } from './resolveUserPath';

interface WalkOptions {
  /** The folder that relative paths start from; absolute. */
  cwd: string;
  /** The supported file extensions, in lower case, with their dot. */
  endings: readonly string[];
  /** Whether a path below a named folder (all absolute) is skipped. */
  isExcluded?(path: string, is: 'file' | 'folder', named: string): boolean;
  /** Returns whether to read a file, by its absolute path as named and its path without links. By default all files are read. */
  isWanted?(absolute: string, real: string): boolean;
}

/** Reads the files that paths name, one at a time. For a file that can't be read, yields the reason. Never throws. */
export function* walkFiles(paths: readonly string[], options: WalkOptions): Generator<WalkedFile> {
  for (const listed of listFiles(paths, options)) yield 'fault' in listed ? listed : readListed(listed);
}

/** A path in three forms: as shown, as named, and without links. The last one opens and identifies the file. */
export interface ListedFile {
  path: string;
  absolute: string;
  real: string;
}

/** A file that was read, or one line on why it was not read and what to do. */
export type WalkedFile = CheckedFile | UnreadPath;

/**
 * Lists the files that paths name, each once, under its first name. A folder stands for all its supported
 * files: direct ones first, then those of its subfolders, by name. Does not follow links in a folder: a target in the folder is
 * found at its own path, and a target outside was not requested; yields the first link that leads out as a note. Follows a link that
 * is itself named, as `resolveUserPath` does. Never throws: yields unreadable folders with their fault.
 */
export function* listFiles(paths: readonly string[], options: WalkOptions): Generator<ListedFile | UnreadPath> {
  const seen = new Set<string>();
  for (const path of paths) yield* walkArgument(path, options, seen);
}

/** Reads a listed file. Never throws. */
export function readListed({ path, absolute, real }: ListedFile): WalkedFile {
  const read = languageOf(real) === 'jsonl' ? readTextFile(real, MAX_LOG_BYTES) : readDocument(real);
  return 'fault' in read ? { path, fault: read.fault } : { path, uri: toFileUri(absolute), text: read.text };
}

/** Returns the size of a listed file in bytes; 0 if it is gone. */
export function listedSize({ real }: Pick<ListedFile, 'real'>): number {
  try {
    return lstatSync(real).size;
  } catch {
    return 0;
  }
}

function* walkArgument(path: string, options: WalkOptions, seen: Set<string>): Generator<ListedFile | UnreadPath> {
  if (path === '') return yield { path: '""', fault: 'names nothing; give a file, a folder, or "." for this folder.' };
  const named = resolveUserPath(path, options);
  if ('fault' in named) return yield { path, fault: named.fault };
  const { absolute, real, stats } = named;
  if (stats.isDirectory()) yield* walkFolder({ path, absolute, real }, options, seen);
  else if (!stats.isFile()) yield { path, fault: 'is neither a file nor a folder; name one of these.' };
  else if (!understood(path, options)) yield { path, fault: unknownEnding(path, options) };
  else yield* listOnce({ path, absolute, real }, options, seen);
}

function* walkFolder(top: ListedFile, options: WalkOptions, seen: Set<string>): Generator<ListedFile | UnreadPath> {
  // If the user named a folder that would be skipped, nested folders of that name are not skipped either.
  const segments = top.absolute.split(sep);
  const skipped = ['node_modules', '.git'].filter(name => !segments.includes(name));

  const linksOut = { first: '', count: 0 };
  const pending = [top];
  for (let folder = pending.pop(); folder; folder = pending.pop()) {
    if (seen.has(folder.real)) continue;
    seen.add(folder.real);
    let entries: Dirent[];
    try {
      entries = readdirSync(folder.real, { withFileTypes: true });
    } catch (error) {
      yield { path: folder.path, fault: readFault(error) };
      continue;
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const folders: ListedFile[] = [];
    const inner = { path: inside(folder.path), absolute: inside(folder.absolute), real: inside(folder.real) };
    for (const entry of entries) {
      const { name } = entry;
      const absolute = inner.absolute + name;
      const place = {
        path: inner.path + name,
        absolute,
        real: inner.real === inner.absolute ? absolute : inner.real + name,
      };
      const is = entry.isDirectory() ? 'folder' : 'file';
      if (skipped.includes(name) || options.isExcluded?.(place.absolute, is, top.absolute)) continue;
      if (is === 'folder') folders.push(place);
      else if (entry.isFile() && understood(name, options)) yield* listOnce(place, options, seen);
      else if (entry.isSymbolicLink() && isMissed(place.real)) {
        if (linksOut.count === 0) linksOut.first = place.path;
        linksOut.count++;
      }
    }
    pending.push(...folders.reverse());
  }
  if (linksOut.count > 0) yield { path: linksOut.first, fault: skippedLinksNote(linksOut.count - 1), isNote: true };

  /** Returns whether the user may miss the target of a link. */
  function isMissed(link: string): boolean {
    return understood(link, options) ? isLinkOut(link, top.real) : isLinkToOutsideFolder(link, top.real);
  }
}

function* listOnce(file: ListedFile, { isWanted }: WalkOptions, seen: Set<string>): Generator<ListedFile> {
  const { absolute, real } = file;
  if (seen.has(real)) return;
  seen.add(real);
  if (!isWanted || isWanted(absolute, real)) yield file;
}

/** Returns the prefix of the paths in a folder. */
function inside(folder: string): string {
  return join(folder, 'x').slice(0, -1);
}

function understood(path: string, { endings }: WalkOptions): boolean {
  return endings.includes(extname(path).toLowerCase());
}

function unknownEnding(path: string, { endings }: WalkOptions): string {
  const ending = extname(path) || basename(path);
  return `"${ending}" is not a supported file extension; use one of ${endings.join(' ')} (or pipe it into "-").`;
}

/** The texts of the files that are named by their URIs, and of those below named folders. Files that can't be read are left out. */
export function* filesBelow(uris: readonly string[]): Generator<CheckedFile> {
  for (const uri of uris) {
    if (!uri.startsWith('file:')) continue;
    const path = toFilePath(uri);
    for (const file of walkFiles([path], { cwd: dirname(path), endings: FILE_EXTENSIONS })) {
      if (!('fault' in file)) yield file;
    }
  }
}
