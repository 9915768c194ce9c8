import picomatch from 'picomatch';
import { globFault } from '../text/globFault';

/** Which files globs name. Paths are relative to one folder, with `/` between and none at the end. */
export interface GlobFilter {
  /** Whether a folder, and with it all that it holds, is left out. */
  leavesOut(path: string): boolean;
  /** Whether a folder may hold files that are meant: said of each folder before what is in it. */
  entersFolder(path: string): boolean;
  /** Whether a file is meant; the folders it lies in have been entered: `within`, with a slash at its end or empty. */
  takesFile(within: string, name: string): boolean;
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
    leavesOut: passes,
    entersFolder: path => !passes(path) && enters(path),
    takesFile: all ? () => true : (within, name) => takes(within + name) && !passesFile(within + name),
  };
}

/** Whether a path, or a folder on the way to it, is left out. */
export function isLeftOut({ leavesOut }: GlobFilter, path: string): boolean {
  return path.split('/').some((_, index, steps) => leavesOut(steps.slice(0, index + 1).join('/')));
}

function isGlob(glob: string): boolean {
  return globFault(glob) === undefined;
}

// The expressions themselves: the matchers around them take ten times as long.
function fits(globs: readonly string[]): (path: string) => boolean {
  const names = globs.filter(glob => !glob.includes('/')).map(toExpression);
  const paths = globs.filter(glob => glob.includes('/')).map(toExpression);
  return path =>
    paths.some(one => one.test(path)) ||
    (names.length > 0 && names.some(one => one.test(path.slice(path.lastIndexOf('/') + 1))));
}

function toExpression(glob: string): RegExp {
  return picomatch.makeRe(glob, { dot: true });
}

/** Whether a folder lies on the way to what globs name, or in it. */
function near(globs: readonly string[]): (folder: string) => boolean {
  const bases = globs.map(plainStart);
  if (bases.length === 0 || bases.includes('')) return () => true;
  return folder => bases.some(base => startsWithin(base, folder) || startsWithin(folder, base));
}

/** The folders that a glob begins with; empty where it may begin with any. */
function plainStart(glob: string): string {
  const { base, negated } = picomatch.scan(glob);
  return negated || !glob.includes('/') || base.includes('\\') ? '' : base;
}

function startsWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
