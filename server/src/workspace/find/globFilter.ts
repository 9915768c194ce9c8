import { globError } from '../../text/glob/globError';
import { globBaseFolder, globMatcher } from '../../text/glob/globMatcher';

/** Which files globs name. Paths are relative to one folder, with `/` between and none at the end. */
export interface GlobFilter {
  /** Whether a folder, and with it all that it holds, is left out. */
  excludes(path: string): boolean;
  /** Whether a folder may hold files that are meant: said of each folder before what is in it. */
  entersFolder(path: string): boolean;
  /** Whether a file is meant; the folders it lies in have been entered: `within`, with a slash at its end or empty. */
  includesFile(within: string, name: string): boolean;
}

/**
 * The files that a glob of `include` names, or all where there are none, without those that one of `exclude` names, or that
 * lie in a folder that it names. A glob without a slash is a name anywhere. What is no glob is passed over.
 */
export function globFilter(include: readonly string[], exclude: readonly string[]): GlobFilter {
  const wanted = include.filter(isGlob);
  const unwanted = exclude.filter(isGlob).map(glob => glob.replace(/\/$/, ''));
  // Of files it says only what it has said of their folders.
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

/** Whether a path, or a folder on the way to it, is left out. */
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

/** Whether a folder lies on the way to what globs name, or in it. */
function near(globs: readonly string[]): (folder: string) => boolean {
  const bases = globs.map(globBaseFolder);
  if (bases.length === 0 || bases.includes('')) return () => true;
  return folder => bases.some(base => startsWithin(base, folder) || startsWithin(folder, base));
}

function startsWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
