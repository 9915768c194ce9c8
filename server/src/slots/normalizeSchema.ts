import type { Schema } from '../model/schema';
import { escapeMarkdown } from '../text/escapeMarkdown';
import { memoizeByObject } from '../text/memoize';
import { atPath, isObject, parsePointer } from '../text/pointer';

/**
 * Normalizes a schema from a file so that it can be traversed: drops keywords of the wrong type, resolves references,
 * and cuts off subschemas that are too large or recursive. For completion and hover, not for validation. Returns the same object for
 * the same schema.
 */
export function normalizeSchema(schema: unknown): Schema {
  return isObject(schema) ? normalizeObject(schema) : {};
}

const normalizeObject = memoizeByObject((schema: object) =>
  normalize(schema, { root: schema, remaining: { schemas: MAX_SCHEMAS }, depth: 0, resolving: [] }),
);

// More than anyone writes by hand for one tool.
const MAX_SCHEMAS = 2000;
const MAX_DEPTH = 16;
// A recursive list is expanded this many times.
const MAX_RECURSION = 2;

interface NormalizeOptions {
  root: object;
  remaining: { schemas: number };
  depth: number;
  /** The references that are being resolved. */
  resolving: readonly string[];
}

function normalize(raw: unknown, options: NormalizeOptions): Schema {
  if (!isObject(raw) || options.depth > MAX_DEPTH || --options.remaining.schemas < 0) return {};
  // Ignores other keywords next to a reference.
  if (typeof raw.$ref === 'string') return normalizeReference(raw.$ref, options);
  const below = { ...options, depth: options.depth + 1 };
  const schema: Schema = {
    ...normalizeAnnotations(raw),
    ...normalizeLimits(raw),
    ...normalizeStructure(raw, below),
    ...normalizeConditions(raw, below),
  };
  return withAlternatives(schema, raw, below);
}

function normalizeReference($ref: string, options: NormalizeOptions): Schema {
  const { resolving, root } = options;
  if (!/^#(?:\/|$)/.test($ref) || resolving.filter(reference => reference === $ref).length >= MAX_RECURSION) return {};
  return normalize(atPath(root, parsePointer($ref.slice(1))), {
    ...options,
    depth: options.depth + 1,
    resolving: [...resolving, $ref],
  });
}

function normalizeAnnotations({
  title,
  description,
  markdownDescription,
  default: initial,
  examples,
  format,
}: RawSchema): Schema {
  const samples = [initial, ...(Array.isArray(examples) ? examples : [])].filter(sample => sample !== undefined);
  const about = [description, markdownDescription].find(text => typeof text === 'string');
  return {
    ...(typeof title === 'string' && { title }),
    // Escaped, since text from a file must not act as markup in our Markdown.
    ...(typeof about === 'string' && { markdownDescription: escapeMarkdown(about) }),
    ...(initial !== undefined && { default: initial }),
    ...(samples.length > 0 && { examples: samples }),
    ...(typeof format === 'string' && { format }),
    ...(format === 'date-time' && { 'x-slot': 'time' }),
  };
}

type RawSchema = Record<string, unknown>;

function normalizeLimits(raw: RawSchema): Schema {
  const { type, enum: choices, pattern } = raw;
  const types = [type].flat().filter((name): name is string => TYPES.has(name));
  const numbers = NUMBERS.flatMap(key => (typeof raw[key] === 'number' ? [[key, raw[key]] as const] : []));
  return {
    ...(types.length > 0 && { type: types.length === 1 && types[0] !== undefined ? types[0] : types }),
    ...(Array.isArray(choices) && choices.length > 0 && { enum: choices }),
    ...(raw['const'] !== undefined && { const: raw['const'] }),
    ...(typeof pattern === 'string' && { pattern }),
    ...Object.fromEntries(numbers),
  };
}

const TYPES: ReadonlySet<unknown> = new Set(['null', 'array', 'object', 'string', 'number', 'integer', 'boolean']);
const NUMBERS = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
] as const;

function normalizeStructure(
  { properties, additionalProperties, required, items }: RawSchema,
  below: NormalizeOptions,
): Schema {
  return {
    ...(isObject(properties) && {
      // `__proto__` is not a valid argument name.
      properties: Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => name !== '__proto__')
          .map(([name, schema]) => [name, normalize(schema, below)]),
      ),
    }),
    ...(typeof additionalProperties === 'boolean' && { additionalProperties }),
    ...(isObject(additionalProperties) && { additionalProperties: normalize(additionalProperties, below) }),
    ...(Array.isArray(required) && {
      required: [...new Set(required.filter(name => typeof name === 'string' && name !== '__proto__'))],
    }),
    ...(isObject(items) && { items: normalize(items, below) }),
  };
}

function normalizeConditions(raw: RawSchema, below: NormalizeOptions): Schema {
  const { allOf } = raw;
  const single = BRANCHES.flatMap(key => (isObject(raw[key]) ? [[key, normalize(raw[key], below)] as const] : []));
  return {
    ...(Array.isArray(allOf) && { allOf: allOf.map(subschema => normalize(subschema, below)) }),
    ...Object.fromEntries(single),
  };
}

const BRANCHES = ['if', 'then', 'else', 'not'] as const;

/** Adds the first alternative that is not `null`; several constants become an enum. */
function withAlternatives(schema: Schema, { anyOf, oneOf }: RawSchema, below: NormalizeOptions): Schema {
  const rawAlternatives = [anyOf, oneOf].find(Array.isArray);
  if (!rawAlternatives || schema.type !== undefined || schema.enum !== undefined) return schema;
  const alternatives = rawAlternatives.map(subschema => normalize(subschema, below));
  if (alternatives.length > 0 && alternatives.every(alternative => alternative.const !== undefined)) {
    const about = alternatives.map(
      alternative => alternative.markdownDescription ?? escapeMarkdown(alternative.title ?? ''),
    );
    return {
      ...schema,
      enum: alternatives.map(alternative => alternative.const),
      ...(about.some(text => text !== '') && { enumDescriptions: about }),
    };
  }
  const first = alternatives.find(alternative => alternative.type !== 'null');
  const types = [...new Set(alternatives.flatMap(alternative => alternative.type ?? []))];
  return { ...first, ...(types.length > 1 && { type: types }), ...schema };
}
