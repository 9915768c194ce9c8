import type { CheckedEnvelope } from '../model/rule';
import type { Path } from '../model/text';
import { eachDeclaredWith } from '../slots/eachDeclared';
import type { SchemaTrait } from '../slots/schemaPathsTo';
import { isObject } from '../text/pointer';

/** Visits each property name of the objects whose keys have a slot (`x-keys`). */
export function visitSlotKeys(
  slot: string,
  { value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>,
  visit: (path: Path, key: string) => void,
): void {
  eachDeclaredWith(hasKeys, kind.schema, value, (pathHere, schema, found) => {
    if (schema['x-keys']?.['x-slot'] !== slot || !isObject(found)) return;
    const path = pathHere();
    for (const key of Object.keys(found)) visit([...path, key], key);
  });
}

const hasKeys: SchemaTrait = schema => schema['x-keys'] !== undefined;
