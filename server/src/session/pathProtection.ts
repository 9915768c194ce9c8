import { globError } from '../text/glob/globError';
import { globMatcher } from '../text/glob/globMatcher';

/**
 * Parses the setting `agentEnvelopes.protectedPaths`: globs, and whether a matching path, or one in a matching folder,
 * is protected. A glob without a slash matches a name in any folder. The last matching glob wins.
 */
export function pathProtection(setting: Readonly<Record<string, boolean>>): (path: string) => boolean | undefined {
  const entries = Object.entries(setting)
    .filter(([glob]) => globError(glob) === undefined)
    .map(([glob, isProtected]) => ({ fits: placeFits(glob.replace(/\/+$/, ''), isProtected), isProtected }));
  return path => {
    const places = pathWithParents(path);
    return entries.findLast(({ fits }) => places.some(fits))?.isProtected;
  };
}

// Protection ignores letter case; permission does not.
function placeFits(glob: string, isProtected: boolean): (place: string) => boolean {
  const fits = globMatcher(isProtected ? glob.toLowerCase() : glob);
  const isName = !glob.includes('/');
  return place => {
    const cased = isProtected ? place.toLowerCase() : place;
    return fits(isName ? cased.slice(cased.lastIndexOf('/') + 1) : cased);
  };
}

/** The path and its parent folders; none where the path climbs out. */
function pathWithParents(path: string): string[] {
  const steps = path.split(/[\\/]/).filter(step => step !== '' && step !== '.');
  if (path.length > LONGEST || /^[\\/]/.test(path) || steps.includes('..')) return [];
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

const LONGEST = 1000;
