import { realpathSync, type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';

/** Where a link leads: the path without any links, and what is there. */
export interface LinkTarget {
  real: string;
  stats: Stats;
}

/**
 * Where a link in a folder leads; both paths are absolute, and that of the folder has no links in it. Nothing for a link
 * to nowhere, to what is neither a file nor a folder, and for one that leads back up. Never throws.
 */
export function followLink(link: string, folder: string): LinkTarget | undefined {
  try {
    const stats = statSync(link);
    const real = realpathSync.native(link);
    if (stats.isFile() || (stats.isDirectory() && !holds(real, folder))) return { real, stats };
  } catch {
    // Editors leave links to nowhere as locks (`.#index.md`): nothing is there that could be read.
  }
  return undefined;
}

/** Whether a folder is, or lies around, another. To follow a link to such would read what nobody named. */
export function holds(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}
