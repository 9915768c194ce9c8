import { FILE_EXTENSIONS } from '../text/fileLanguage';
import { globBaseFolder, globError, globMatcher } from '../text/glob';

/** The options of a search for files in a folder: which files it finds, and which it leaves out. */
export interface FindOptions {
  /** Whether a search for files leaves out those that git would ignore, inside and outside of repositories. */
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
 * Returns a filter that decides which files are included. A file must match a glob of `include`, unless that is empty, and no glob of
 * `exclude`; nor may a folder around it match one. A glob without a slash matches a name at any depth. Invalid globs are ignored.
 */
export function fileFilter(include: readonly string[], exclude: readonly string[]): GlobFilter {
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

/** The files and folders that are left out by default. */
export const EXCLUDED = ['**/node_modules/**', '**/.git/**'];

const ENDING_SET = new Set(FILE_EXTENSIONS);

/** Whether a file may hold envelopes, by its extension. */
// Called for every file: a regular expression would take an eighth of the total time.
export function isUnderstood(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot > 0 && (ENDING_SET.has(name.slice(dot)) || ENDING_SET.has(name.slice(dot).toLowerCase()));
}
