import { basename, join } from 'node:path';
import { isCandidateName, scanForEnvelopes } from '../analysis/scanForEnvelopes';
import type { UnreadableFile } from '../model/disk';
import { isPackedLog, languageOf, PROJECT_FILE } from '../text/fileLanguage';
import type { FindOptions } from '../workspace/fileFilter';
import { toFilePath, toFileUri } from '../workspace/fileUri';
import { findPaths, isFile, wouldFind } from '../workspace/findFiles';
import { scanFile } from '../workspace/readTextFile';

/**
 * Searches workspace folders for a first file that may hold an envelope, a message between agents. Until one is found, most of the server isn't
 * loaded.
 */
export interface CandidateSearch {
  /** Searches folders from the start; ends an earlier search. */
  searchFolders(folders: readonly string[]): void;
  /** Searches files and folders that were created or changed, after the current search. */
  searchChanged(uris: readonly string[]): void;
  stop(): void;
}

interface CandidateSearchOptions {
  /** The search options of a folder, by its URI. */
  optionsOf(folder: string): FindOptions;
  /** Called once; the search has stopped. */
  onCandidate(): void;
  /** Called when the folders hold no candidate. */
  onNone(): void;
  warn(fault: UnreadableFile): void;
}

type Search = Generator<undefined, boolean>;

/**
 * Searches in short slices, so that the server answers messages in between.
 * Invariant: every file that the index would list, under the same settings, is a candidate.
 */
export function candidateSearch({ optionsOf, onCandidate, onNone, warn }: CandidateSearchOptions): CandidateSearch {
  let folders: readonly string[] = [];
  let pending: Search[] = [];
  let next: NodeJS.Immediate | undefined;

  function workSlice(): void {
    next = undefined;
    const until = performance.now() + SLICE;
    while (performance.now() < until) {
      const [search] = pending;
      if (!search) return;
      const { done, value } = search.next();
      if (!done) continue;
      pending.shift();
      if (!value) continue;
      stop();
      onCandidate();
      return;
    }
    next = setImmediate(workSlice);
  }

  function start(...searches: Search[]): void {
    pending.push(...searches);
    next ??= setImmediate(workSlice);
  }

  function stop(): void {
    pending = [];
    clearImmediate(next);
    next = undefined;
  }

  function* searchAll(): Search {
    for (const folder of folders) {
      const path = toFilePath(folder);
      // A project file counts even if it is excluded.
      if (isFile(join(path, PROJECT_FILE))) return true;
      for (const found of findPaths(path, optionsOf(folder))) {
        if (typeof found !== 'string') warn({ ...found, uri: toFileUri(found.path) });
        else if (yield* isCandidate(found)) return true;
        yield;
      }
    }
    onNone();
    return false;
  }

  function* searchPath(uri: string): Search {
    const changed = toFilePath(uri);
    if (folders.some(folder => uri === `${folder}/${PROJECT_FILE}`)) return isFile(changed);
    // The files of a new folder may not have been announced.
    const paths = isFile(changed) ? [changed] : findPaths(changed, { useIgnoreFiles: false });
    for (const path of paths) {
      if (typeof path === 'string' && isWanted(path) && isFile(path) && (yield* isCandidate(path))) return true;
      yield;
    }
    return false;
  }

  function isWanted(path: string): boolean {
    return folders.some(folder => wouldFind(toFilePath(folder), path, optionsOf(folder)));
  }

  function* isCandidate(path: string): Search {
    const lang = languageOf(path);
    if (!lang) return false;
    if (isCandidateName(basename(path)) || isPackedLog(path)) return true;
    for (const scan of scanForEnvelopes(lang)) {
      const passes = yield* scanFile(path, scan, LARGEST_SCANNED);
      if (passes === true) continue;
      // A file that vanished in the meantime needs no warning.
      if (passes !== false && isFile(path)) warn({ uri: toFileUri(path), ...passes });
      return false;
    }
    return true;
  }

  return {
    searchFolders(wanted) {
      folders = wanted.filter(isOnDisk);
      stop();
      start(searchAll());
    },
    searchChanged: uris => start(...uris.filter(isOnDisk).map(searchPath)),
    stop,
  };
}

/** Returns whether a URI is on disk. In a virtual workspace, only open files are known. */
function isOnDisk(uri: string): boolean {
  return uri.startsWith('file:');
}

/** The length of a slice of work, in milliseconds. */
const SLICE = 8;
/** Bytes: the index skips larger files, and reports them. */
const LARGEST_SCANNED = 64e6;
