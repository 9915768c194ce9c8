import { sep } from 'node:path';

/** A path with forward slashes, whatever the system's separator. */
export function toSlashes(path: string): string {
  return path.split(sep).join('/');
}
