import type { Schema } from '../model/schema';
import { isObject } from '../text/jsonPointer';
import { memoizeByObject } from '../text/memoize';
import { resolveReference } from './applicableSchemas';
import { linkSchema } from './linkSchema';
import { rewriteAlternatives } from './rewriteAlternatives';
import { sanitizeSchema } from './sanitizeSchema';
import { isTooLarge, withSubschemas } from './subschemas';

/**
 * Converts the schema of a tool's arguments for embedding in the schema of an envelope: replaces each reference by its target. A schema that
 * contains itself is repeated twice, and then allows everything. Serves completion and hover, not validation. Returns the same object for the
 * same schema.
 */
export function embeddableToolSchema(schema: unknown): Schema {
  return isObject(schema) ? normalizeObject(schema) : {};
}

const normalizeObject = memoizeByObject((schema: object): Schema => {
  if (isTooLarge(schema)) return {};
  const root = sanitizeSchema(rewriteAlternatives(linkSchema(schema as Record<string, unknown>).schema));
  return expand(root, { root, remaining: { schemas: MAX_SCHEMAS }, depth: 0, resolving: [] });
});

// More than anyone writes by hand for one tool.
const MAX_SCHEMAS = 2000;
const MAX_DEPTH = 16;
// A recursive list is expanded this many times.
const MAX_RECURSION = 2;

interface ExpandOptions {
  root: Schema;
  remaining: { schemas: number };
  depth: number;
  /** The references that are being resolved. */
  resolving: readonly string[];
}

function expand(schema: Schema, options: ExpandOptions): Schema {
  const { root, remaining, depth, resolving } = options;
  if (depth > MAX_DEPTH || --remaining.schemas < 0) return {};
  const { $ref, definitions: _, ...own } = schema;
  const below = { ...options, depth: depth + 1 };
  const expanded = withSubschemas(own as Record<string, unknown>, one => expand(one as Schema, below)) as Schema;
  const { patternProperties } = own;
  if (patternProperties) {
    expanded.patternProperties = patternProperties.map(one => ({ ...one, schema: expand(one.schema, below) }));
  }
  const result = withSamples(expanded);
  if ($ref === undefined || resolving.filter(reference => reference === $ref).length >= MAX_RECURSION) return result;
  return { ...expand(resolveReference($ref, root), { ...below, resolving: [...resolving, $ref] }), ...result };
}

function withSamples(schema: Schema): Schema {
  const { default: initial, examples = [], format } = schema;
  return {
    ...schema,
    ...(initial !== undefined && { examples: [initial, ...examples] }),
    ...(format === 'date-time' && { 'x-slot': 'time' }),
  };
}
