import picomatch from 'picomatch';
import { globFault } from '../text/globFault';

/**
 * What the setting `agentEnvelopes.protectedPaths` says of a path that is to be written: a glob to whether what fits it, or lies
 * in a folder that does, is protected. One without a slash is a name anywhere. The last glob that fits counts.
 */
export function protectionOf(setting: Readonly<Record<string, boolean>>): (path: string) => boolean | undefined {
  const entries = Object.entries(setting)
    .filter(([glob]) => globFault(glob) === undefined)
    .map(([glob, isProtected]) => ({
      // What is protected is so in any case; what is allowed is allowed as it is written.
      fits: picomatch(glob.replace(/\/+$/, ''), { dot: true, basename: !glob.includes('/'), nocase: isProtected }),
      isProtected,
    }));
  return path => {
    const places = placesOf(path);
    return entries.findLast(({ fits }) => places.some(place => fits(place)))?.isProtected;
  };
}

/** A path, and the folders on the way to it; nothing where it climbs. */
function placesOf(path: string): string[] {
  const steps = path.split(/[\\/]/).filter(step => step !== '' && step !== '.');
  if (path.length > LONGEST || /^[\\/]/.test(path) || steps.includes('..')) return [];
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

const LONGEST = 1000;
