import type { Schema } from '../model/schema';
import { escapeMarkdown } from '../text/markdown/escapeMarkdown';
import { memoizeByObject } from '../text/memoize';
import { atPath, isObject, parsePointer } from '../text/pointer';

/**
 * Normalizes a schema from a file so that it can be traversed: drops keywords of the wrong type, resolves references,
 * and cuts off what is too large or recursive. For completion and hover; validity is decided by the validator. Returns
 * the same object for the same schema.
 */
export function normalizeSchema(schema: unknown): Schema {
  return isObject(schema) ? normalizeObject(schema) : {};
}

const normalizeObject = memoizeByObject((schema: object) =>
  normalize(schema, { root: schema, left: { schemas: MOST }, depth: 0, inside: [] }),
);

// More than anyone writes by hand for one tool.
const MOST = 2000;
const DEEPEST = 16;
// A recursive list is expanded this many times.
const MOST_WITHIN_ITSELF = 2;

interface NormalizeContext {
  root: object;
  left: { schemas: number };
  depth: number;
  /** The references that are being resolved. */
  inside: readonly string[];
}

function normalize(given: unknown, context: NormalizeContext): Schema {
  if (!isObject(given) || context.depth > DEEPEST || --context.left.schemas < 0) return {};
  // Keywords beside a reference are ignored.
  if (typeof given.$ref === 'string') return normalizeReference(given.$ref, context);
  const below = { ...context, depth: context.depth + 1 };
  const schema: Schema = {
    ...normalizeAnnotations(given),
    ...normalizeLimits(given),
    ...normalizeStructure(given, below),
    ...normalizeConditions(given, below),
  };
  return withAlternatives(schema, given, below);
}

function normalizeReference($ref: string, context: NormalizeContext): Schema {
  const { inside, root } = context;
  if (!/^#(?:\/|$)/.test($ref) || inside.filter(one => one === $ref).length >= MOST_WITHIN_ITSELF) return {};
  return normalize(atPath(root, parsePointer($ref.slice(1))), {
    ...context,
    depth: context.depth + 1,
    inside: [...inside, $ref],
  });
}

function normalizeAnnotations({
  title,
  description,
  markdownDescription,
  default: initial,
  examples,
  format,
}: Given): Schema {
  const worth = [initial, ...(Array.isArray(examples) ? examples : [])].filter(one => one !== undefined);
  const about = [description, markdownDescription].find(one => typeof one === 'string');
  return {
    ...(typeof title === 'string' && { title }),
    // Markdown from a file would become our markup.
    ...(typeof about === 'string' && { markdownDescription: escapeMarkdown(about) }),
    ...(initial !== undefined && { default: initial }),
    ...(worth.length > 0 && { examples: worth }),
    ...(typeof format === 'string' && { format }),
    ...(format === 'date-time' && { 'x-slot': 'time' }),
  };
}

type Given = Record<string, unknown>;

function normalizeLimits(given: Given): Schema {
  const { type, enum: choices, pattern } = given;
  const types = [type].flat().filter((one): one is string => TYPES.has(one));
  const numbers = NUMBERS.flatMap(key => (typeof given[key] === 'number' ? [[key, given[key]] as const] : []));
  return {
    ...(types.length > 0 && { type: types.length === 1 && types[0] !== undefined ? types[0] : types }),
    ...(Array.isArray(choices) && choices.length > 0 && { enum: choices }),
    ...(given['const'] !== undefined && { const: given['const'] }),
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
  { properties, additionalProperties, required, items }: Given,
  below: NormalizeContext,
): Schema {
  return {
    ...(isObject(properties) && {
      // `__proto__` is no valid argument name.
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

function normalizeConditions(given: Given, below: NormalizeContext): Schema {
  const { allOf } = given;
  const single = BRANCHES.flatMap(key => (isObject(given[key]) ? [[key, normalize(given[key], below)] as const] : []));
  return {
    ...(Array.isArray(allOf) && { allOf: allOf.map(one => normalize(one, below)) }),
    ...Object.fromEntries(single),
  };
}

const BRANCHES = ['if', 'then', 'else', 'not'] as const;

/** Of several alternatives, keeps the first one that is more than `null`; several constants become an enum. */
function withAlternatives(schema: Schema, { anyOf, oneOf }: Given, below: NormalizeContext): Schema {
  const given = [anyOf, oneOf].find(Array.isArray);
  if (!given || schema.type !== undefined || schema.enum !== undefined) return schema;
  const ways = given.map(one => normalize(one, below));
  if (ways.length > 0 && ways.every(way => way.const !== undefined)) {
    const about = ways.map(way => way.markdownDescription ?? escapeMarkdown(way.title ?? ''));
    return {
      ...schema,
      enum: ways.map(way => way.const),
      ...(about.some(text => text !== '') && { enumDescriptions: about }),
    };
  }
  const first = ways.find(way => way.type !== 'null');
  const types = [...new Set(ways.flatMap(way => way.type ?? []))];
  return { ...first, ...(types.length > 1 && { type: types }), ...schema };
}
