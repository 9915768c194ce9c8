import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { globBaseFolder, globError, globMatcher } from '../text/glob';
import { FILE_EXTENSIONS } from '../text/language';
import { isLinkOut, isLinkToOutsideFolder, skippedLinksNote } from './confinedPath';
import {
  type IgnoreRules,
  ignoreRulesAround,
  ignoresFile,
  ignoresFolder,
  repositoryRules,
  withIgnoreFile,
} from './ignoreRules';
import { readFault } from './readText';

/** A file that may hold envelopes, by its extension. */
export interface FoundFile {
  /** Absolute. */
  path: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970, with fractions. */
  changedAt: number;
}

export interface FindOptions {
  /** Leave out files that git would ignore, inside and outside of repositories. */
  useIgnoreFiles: boolean;
  /** Globs of the files to find, relative to the folder; all when empty. One without a slash matches a name at any depth. */
  include?: readonly string[];
  /** Globs of files and folders to leave out; by default `node_modules` and `.git`. */
  exclude?: readonly string[];
  /** The absolute path of an enclosing folder that globs are relative to; by default the folder itself. */
  globBase?: string;
  /** Don't enter subfolders. */
  isShallow?: boolean;
}

/** A path that was not read, with the reason in one line. */
export interface UnreadPath {
  path: string;
  fault: string;
  /** The path was skipped on purpose; nothing is wrong. */
  isNote?: true;
}

/**
 * Finds the files of a folder (an absolute path) that may hold envelopes, in no particular order; skips those that vanish meanwhile.
 * See `findPaths`.
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
  const globs = globFilter(options.include ?? [], options.exclude ?? EXCLUDED);
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
  const globs = globFilter(options.include ?? [], options.exclude ?? EXCLUDED);
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

const EXCLUDED = ['**/node_modules/**', '**/.git/**'];

const ENDING_SET = new Set(FILE_EXTENSIONS);

// Called for every file: a regular expression would take an eighth of the total time.
function isUnderstood(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot > 0 && (ENDING_SET.has(name.slice(dot)) || ENDING_SET.has(name.slice(dot).toLowerCase()));
}

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
  const rules = useIgnoreFiles ? ignoreRulesAround(absolute.slice(0, -1) || sep) : undefined;
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

/** A filter by globs. Paths are relative to one folder, with `/` as separator and none at the end. */
interface GlobFilter {
  /** Whether a path, and everything below it, is excluded. */
  excludes(path: string): boolean;
  /** Whether a folder may contain included files; asked of each folder before its content. */
  entersFolder(path: string): boolean;
  /** Whether a file is included, in a folder that was entered: `within`, with a slash at its end, or empty. */
  includesFile(within: string, name: string): boolean;
}

/**
 * Includes the files that match a glob of `include`, or all if it is empty. Excludes files that match a glob of `exclude`, or
 * lie in a folder that does. A glob without a slash matches a name at any depth. Ignores invalid globs.
 */
export function globFilter(include: readonly string[], exclude: readonly string[]): GlobFilter {
  const wanted = include.filter(isGlob);
  const unwanted = exclude.filter(isGlob).map(glob => glob.replace(/\/$/, ''));
  // Globs of whole folders are tested on folders only.
  const unwantedFiles = unwanted.filter(glob => !glob.endsWith('/**'));
  const passes = fits(unwanted);
  const passesFile = fits(unwantedFiles);
  const takes = wanted.length > 0 ? fits(wanted) : () => true;
  const enters = near(wanted);
  const all = wanted.length === 0 && unwantedFiles.length === 0;
  return {
    excludes: passes,
    entersFolder: path => !passes(path) && enters(path),
    includesFile: all ? () => true : (within, name) => takes(within + name) && !passesFile(within + name),
  };
}

/** Returns whether a path, or a folder above it, is excluded. */
export function isPathExcluded({ excludes }: GlobFilter, path: string): boolean {
  return path.split('/').some((_, index, steps) => excludes(steps.slice(0, index + 1).join('/')));
}

function isGlob(glob: string): boolean {
  return globError(glob) === undefined;
}

function fits(globs: readonly string[]): (path: string) => boolean {
  const names = globs.filter(glob => !glob.includes('/')).map(globMatcher);
  const paths = globs.filter(glob => glob.includes('/')).map(globMatcher);
  return path =>
    paths.some(one => one(path)) || (names.length > 0 && names.some(one => one(path.slice(path.lastIndexOf('/') + 1))));
}

/** Returns a function that returns whether a folder may contain matches, or is inside one. */
function near(globs: readonly string[]): (folder: string) => boolean {
  const bases = globs.map(globBaseFolder);
  if (bases.length === 0 || bases.includes('')) return () => true;
  return folder => bases.some(base => startsWithin(base, folder) || startsWithin(folder, base));
}

function startsWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Returns whether a path is a regular file. Links are not followed. Never throws. */
export function isFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
