import type { Schema, Severity } from '../model/schema';
import { truncate, UNPRINTABLE } from '../shared/shownText';
import { boundedPattern } from '../text/boundedPattern';
import { decodeUri } from '../text/decodeUri';
import { escapeMarkdown } from '../text/escapeMarkdown';
import { atPath, isObject, parsePointer } from '../text/jsonPointer';
import { type RawSchema, subschemasOf } from './subschemas';

/**
 * Converts an untrusted JSON schema for hover and completion. Keeps valid keywords that describe values, and removes markup from texts. Different
 * spellings of one requirement become the same, such as `items` and `prefixItems` of older and newer drafts of JSON Schema. Validators use the
 * original schema.
 *
 * @param value the schema, after `linkSchema`: references lead to places in it
 */
export function sanitizeSchema(value: unknown): Schema {
  const targets = new Map<string, unknown>();
  const reading: Reading = { root: value, targets, isCondition: false };
  const schema = readSchema(value, reading);
  const definitions: Record<string, Schema> = { ...schema.definitions };
  // Grows as targets refer to others.
  for (const [name, target] of targets) definitions[name] ??= readSchema(target, reading);
  return Object.keys(definitions).length > 0 ? { ...schema, definitions } : schema;
}

interface Reading {
  root: unknown;
  /** Targets of references that are not definitions of the root, by the name that they get among the definitions. */
  targets: Map<string, unknown>;
  /** The schema is a condition, to which nothing may be added. */
  isCondition: boolean;
}

function readSchema(value: unknown, reading: Reading): Schema {
  if (!isObject(value)) return value === false ? { not: {} } : {};
  const schema: Record<string, unknown> = {};
  for (const [keyword, read] of READERS) {
    const known = Object.hasOwn(value, keyword) ? read(value[keyword], reading) : undefined;
    if (known !== undefined) schema[keyword] = known;
  }
  const about = value.markdownDescription ?? value.description;
  if (typeof about === 'string') schema.markdownDescription = escapeMarkdown(about.slice(0, LONGEST));
  readItems(value, schema, reading);
  schema.additionalProperties ??= others(value.unevaluatedProperties, reading);
  if (schema.additionalProperties === undefined) delete schema.additionalProperties;
  const definitions = { ...schemas(value.$defs, reading), ...schemas(value.definitions, reading) };
  if (Object.keys(definitions).length > 0) schema.definitions = definitions;
  const conditions = reading.isCondition
    ? []
    : [...demands(value, reading), ...firstAlternative(value, reading), ...eitherBranch(schema, value)];
  if (conditions.length > 0) schema.allOf = [...((schema.allOf as Schema[] | undefined) ?? []), ...conditions];
  return schema;
}

const LONGEST = 4000;

function readItems(value: RawSchema, schema: Schema, reading: Reading): void {
  const isTuple = Array.isArray(value.items);
  const prefix = inners(isTuple ? value.items : value.prefixItems, reading);
  const rest = isTuple ? value.additionalItems : (value.items ?? value.unevaluatedItems);
  const items = inner(rest, reading);
  if (prefix) schema.prefixItems = prefix;
  if (items && rest !== true) schema.items = items;
}

/** Returns what properties demand of the object that has them, as conditions. */
function demands({ dependentRequired, dependentSchemas, dependencies }: RawSchema, reading: Reading): Schema[] {
  const all = [dependentRequired, dependentSchemas, dependencies].filter(isObject).flatMap(one => Object.entries(one));
  return all.map(([name, demanded]): Schema => {
    const required = texts(demanded);
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return { if: { required: [name] }, then: required ? { required } : readSchema(demanded, reading) };
  });
}

/** Returns the first of several alternatives that can't be distinguished; completion offers that one. */
function firstAlternative({ anyOf, oneOf, type, properties, enum: choices }: RawSchema, reading: Reading): Schema[] {
  const alternatives = [anyOf, oneOf].find(one => Array.isArray(one) && one.length > 0) as unknown[] | undefined;
  if (!alternatives || type !== undefined || properties !== undefined || choices !== undefined) return [];
  return [readSchema(alternatives[0], reading)];
}

/** Replaces an `if` that `matchesSchema` can't decide by alternatives: either branch may hold. */
function eitherBranch(schema: Schema, value: RawSchema): Schema[] {
  if (schema.if === undefined || isDecidable(value.if)) return [];
  const branches = [schema.then, schema.else].map(one => one ?? {});
  for (const keyword of ['if', 'then', 'else'] as const) delete schema[keyword];
  return [{ anyOf: branches }];
}

/** Returns whether `matchesSchema` knows all keywords of a condition. */
function isDecidable(value: unknown): boolean {
  if (!isObject(value)) return true;
  return (
    Object.keys(value).every(keyword => DECIDABLE.has(keyword) || keyword.startsWith('x-')) &&
    subschemasOf(value).every(([one]) => isDecidable(one))
  );
}

