import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { containsPath } from './confinedPath';

/**
 * Whether a link leads out of a folder (both absolute), by what it says: it is not followed, since where it leads may be another
 * machine, which would be told who asks. Never throws.
 */
export function isLinkOut(link: string, folder: string): boolean {
  const target = targetOf(link);
  return target !== undefined && !containsPath(resolve(folder), target);
}

/** The same, and whether it leads to a folder. */
export function isLinkToOutsideFolder(link: string, folder: string): boolean {
  const target = targetOf(link);
  if (target === undefined || containsPath(resolve(folder), target) || process.platform === 'win32') return false;
  try {
    return lstatSync(target).isDirectory();
  } catch {
    return false;
  }
}

/** Why the links that were passed over were. @param more how many besides the one that is named */
export function skippedLinksNote(more: number): string {
  const others = more > 0 ? `, nor ${more === 1 ? 'is another one' : `are ${more} others`}` : '';
  return `is a link that leads out of the folder, and is not followed${others}; name what it leads to.`;
}

function targetOf(link: string): string | undefined {
  try {
    return resolve(dirname(link), readlinkSync(link));
  } catch {
    return undefined;
  }
}
