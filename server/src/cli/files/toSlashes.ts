import { sep } from 'node:path';

/** A path with slashes, whatever the system parts its names with. */
export function toSlashes(path: string): string {
  return path.split(sep).join('/');
}
