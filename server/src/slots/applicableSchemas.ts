import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { memoizeByObjects } from '../text/memoize';
import { isObject } from '../text/pointer';
import { matchesSchema } from './matchesSchema';

/**
 * Flattens the schema of one value: follows references, merges `allOf`, and decides `if` by the value. Returns the same
 * object for all values with the same decisions, so that results can be cached by it. `root` is the schema that
 * references point into.
 */
export function applicableSchema(schema: Schema, root: Schema, value: unknown): Schema {
  if (!schema.$ref && !schema.allOf && !schema.if) return schema;
  const known = flatSchemas(root, schema);
  const decided = decisions(schema, root, value);
  let flat = known.get(decided);
  if (!flat) {
    flat = flattenSchema(schema, root, value);
    known.set(decided, flat);
  }
  return flat;
}

// By root, by schema, by the outcomes of its conditions: few schemas have several conditions, and few of their
// combinations occur.
const flatSchemas = memoizeByObjects((_root: Schema, _schema: Schema) => new Map<string, Schema>());

/** The outcomes of a schema's conditions for a value, in order. */
function decisions(schema: Schema, root: Schema, value: unknown): string {
  let decided = schema.$ref ? decisions(resolveReference(schema.$ref, root), root, value) : '';
  for (const part of schema.allOf ?? []) decided += decisions(part, root, value);
  if (!schema.if) return decided;
  const isMet = isMetBy(schema.if, value);
  const branch = isMet ? schema.then : schema.else;
  return `${decided}${isMet ? 'y' : 'n'}${branch ? decisions(branch, root, value) : ''}`;
}

// A missing value is treated as an empty object.
function isMetBy(condition: Schema, value: unknown): boolean {
  return matchesSchema(condition, value ?? {});
}

function flattenSchema(schema: Schema, root: Schema, value: unknown): Schema {
  const { $ref, allOf, if: condition, then, else: otherwise, ...own } = schema;
  let result: Schema = own;
  if ($ref) result = mergeSchemas(applicableSchema(resolveReference($ref, root), root, value), result);
  for (const part of allOf ?? []) result = mergeSchemas(result, applicableSchema(part, root, value));
  if (condition) {
    const branch = isMetBy(condition, value) ? then : otherwise;
    if (branch) result = mergeSchemas(result, applicableSchema(branch, root, value));
  }
  return result;
}

/** Resolves a `$ref`; returns an empty schema where it leads nowhere. */
export function resolveReference($ref: string, root: Schema): Schema {
  const name = $ref.startsWith(DEFINITIONS) ? $ref.slice(DEFINITIONS.length) : '';
  return root.definitions?.[name] ?? {};
}

const DEFINITIONS = '#/definitions/';

/** Merges two schemas; where both have a keyword, the second is the stricter and wins. */
function mergeSchemas(one: Schema, two: Schema): Schema {
  const properties: Record<string, Schema> = { ...one.properties };
  for (const [key, schema] of Object.entries(two.properties ?? {})) {
    const before = properties[key];
    properties[key] = before ? mergeSchemas(before, schema) : schema;
  }
  const required = [...new Set([...(one.required ?? []), ...(two.required ?? [])])];
  return {
    ...one,
    ...two,
    ...(one.properties || two.properties ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The applicable schema of the value at a path; undefined where the schema has none. */
export function schemaAt(schema: Schema, value: unknown, path: Path): Schema | undefined {
  let here: Schema | undefined = applicableSchema(schema, schema, value);
  let current = value;
  for (const step of path) {
    const below: Schema | undefined = typeof step === 'number' ? here.items : propertySchema(here, step);
    if (!below) return undefined;
    current =
      isObject(current) || Array.isArray(current) ? (current as Record<string | number, unknown>)[step] : undefined;
    here = applicableSchema(below, schema, current);
  }
  return here;
}

/** The schema of one property of an object: its declared one, else that of other properties. */
export function propertySchema(schema: Schema, key: string): Schema | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}
