import { globError } from '../text/glob/globError';
import { globMatcher } from '../text/glob/globMatcher';

/**
 * What the setting `agentEnvelopes.protectedPaths` says of a path that is to be written: a glob to whether what fits it, or lies
 * in a folder that does, is protected. One without a slash is a name anywhere. The last glob that fits counts.
 */
export function pathProtection(setting: Readonly<Record<string, boolean>>): (path: string) => boolean | undefined {
  const entries = Object.entries(setting)
    .filter(([glob]) => globError(glob) === undefined)
    .map(([glob, isProtected]) => ({ fits: placeFits(glob.replace(/\/+$/, ''), isProtected), isProtected }));
  return path => {
    const places = placesOf(path);
    return entries.findLast(({ fits }) => places.some(fits))?.isProtected;
  };
}

// What is protected is so in any case; what is allowed is allowed as it is written.
function placeFits(glob: string, isProtected: boolean): (place: string) => boolean {
  const fits = globMatcher(isProtected ? glob.toLowerCase() : glob);
  const isName = !glob.includes('/');
  return place => {
    const cased = isProtected ? place.toLowerCase() : place;
    return fits(isName ? cased.slice(cased.lastIndexOf('/') + 1) : cased);
  };
}

/** A path, and the folders on the way to it; nothing where it climbs. */
function placesOf(path: string): string[] {
  const steps = path.split(/[\\/]/).filter(step => step !== '' && step !== '.');
  if (path.length > LONGEST || /^[\\/]/.test(path) || steps.includes('..')) return [];
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

const LONGEST = 1000;
