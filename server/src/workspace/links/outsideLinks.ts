import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { containsPath } from './confinedPath';

/**
 * Whether a link leads out of a folder (both absolute), by its target alone: it is not followed, since the target may be on another
 * machine, to which that would reveal the user. Never throws.
 */
export function isLinkOut(link: string, folder: string): boolean {
  const target = targetOf(link);
  return target !== undefined && !containsPath(resolve(folder), target);
}

/** Whether a link leads out of a folder, to another folder. */
export function isLinkToOutsideFolder(link: string, folder: string): boolean {
  const target = targetOf(link);
  if (target === undefined || containsPath(resolve(folder), target) || process.platform === 'win32') return false;
  try {
    return lstatSync(target).isDirectory();
  } catch {
    return false;
  }
}

/** The note on links that were skipped. @param more how many besides the one that it is reported for */
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
