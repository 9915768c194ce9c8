import { lstatSync } from 'node:fs';

/** Whether a path is a regular file. Links are not followed. Never throws. */
export function isFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
