import type { Family } from '../model/family';
import type { Kind } from '../model/kind';
import { memoizeByObject } from '../text/memoize';

/** The kind that a file name alone determines; undefined for other names. */
export function fileKind(uri: string, families: readonly Family[]): Kind | undefined {
  const name = uri.slice(uri.lastIndexOf('/') + 1).toLowerCase();
  return namesIn(families).find(({ wanted }) => isNamed(name, wanted))?.kind;
}

/** Whether a file may be a tool catalogue, by its name. */
export function isCatalogueFile(uri: string): boolean {
  return /(catalog|tools)[^/]*\.json$/i.test(uri);
}

function isNamed(name: string, wanted: string): boolean {
  return wanted.startsWith('*') ? name.endsWith(wanted.slice(1)) : name === wanted;
}

// Cached, since it is called for each file of a workspace.
const namesIn = memoizeByObject((families: readonly Family[]) =>
  families
    .flatMap(family => family.kinds)
    .flatMap(kind => (kind.fileNames ?? []).map(wanted => ({ wanted: wanted.toLowerCase(), kind }))),
);
