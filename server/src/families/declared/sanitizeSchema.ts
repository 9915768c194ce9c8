import type { Schema } from '../../model/schema';
import { escapeMarkdown } from '../../text/escapeMarkdown';
import { isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';

/**
 * Sanitizes an untrusted schema for display in an editor: keeps known keywords with valid values, and removes markup from
 * texts. The validator uses the original schema.
 */
export function sanitizeSchema(value: unknown): Schema {
  if (!isObject(value)) return value === false ? { not: {} } : {};
  const schema: Record<string, unknown> = {};
  for (const [keyword, read] of READERS) {
    const read1 = Object.hasOwn(value, keyword) ? read(value[keyword]) : undefined;
    if (read1 !== undefined) schema[keyword] = read1;
  }
  const about = value.markdownDescription ?? value.description;
  if (typeof about === 'string') schema.markdownDescription = escapeMarkdown(about.slice(0, LONGEST));
  const definitions = { ...schemas(value.$defs), ...schemas(value.definitions) };
  if (Object.keys(definitions).length > 0) schema.definitions = definitions;
  return schema;
}

const LONGEST = 4000;

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
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
  return text(value) ?? texts(value);
}

function inner(value: unknown): Schema | undefined {
  return isObject(value) || typeof value === 'boolean' ? sanitizeSchema(value) : undefined;
}

function inners(value: unknown): Schema[] | undefined {
  return Array.isArray(value) ? value.map(sanitizeSchema) : undefined;
}

function schemas(value: unknown): Record<string, Schema> | undefined {
  if (!isObject(value)) return undefined;
  // Assigning this name would change the prototype.
  const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(entries.map(([name, one]) => [name, sanitizeSchema(one)]));
}

function others(value: unknown): boolean | Schema | undefined {
  return typeof value === 'boolean' ? value : inner(value);
}

function reference(value: unknown): string | undefined {
  return text(value)?.replace(/^#\/\$defs\//, '#/definitions/');
}

// The meta-schema's id says nothing about this schema.
function ownId(value: unknown): string | undefined {
  const id = text(value);
  return id === undefined || /^https?:\/\/json-schema\.org\//.test(id) ? undefined : id;
}

function severity(value: unknown): string | undefined {
  return value === 'error' || value === 'warning' || value === 'info' ? value : undefined;
}

function words(value: unknown): string | undefined {
  const said = text(value);
  return said !== undefined && /^[\w ,.;'"-]{1,200}$/.test(said) ? said : undefined;
}

const READERS: readonly (readonly [keyword: string, read: (value: unknown) => unknown])[] = [
  ['$id', ownId],
  ['$ref', reference],
  ['title', shortLine],
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
  ['minItems', number],
  ['properties', schemas],
  ['additionalProperties', others],
  ['required', texts],
  ['items', inner],
  ['allOf', inners],
  ['anyOf', inners],
  ['oneOf', inners],
  ['if', inner],
  ['then', inner],
  ['else', inner],
  ['not', inner],
  ['x-slot', text],
  ['x-severity', severity],
  ['x-missing', severity],
  ['patternErrorMessage', words],
];
