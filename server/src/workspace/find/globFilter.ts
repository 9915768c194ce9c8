import { globError } from '../../text/glob/globError';
import { globBaseFolder, globMatcher } from '../../text/glob/globMatcher';

/** A filter by globs. Paths are relative to one folder, with `/` as separator and none at the end. */
export interface GlobFilter {
  /** Whether a path, and everything below it, is excluded. */
  excludes(path: string): boolean;
  /** Whether a folder may contain included files; asked of each folder before its content. */
  entersFolder(path: string): boolean;
  /** Whether a file is included, in a folder that was entered: `within`, with a slash at its end, or empty. */
  includesFile(within: string, name: string): boolean;
}

/**
 * Includes the files that match a glob of `include`, or all where there are none, except those that match a glob of `exclude`, or
 * lie in a folder that does. A glob without a slash matches a name at any depth. Invalid globs are ignored.
 */
export function globFilter(include: readonly string[], exclude: readonly string[]): GlobFilter {
  const wanted = include.filter(isGlob);
  const unwanted = exclude.filter(isGlob).map(glob => glob.replace(/\/$/, ''));
  // Globs of whole folders are tested on folders alone.
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

/** Whether a path, or a folder above it, is excluded. */
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

/** Whether a folder may contain matches, or lies in one. */
function near(globs: readonly string[]): (folder: string) => boolean {
  const bases = globs.map(globBaseFolder);
  if (bases.length === 0 || bases.includes('')) return () => true;
  return folder => bases.some(base => startsWithin(base, folder) || startsWithin(folder, base));
}

function startsWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
