import { readingFamilies } from '../../../families/readingFamilies';
import type { Family } from '../../../model/family';
import type { Kind } from '../../../model/kind';

/** The kind with this id, which may have a variant suffix (`family/kind:variant`); undefined if there is none. */
export function kindById(id: string, declared: readonly Family[] = []): Kind | undefined {
  return (
    KINDS.get(id) ??
    KINDS.get(id.replace(/:.*$/s, '')) ??
    declared.flatMap(family => family.kinds).find(kind => kind.id === id)
  );
}

const KINDS: ReadonlyMap<string, Kind> = new Map(
  readingFamilies.flatMap(family => family.kinds.map((kind): [string, Kind] => [kind.id, kind])),
);
