import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { isObject } from '../text/jsonPointer';
import { memoizeByObject, memoizeByObjects } from '../text/memoize';

/**
 * Resolves the JSON schema for one value: follows references from `root`, merges members of `allOf`, and evaluates each `if` for the value.
 * Declares what any alternative of `anyOf` and `oneOf` declares. Returns the same object for all values for which the conditions have the same
 * outcomes, so that callers can cache results by this object.
 */
export function applicableSchema(schema: Schema, root: Schema, value: unknown): Schema {
  if (!schema.$ref && !schema.allOf && !schema.if && !hasAlternatives(schema)) return schema;
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
export function isConditional(schema: Schema, root: Schema): boolean {
  const { $ref, allOf = [], if: condition } = schema;
  if (condition) return true;
  return (
    ($ref !== undefined && isConditional(resolveReference($ref, root), root)) ||
    [...allOf, ...alternativesOf(schema)].some(subschema => isConditional(subschema, root))
  );
}

/** Returns whether a schema has alternatives, of which any may be the one that the author means. */
export function hasAlternatives({ anyOf, oneOf }: Schema): boolean {
  return anyOf !== undefined || oneOf !== undefined;
}

/** Returns the members of `anyOf` and `oneOf`. */
export function alternativesOf({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  return oneOf.length === 0 ? anyOf : [...anyOf, ...oneOf];
}

/** Returns the outcomes of a schema's conditions for a value, in order. */
function conditionOutcomes(schema: Schema, root: Schema, value: unknown): string {
  let outcomes = schema.$ref ? conditionOutcomes(resolveReference(schema.$ref, root), root, value) : '';
  for (const subschema of schema.allOf ?? []) outcomes += conditionOutcomes(subschema, root, value);
  if (hasAlternatives(schema))
    for (const one of alternativesOf(schema)) outcomes += conditionOutcomes(one, root, value);
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
    const [branch, other] = isMetBy(condition, value) ? [then, otherwise] : [otherwise, then];
    if (branch) result = mergeSchemas(result, applicableSchema(branch, root, value));
    const elsewhere = Object.keys((other && applicableSchema(other, root, {}).properties) ?? {});
    if (elsewhere.length > 0) result = mergeSchemas(result, { elsewhere });
  }
  if (!hasAlternatives(schema)) return result;
  const either = alternativesOf(schema)
    .map(one => applicableSchema(one, root, value))
    .reduce((one, other) => mergeMembers(one, other, eitherOf), {});
  return { ...result, ...mergeMembers(either, result, (one, own) => bothOf({ anyOf: [one] }, own)) };
}

/** Returns a schema with what it requires and declares by a reference and by `allOf`, whatever the value: not by an `if`. */
export const withIncluded = memoizeByObject((schema: Schema) => including(schema, schema));

function including(schema: Schema, root: Schema, depth = 0): Schema {
  const { $ref, allOf = [] } = schema;
  if (($ref === undefined && allOf.length === 0) || depth > MOST_INCLUDED) return schema;
  const inner = (one: Schema) => including(one, root, depth + 1);
  const base = $ref === undefined ? [] : [inner(resolveReference($ref, root))];
  // A member of `allOf` is stricter: its constant is kept beside a list of values.
  const all = [...base, schema, ...allOf.map(inner)];
  return {
    ...schema,
    required: [...new Set(all.flatMap(one => one.required ?? []))],
    properties: all.reduce((one, other) => mergeMembers(one, other, bothOf), {}).properties ?? {},
  };
}

const MOST_INCLUDED = 8;

/** Resolves a `$ref`; returns an empty schema if there is no such definition. */
export function resolveReference($ref: string, root: Schema): Schema {
  const name = $ref.startsWith(DEFINITIONS) ? $ref.slice(DEFINITIONS.length) : '';
  return root.definitions?.[name] ?? {};
}

const DEFINITIONS = '#/definitions/';

/** Merges two schemas. Of two limits or lists of values, both hold; for any other keyword of both, the second one wins, since it is stricter. */
function mergeSchemas(base: Schema, stricter: Schema): Schema {
  const required = [...new Set([...(base.required ?? []), ...(stricter.required ?? [])])];
  // The values of all alternatives, after that of the one that holds now.
  const { const: _, ...others } = base;
  return {
    ...(stricter.enum && stricter.const === undefined ? others : base),
    ...stricter,
    ...commonChoices(base, stricter),
    ...mergeMembers(base, stricter, bothOf),
    ...limit('minimum', Math.max(base.minimum ?? -Infinity, stricter.minimum ?? -Infinity)),
    ...limit('maximum', Math.min(base.maximum ?? Infinity, stricter.maximum ?? Infinity)),
    ...(required.length > 0 ? { required } : {}),
    ...(base.elsewhere && stricter.elsewhere && { elsewhere: [...base.elsewhere, ...stricter.elsewhere] }),
  };
}

function limit(keyword: 'minimum' | 'maximum', value: number): Schema {
  return Number.isFinite(value) ? { [keyword]: value } : {};
}

/** Returns the values that two schemas list, with their descriptions. */
function commonChoices(base: Schema, { enum: choices = [], enumDescriptions: about }: Schema): Schema {
  const kept = choices.flatMap((choice, at) => (base.enum?.some(one => isSameJson(one, choice)) ? [at] : []));
  if (kept.length === 0 || kept.length === choices.length) return {};
  return { enum: kept.map(at => choices[at]), ...(about && { enumDescriptions: kept.map(at => about[at] ?? '') }) };
}

type Merge = (one: Schema, other: Schema) => Schema;

function bothOf(one: Schema, other: Schema): Schema {
  const { $ref, allOf, if: condition, then, else: otherwise, anyOf, oneOf, ...own } = mergeSchemas(one, other);
  return $ref || allOf || condition || anyOf || oneOf ? { ...own, allOf: [one, other] } : own;
}

const bothNamed = memoizeByObjects(bothOf);

function eitherOf(one: Schema, other: Schema): Schema {
  return { anyOf: [one, other] };
}

/** Merges what two schemas declare of properties and items. Merges references and alternatives only when a value leads there. */
function mergeMembers(base: Schema, stricter: Schema, merge: Merge): Schema {
  const merged = (one: Schema | undefined, other: Schema | undefined) =>
    one && other && one !== other ? merge(one, other) : (other ?? one);
  const properties: Record<string, Schema> = { ...base.properties };
  for (const [key, schema] of Object.entries(stricter.properties ?? {})) {
    properties[key] = merged(Object.hasOwn(properties, key) ? properties[key] : undefined, schema) as Schema;
  }
  const patternProperties = [...(base.patternProperties ?? []), ...(stricter.patternProperties ?? [])];
  const [first, other] = [base.additionalProperties, stricter.additionalProperties];
  const additionalProperties =
    typeof first === 'object' && typeof other === 'object' ? merged(first, other) : (other ?? first);
  const items = merged(base.items, stricter.items);
  const length = Math.max(base.prefixItems?.length ?? 0, stricter.prefixItems?.length ?? 0);
  const prefixItems = Array.from({ length }, (_, at) => merged(childSchema(base, at), childSchema(stricter, at)) ?? {});
  return {
    ...(base.properties || stricter.properties ? { properties } : {}),
    ...(patternProperties.length > 0 ? { patternProperties } : {}),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
    ...(length > 0 ? { prefixItems } : {}),
    ...(items ? { items } : {}),
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
  const named = schema.patternProperties?.filter(({ matches }) => matches(key));
  if (named && named.length > 0) return named.map(one => one.schema).reduce(bothNamed);
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
