import type { Family, Kind } from '../model/family';

/** The kind that a file holds by its name alone; none for a name that says nothing. */
export function fileKind(uri: string, families: readonly Family[]): Kind | undefined {
  const name = uri.slice(uri.lastIndexOf('/') + 1).toLowerCase();
  return namesIn(families).find(({ wanted }) => isNamed(name, wanted))?.kind;
}

function isNamed(name: string, wanted: string): boolean {
  return wanted.startsWith('*') ? name.endsWith(wanted.slice(1)) : name === wanted;
}

// Asked for each file of a workspace.
const known = new WeakMap<readonly Family[], { wanted: string; kind: Kind }[]>();

function namesIn(families: readonly Family[]): { wanted: string; kind: Kind }[] {
  let names = known.get(families);
  if (!names) {
    const kinds = families.flatMap(family => family.kinds);
    names = kinds.flatMap(kind => (kind.fileNames ?? []).map(wanted => ({ wanted: wanted.toLowerCase(), kind })));
    known.set(families, names);
  }
  return names;
}
