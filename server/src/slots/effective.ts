import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { isObject } from '../text/pointer';
import { holds } from './holds';

/**
 * What a schema asks of one value, in a single flat schema: references followed, `allOf` folded in, `if` decided by the
 * value. `root` is the schema that references point into.
 */
export function effective(schema: Schema, root: Schema, value: unknown): Schema {
  if (!schema.$ref && !schema.allOf && !schema.if) return schema;
  const { $ref, allOf, if: condition, then, else: otherwise, ...own } = schema;
  let result: Schema = own;
  if ($ref) result = merged(effective(referred($ref, root), root, value), result);
  for (const part of allOf ?? []) result = merged(result, effective(part, root, value));
  if (condition) {
    // What is not written yet is begun as an empty object.
    const branch = holds(condition, value ?? {}) ? then : otherwise;
    if (branch) result = merged(result, effective(branch, root, value));
  }
  return result;
}

function referred($ref: string, root: Schema): Schema {
  const name = /^#\/definitions\/(.+)$/.exec($ref)?.[1];
  return (name && root.definitions?.[name]) || {};
}

/** Both schemas at once; where both speak of one keyword the second is the stricter and wins. */
function merged(one: Schema, two: Schema): Schema {
  const properties: Record<string, Schema> = { ...one.properties };
  for (const [key, schema] of Object.entries(two.properties ?? {})) {
    const before = properties[key];
    properties[key] = before ? merged(before, schema) : schema;
  }
  const required = [...new Set([...(one.required ?? []), ...(two.required ?? [])])];
  return {
    ...one,
    ...two,
    ...(one.properties || two.properties ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The effective schema of the value at a path; none where the schema says nothing of it. */
export function schemaAt(schema: Schema, value: unknown, path: Path): Schema | undefined {
  let here: Schema | undefined = effective(schema, schema, value);
  let current = value;
  for (const step of path) {
    const below: Schema | undefined = typeof step === 'number' ? here.items : propertySchema(here, step);
    if (!below) return undefined;
    current =
      isObject(current) || Array.isArray(current) ? (current as Record<string | number, unknown>)[step] : undefined;
    here = effective(below, schema, current);
  }
  return here;
}

/** The schema of one property of an object: as declared, else as any other property may be. */
export function propertySchema(schema: Schema, key: string): Schema | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}
