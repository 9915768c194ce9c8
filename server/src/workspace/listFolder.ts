import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A file that lies directly in a folder, not in a subfolder. */
export interface FileInFolder {
  name: string;
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/**
 * Returns the files directly in a folder whose names match a pattern. Leaves out links and special files. Empty if there is no such folder.
 */
export function listFolder(folder: string, pattern: RegExp): FileInFolder[] {
  return namesIn(folder)
    .filter(name => pattern.test(name))
    .flatMap(name => {
      try {
        const stats = lstatSync(join(folder, name));
        return stats.isFile() ? [{ name, size: stats.size, changedAt: stats.mtimeMs }] : [];
      } catch {
        // The file was removed meanwhile.
        return [];
      }
    });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
