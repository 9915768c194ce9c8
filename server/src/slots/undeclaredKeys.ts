import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { isObject } from '../text/jsonPointer';
import { memoizeByObject, memoizeLast } from '../text/memoize';
import { confusableSkeleton } from '../text/similarNames';
import { propertySchema } from './applicableSchemas';
import { eachDeclaredWith } from './schemaPaths';

/** A property in an envelope that the JSON schema of its object does not declare. */
interface UndeclaredKey {
  /** The object that has it. */
  holder: Record<string, unknown>;
  path: Path;
  key: string;
  /** The schema of the object, and the properties that it declares. */
  schema: Schema;
  properties: Record<string, Schema>;
  /** The declared property that looks the same, with letters of other alphabets. */
  twin: string | undefined;
}

/**
 * Returns the properties in a JSON value that its schema does not declare, such as misspelt ones. Skips objects whose schema declares no
 * properties. If the schema has `additionalProperties`, returns only properties whose names look like a declared one, such as with letters
 * of another alphabet.
 */
export const undeclaredKeys = memoizeLast((schema: Schema, value: unknown): readonly UndeclaredKey[] => {
  const found: UndeclaredKey[] = [];
  eachDeclaredWith(hasProperties, schema, value, (pathHere, applicable, holder) => {
    const { properties } = applicable;
    if (!properties || !isObject(holder)) return;
    for (const key of Object.keys(holder)) {
      const isDeclared =
        Object.hasOwn(properties, key) ||
        applicable.required?.includes(key) ||
        (applicable.patternProperties && propertySchema(applicable, key));
      if (isDeclared) continue;
      const twin = similarProperty(key, properties);
      // Called for each event of a trace, most of which have such properties: only few need a path.
      if (twin === undefined && applicable.additionalProperties !== undefined) continue;
      found.push({ holder, path: [...pathHere(), key], key, schema: applicable, properties, twin });
    }
  });
  return found;
});

const hasProperties = (schema: Schema) => schema.properties !== undefined;

function similarProperty(key: string, properties: Record<string, Schema>): string | undefined {
  return namesBySkeleton(properties).get(confusableSkeleton(key));
}

const namesBySkeleton = memoizeByObject(
  (properties: Record<string, Schema>) =>
    new Map(Object.keys(properties).map(name => [confusableSkeleton(name), name])),
);
