import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { isObject } from '../text/jsonPointer';
import { memoizeByObjects } from '../text/memoize';

/**
 * Returns the schema that applies to one value, without references, `allOf` and `if`. References are followed from `root`, members of `allOf`
 * are merged, and each `if` is evaluated for the value. Returns the same object for all values for which the conditions have the same
 * outcomes, so that callers can cache results by this object.
 */
export function applicableSchema(schema: Schema, root: Schema, value: unknown): Schema {
  if (!schema.$ref && !schema.allOf && !schema.if) return schema;
  const cached = flatSchemas(root, schema);
  const outcomes = conditionOutcomes(schema, root, value);
  let flat = cached.get(outcomes);
  if (!flat) {
    flat = flattenSchema(schema, root, value);
    cached.set(outcomes, flat);
  }
  return flat;
}

// Keyed by root, by schema, by the outcomes of its conditions: few schemas have several conditions, and few combinations
// of outcomes occur.
const flatSchemas = memoizeByObjects((_root: Schema, _schema: Schema) => new Map<string, Schema>());

/** Returns whether the applicable schema depends on the value: whether there is an `if` here, not in properties or items. */
export function isConditional({ $ref, allOf = [], if: condition }: Schema, root: Schema): boolean {
  if (condition) return true;
  return (
    ($ref !== undefined && isConditional(resolveReference($ref, root), root)) ||
    allOf.some(subschema => isConditional(subschema, root))
  );
}

/** Returns the outcomes of a schema's conditions for a value, in order. */
function conditionOutcomes(schema: Schema, root: Schema, value: unknown): string {
  let outcomes = schema.$ref ? conditionOutcomes(resolveReference(schema.$ref, root), root, value) : '';
  for (const subschema of schema.allOf ?? []) outcomes += conditionOutcomes(subschema, root, value);
  if (!schema.if) return outcomes;
  const isMet = isMetBy(schema.if, value);
  const branch = isMet ? schema.then : schema.else;
  return `${outcomes}${isMet ? 'y' : 'n'}${branch ? conditionOutcomes(branch, root, value) : ''}`;
}

// A missing value is treated as an empty object.
function isMetBy(condition: Schema, value: unknown): boolean {
  return matchesSchema(condition, value ?? {});
}

function flattenSchema(schema: Schema, root: Schema, value: unknown): Schema {
  const { $ref, allOf, if: condition, then, else: otherwise, ...own } = schema;
  let result: Schema = own;
  if ($ref) result = mergeSchemas(applicableSchema(resolveReference($ref, root), root, value), result);
  for (const subschema of allOf ?? []) result = mergeSchemas(result, applicableSchema(subschema, root, value));
  if (condition) {
    const branch = isMetBy(condition, value) ? then : otherwise;
    if (branch) result = mergeSchemas(result, applicableSchema(branch, root, value));
  }
  return result;
}

/** Resolves a `$ref`; returns an empty schema if there is no such definition. */
export function resolveReference($ref: string, root: Schema): Schema {
  const name = $ref.startsWith(DEFINITIONS) ? $ref.slice(DEFINITIONS.length) : '';
  return root.definitions?.[name] ?? {};
}

const DEFINITIONS = '#/definitions/';

/** Merges two schemas; for a keyword of both, the second one wins, since it is stricter. */
function mergeSchemas(base: Schema, stricter: Schema): Schema {
  const properties: Record<string, Schema> = { ...base.properties };
  for (const [key, schema] of Object.entries(stricter.properties ?? {})) {
    const baseProperty = properties[key];
    properties[key] = baseProperty ? mergeSchemas(baseProperty, schema) : schema;
  }
  const required = [...new Set([...(base.required ?? []), ...(stricter.required ?? [])])];
  // The values of all alternatives, after that of the one that holds now.
  const { const: _, ...others } = base;
  return {
    ...(stricter.enum && stricter.const === undefined ? others : base),
    ...stricter,
    ...(base.properties || stricter.properties ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Returns the applicable schema of the value at a path; undefined if the schema declares nothing there. */
export function schemaAt(schema: Schema, value: unknown, path: Path): Schema | undefined {
  let applicable: Schema | undefined = applicableSchema(schema, schema, value);
  let current = value;
  for (const step of path) {
    const child: Schema | undefined = childSchema(applicable, step);
    if (!child) return undefined;
    current =
      isObject(current) || Array.isArray(current) ? (current as Record<string | number, unknown>)[step] : undefined;
    applicable = applicableSchema(child, schema, current);
  }
  return applicable;
}

/** Returns the schema of an element of a list, or of a property of an object. */
export function childSchema(schema: Schema, step: string | number): Schema | undefined {
  return typeof step === 'number' ? (schema.prefixItems?.[step] ?? schema.items) : propertySchema(schema, step);
}

/** Returns the schema of a property: the declared one, otherwise the one of a matching pattern, otherwise of additional properties. */
export function propertySchema(schema: Schema, key: string): Schema | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  const named = schema.patternProperties?.find(({ matches }) => matches(key));
  if (named) return named.schema;
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/**
 * Checks a value against the schema of an `if`. Supports only the keywords that conditions use. Unlike the compiled
 * validators, it is for the cursor, where values are still missing.
 */
export function matchesSchema(schema: Schema, value: unknown): boolean {
  if ('const' in schema && !isSameJson(schema.const, value)) return false;
  if (schema.enum && !schema.enum.some(choice => isSameJson(choice, value))) return false;
  if (schema.type && !isOfType(value, schema.type)) return false;
  if (schema.not && matchesSchema(schema.not, value)) return false;
  if (schema.allOf && !schema.allOf.every(subschema => matchesSchema(subschema, value))) return false;
  if (schema.anyOf && !schema.anyOf.some(subschema => matchesSchema(subschema, value))) return false;
  if (!isObject(value)) return true;
  if (schema.required?.some(key => !Object.hasOwn(value, key))) return false;
  for (const key in schema.properties) {
    if (Object.hasOwn(value, key) && !matchesSchema(schema.properties[key] as Schema, value[key])) return false;
  }
  return true;
}

function isSameJson(left: unknown, right: unknown): boolean {
  return left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right));
}

/** Returns whether a value has a JSON Schema type, or one of several. */
export function isOfType(value: unknown, type: string | readonly string[]): boolean {
  if (typeof type !== 'string') return type.some(allowed => isOfType(value, allowed));
  if (type === 'integer') return Number.isInteger(value);
  return jsonType(value) === type;
}

/** Returns the JSON type of a value, as schemas name it. */
export function jsonType(value: unknown): 'null' | 'array' | 'object' | 'string' | 'number' | 'boolean' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}
