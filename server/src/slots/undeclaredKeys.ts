import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { isObject } from '../text/jsonPointer';
import { memoizeLast } from '../text/memoize';
import { propertySchema } from './applicableSchemas';
import { eachDeclaredWith } from './schemaPaths';

/** A property that the schema of its object does not declare. */
interface UndeclaredKey {
  /** The object that has it. */
  holder: Record<string, unknown>;
  path: Path;
  key: string;
  /** The schema of the object, and the properties that it declares. */
  schema: Schema;
  properties: Record<string, Schema>;
}

/**
 * Returns the properties in a JSON value that the schemas of their objects do not declare. Skips objects whose schemas declare no
 * properties.
 */
export const undeclaredKeys = memoizeLast((schema: Schema, value: unknown): readonly UndeclaredKey[] => {
  const found: UndeclaredKey[] = [];
  eachDeclaredWith(hasProperties, schema, value, (pathHere, applicable, holder) => {
    const { properties } = applicable;
    if (!properties || !isObject(holder)) return;
    for (const key of Object.keys(holder)) {
      const isDeclared =
        Object.hasOwn(properties, key) || (applicable.patternProperties && propertySchema(applicable, key));
      if (!isDeclared) found.push({ holder, path: [...pathHere(), key], key, schema: applicable, properties });
    }
  });
  return found;
});

const hasProperties = (schema: Schema) => schema.properties !== undefined;
