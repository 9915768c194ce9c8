import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { isLinkOut, isLinkToOutsideFolder, skippedLinksNote } from './confinedPath';
import { EXCLUDED, type FindOptions, fileFilter, isUnderstood } from './fileFilter';
import { type IgnoreRules, ignoresFile, ignoresFolder } from './gitignorePatterns';
import { gitignoreRulesAround, repositoryRules, withIgnoreFile } from './gitignoreRules';
import { readFault } from './readTextFile';

/** A file that a search in a folder found; by its extension, it may hold envelopes. */
export interface FoundFile {
  /** Absolute. */
  path: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970, with fractions. */
  changedAt: number;
}

/** A path that was not read, with the reason in one line. */
export interface UnreadPath {
  path: string;
  fault: string;
  /** The path was skipped on purpose; nothing is wrong. */
  isNote?: true;
}

/**
 * Finds the files in a folder (an absolute path) that may hold envelopes, in no particular order. Skips files that are deleted meanwhile.
 * The options are those of `findPaths`.
 */
export function* findFiles(folder: string, options: FindOptions): Generator<FoundFile | UnreadPath> {
  for (const found of findPaths(folder, options)) {
    const file = typeof found === 'string' ? lookedAt(found) : found;
    if (file) yield file;
  }
}

/**
 * Finds the absolute paths of the files of a folder that may hold envelopes, without accessing the files. Does not follow links: a target
 * in the folder is found at its own path, and a target outside was not requested. Yields the first link that leads out as a note.
 * Never throws: yields unreadable paths with their fault.
 */
export function* findPaths(folder: string, options: FindOptions): Generator<string | UnreadPath> {
  const globs = fileFilter(options.include ?? [], options.exclude ?? EXCLUDED);
  const top = topOf(folder, options);
  const pending = [top];
  const linksOut = { first: '', count: 0 };
  for (let at = pending.pop(); at; at = pending.pop()) {
    let entries: Dirent[];
    try {
      entries = readdirSync(at.absolute, { withFileTypes: true });
    } catch (error) {
      if (at === top || !vanished(error))
        yield { path: at === top ? folder : at.absolute.slice(0, -1), fault: readFault(error) };
      continue;
    }
    if (at.rules) readIgnoreFile(at, at.rules, entries, at === top);
    for (const entry of entries) {
      const { name } = entry;
      if (entry.isFile()) {
        if (!isUnderstood(name) || !globs.includesFile(at.path, name)) continue;
        if (at.rules && ignoresFile(at.rules, at.ruled, name)) continue;
        yield at.absolute + name;
      } else if (entry.isDirectory()) {
        if (options.isShallow) continue;
        const path = at.path + name;
        if (!globs.entersFolder(path) || (at.rules && ignoresFolder(at.rules, at.ruled, name))) continue;
        pending.push(inner(at, name));
      } else if (entry.isSymbolicLink() && isMissed(at, name)) {
        if (linksOut.count === 0) linksOut.first = at.absolute + name;
        linksOut.count++;
      }
    }
  }
  if (linksOut.count > 0) yield { path: linksOut.first, fault: skippedLinksNote(linksOut.count - 1), isNote: true };

  /** Returns whether the user may miss the target of a link. */
  function isMissed(at: Folder, name: string): boolean {
    const link = at.absolute + name;
    if (isUnderstood(name)) {
      if (!globs.includesFile(at.path, name) || (at.rules && ignoresFile(at.rules, at.ruled, name))) return false;
      return isLinkOut(link, folder);
    }
    if (options.isShallow || !globs.entersFolder(at.path + name)) return false;
    if (at.rules && ignoresFolder(at.rules, at.ruled, name)) return false;
    return isLinkToOutsideFolder(link, folder);
  }
}

/** Returns whether `findFiles` would find a file of the folder (both absolute), if it exists. Never throws. */
export function wouldFind(folder: string, file: string, options: FindOptions): boolean {
  const globs = fileFilter(options.include ?? [], options.exclude ?? EXCLUDED);
  const top = topOf(folder, options);
  if (!file.startsWith(top.absolute)) return false;
  const folders = file.slice(top.absolute.length).split(sep);
  const name = folders.pop() ?? '';
  let at = top;
  for (const next of folders) {
    if (at.rules) readIgnoreFile(at, at.rules, ruling(at), at === top);
    if (!globs.entersFolder(at.path + next) || (at.rules && ignoresFolder(at.rules, at.ruled, next))) return false;
    at = inner(at, next);
    if (isLink(at.absolute.slice(0, -1))) return false;
  }
  if (isLink(file)) return false;
  if (at.rules) readIgnoreFile(at, at.rules, ruling(at), at === top);
  return (
    isUnderstood(name) && globs.includesFile(at.path, name) && !(at.rules && ignoresFile(at.rules, at.ruled, name))
  );
}

/** Returns the entries of a folder that determine which files git ignores. */
function ruling({ absolute }: Folder): Entry[] {
  return ['.git', '.gitignore'].flatMap(name => {
    const stats = lstatSync(absolute + name, QUIET);
    return stats ? { name, isFile: () => stats.isFile() } : [];
  });
}

type Entry = Pick<Dirent, 'name' | 'isFile'>;

interface Folder {
  /** With a separator at its end. */
  absolute: string;
  /** Relative to the base of the globs, with `/` as separator and at the end; empty for the base. */
  path: string;
  rules: IgnoreRules | undefined;
  /** Like `path`, but relative to the root of the ignore rules. */
  ruled: string;
}

function topOf(folder: string, { useIgnoreFiles, globBase = folder }: FindOptions): Folder {
  const absolute = folder.endsWith(sep) ? folder : folder + sep;
  const rules = useIgnoreFiles ? gitignoreRulesAround(absolute.slice(0, -1) || sep) : undefined;
  const ruled = rules ? absolute.slice(rules.root.length).replaceAll(sep, '/').replace(/^\//, '') : '';
  const path = relative(globBase, folder).replaceAll(sep, '/');
  return { absolute, path: path && `${path}/`, rules, ruled };
}

function inner(outer: Folder, name: string): Folder {
  return {
    absolute: outer.absolute + name + sep,
    path: `${outer.path}${name}/`,
    rules: outer.rules,
    ruled: `${outer.ruled}${name}/`,
  };
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, QUIET)?.isSymbolicLink() === true;
  } catch {
    return false;
  }
}

/** Adds a folder's own `.gitignore`. In a nested repository the rules of the outer one don't apply. */
function readIgnoreFile(at: Folder, outer: IgnoreRules, entries: readonly Entry[], top: boolean): void {
  let rules = outer;
  if (!top && entries.some(({ name }) => name === '.git')) {
    rules = repositoryRules(at.absolute.slice(0, -1), outer.work);
    at.ruled = '';
  }
  // Git doesn't read a `.gitignore` that is a link.
  if (entries.some(entry => entry.name === '.gitignore' && entry.isFile()))
    rules = withIgnoreFile(rules, at.ruled.slice(0, -1));
  at.rules = rules;
}

const QUIET = { throwIfNoEntry: false } as const;

function lookedAt(path: string): FoundFile | UnreadPath | undefined {
  try {
    const stats = lstatSync(path, QUIET);
    return stats && { path, size: stats.size, changedAt: stats.mtimeMs };
  } catch (error) {
    return { path, fault: readFault(error) };
  }
}

function vanished(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Returns whether a path is a regular file. Links are not followed. Never throws. */
export function isFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