const DECIDABLE: ReadonlySet<string> = new Set([
  ...['const', 'enum', 'type', 'not', 'allOf', 'anyOf', 'required', 'properties'],
  ...['title', 'description', 'markdownDescription', '$comment', '$id', '$defs', 'definitions', 'default', 'examples'],
]);

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the beginning of a text, on one line. */
function title(value: unknown): string | undefined {
  const line = text(value)?.slice(0, LONGEST).replace(UNPRINTABLE, ' ').trim();
  return line ? truncate(line, 80) : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every(one => typeof one === 'string') ? value : undefined;
}

function list(value: unknown): unknown[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value : undefined;
}

function as(value: unknown): unknown {
  return value;
}

function types(value: unknown): string | string[] | undefined {
  const names = [value].flat().filter((name): name is string => TYPES.has(name));
  return names.length < 2 ? names[0] : names;
}

const TYPES: ReadonlySet<unknown> = new Set(['null', 'array', 'object', 'string', 'number', 'integer', 'boolean']);

function inner(value: unknown, reading: Reading): Schema | undefined {
  return isObject(value) || typeof value === 'boolean' ? readSchema(value, reading) : undefined;
}

function condition(value: unknown, reading: Reading): Schema | undefined {
  return inner(value, { ...reading, isCondition: true });
}

function inners(value: unknown, reading: Reading): Schema[] | undefined {
  return Array.isArray(value) ? value.map(one => readSchema(one, reading)) : undefined;
}

function schemas(value: unknown, reading: Reading): Record<string, Schema> | undefined {
  if (!isObject(value)) return undefined;
  // Assigning this name would change the prototype.
  const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(entries.map(([name, one]) => [name, readSchema(one, reading)]));
}

function byPattern(value: unknown, reading: Reading): Schema['patternProperties'] {
  if (!isObject(value)) return undefined;
  return Object.entries(value).flatMap(([pattern, one]) => {
    const test = patternTest(pattern);
    return test ? [{ matches: test, schema: readSchema(one, reading) }] : [];
  });
}

/** Returns the test of a pattern, in bounded time; undefined if it is no regular expression. */
export function patternTest(pattern: string): ((key: string) => boolean) | undefined {
  try {
    return boundedPattern(pattern)?.test;
  } catch {
    // No regular expression: reported where the schema is.
    return undefined;
  }
}

function others(value: unknown, reading: Reading): boolean | Schema | undefined {
  return typeof value === 'boolean' ? value : inner(value, reading);
}

/** Returns a reference to a definition. A target elsewhere becomes a definition, named by its pointer. */
function reference(value: unknown, { root, targets }: Reading): string | undefined {
  const pointer = text(value);
  if (pointer === undefined || !/^#(?:\/|$)/.test(pointer)) return undefined;
  const decoded = decodeUri(pointer.slice(1));
  const path = parsePointer(decoded);
  const isDefinition = path.length === 2 && (path[0] === '$defs' || path[0] === 'definitions');
  const name = isDefinition ? String(path[1]) : decoded;
  const target = isDefinition ? undefined : atPath(root, path);
  if (target !== undefined) targets.set(name, target);
  return `#/definitions/${name}`;
}

// The meta-schema's id says nothing about this schema.
function ownId(value: unknown): string | undefined {
  const id = text(value);
  return id === undefined || /^https?:\/\/json-schema\.org\//.test(id) ? undefined : id;
}

/** Returns a value that is a severity; undefined for any other. */
export function severityOf(value: unknown): Severity | undefined {
  return value === 'error' || value === 'warning' || value === 'info' ? value : undefined;
}

function words(value: unknown): string | undefined {
  const said = text(value);
  return said !== undefined && /^[\w ,.;'"-]{1,200}$/.test(said) ? said : undefined;
}

const READERS: readonly (readonly [keyword: string, read: (value: unknown, reading: Reading) => unknown])[] = [
  ['$id', ownId],
  ['$ref', reference],
  ['title', title],
  ['type', types],
  ['enum', list],
  ['enumDescriptions', value => texts(value)?.map(escapeMarkdown)],
  ['const', as],
  ['default', as],
  ['examples', list],
  ['format', text],
  ['pattern', text],
  ['minLength', number],
  ['maxLength', number],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', number],
  ['exclusiveMaximum', number],
  ['multipleOf', number],
  ['minItems', number],
  ['maxItems', number],
  ['uniqueItems', flag],
  ['contains', inner],
  ['unevaluatedItems', others],
  ['properties', schemas],
  ['patternProperties', byPattern],
  ['additionalProperties', others],
  ['required', texts],
  ['allOf', inners],
  ['anyOf', inners],
  ['oneOf', inners],
  ['if', condition],
  ['then', inner],
  ['else', inner],
  ['not', condition],
  ['x-slot', text],
  ['x-severity', severityOf],
  ['x-missing', severityOf],
  ['patternErrorMessage', words],
];
