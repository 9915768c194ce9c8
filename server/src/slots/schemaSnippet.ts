import type { Schema } from '../model/schema';
import { applicableSchema } from './applicableSchemas';
import { sampleNumber, sampleText } from './sampleValue';
import { generatedSlot, type ValueGenerator } from './valueGenerator';

/**
 * A snippet for a value of a schema: an object with its required properties, each with a tab stop; a choice for an
 * enum. Tabbed through, it is valid except for what only its author knows.
 */
export function valueSnippet(schema: Schema, root: Schema, { oneLine }: { oneLine: boolean }): string {
  return writeValue(schema, { root, ...tabStopCounter(), indent: '', oneLine });
}

/**
 * Properties as snippet text, `"name": body` each, to tab through in order.
 *
 * @param generateValue generates values; places without one get an empty tab stop
 */
export function propertySnippets(
  members: readonly (readonly [name: string, schema: Schema])[],
  root: Schema,
  { oneLine, generateValue }: { oneLine: boolean; generateValue: ValueGenerator },
): string[] {
  const writing = { root, ...tabStopCounter(), indent: '', oneLine, generateValue };
  return members.map(([name, schema]) => `${json(name)}: ${writeValue(schema, writing)}`);
}

function tabStopCounter(): Pick<SnippetWriter, 'next' | 'isFull'> {
  let stop = 0;
  return { next: () => ++stop, isFull: () => stop >= MOST_STOPS };
}

// A schema may be recursive; nobody tabs through more.
const DEEPEST = 8;
const MOST_STOPS = 200;

interface SnippetWriter {
  generateValue?: ValueGenerator;
  root: Schema;
  next(): number;
  isFull(): boolean;
  indent: string;
  oneLine: boolean;
}

function writeValue(schema: Schema, writing: SnippetWriter): string {
  if (writing.isFull()) return 'null';
  if (writing.indent.length > DEEPEST) return `\${${writing.next()}:null}`;
  const inEffect = applicableSchema(schema, writing.root, firstChoices(schema, writing.root));
  const choices = inEffect.const !== undefined ? [inEffect.const] : inEffect.enum;
  if (choices)
    return choices.length === 1
      ? json(choices[0])
      : choicePlaceholder(
          choices.map(one => JSON.stringify(one)),
          writing.next(),
        );
  const type = [inEffect.type ?? []].flat()[0];
  switch (type) {
    case 'object':
      return objectBody(inEffect, writing);
    case 'array':
      return arrayBody(inEffect, writing);
    case 'boolean':
      return choicePlaceholder(inEffect.default === true ? ['true', 'false'] : ['false', 'true'], writing.next());
    case 'number':
    case 'integer':
      return `\${${writing.next()}:${json(inEffect.default ?? firstScalar(inEffect) ?? sampleNumber(inEffect))}}`;
    case 'string':
      return stringBody(inEffect, writing);
    case 'null':
      return 'null';
    default:
      return `\${${writing.next()}:null}`;
  }
}

// Requirements may depend on choices; the first choices apply until the author decides.
function firstChoices(schema: Schema, root: Schema): Record<string, unknown> {
  const { required = [], properties = {} } = applicableSchema(schema, root, {});
  const chosen = required.map(key => [key, properties[key]?.const ?? properties[key]?.enum?.[0]]);
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
}

function objectBody(schema: Schema, writing: SnippetWriter): string {
  const required = (schema.required ?? []).filter(key => schema.properties?.[key]);
  if (required.length === 0) return `{$${writing.next()}}`;
  const inner = { ...writing, indent: `${writing.indent}\t` };
  const order = Object.keys(schema.properties ?? {});
  const members = required
    .sort((one, two) => order.indexOf(one) - order.indexOf(two))
    .map(key => `${json(key)}: ${writeValue(schema.properties?.[key] ?? {}, inner)}`);
  if (writing.oneLine) return `{ ${members.join(', ')} }`;
  return `{\n${members.map(member => inner.indent + member).join(',\n')}\n${writing.indent}}`;
}

function arrayBody(schema: Schema, writing: SnippetWriter): string {
  if (!schema.minItems || !schema.items) return `[$${writing.next()}]`;
  const inner = { ...writing, indent: `${writing.indent}\t` };
  const { items: own } = schema;
  const items = Array.from({ length: Math.min(schema.minItems, MOST_ITEMS) }, () => writeValue(own, inner));
  if (writing.oneLine) return `[${items.join(', ')}]`;
  return `[\n${items.map(item => inner.indent + item).join(',\n')}\n${writing.indent}]`;
}

function stringBody(schema: Schema, writing: SnippetWriter): string {
  const stop = writing.next();
  const slot = generatedSlot(schema);
  const made = slot === undefined ? undefined : writing.generateValue?.(slot);
  if (made !== undefined) return `"\${${stop}:${inQuotes(made)}}"`;
  if (schema['x-slot'] === 'time') return `"\${${stop}:${NOW}}"`;
  // Values of a slot are offered when the cursor is there.
  const fitting = schema['x-slot'] === undefined ? sampleText(schema) : '';
  const initial = typeof schema.default === 'string' ? schema.default : fitting;
  return initial !== '' ? `"\${${stop}:${inQuotes(initial)}}"` : `"$${stop}"`;
}

// Nobody tabs through more.
const MOST_ITEMS = 20;

// Filled in by the editor on insertion.
const NOW =
  '${CURRENT_YEAR}-${CURRENT_MONTH}-${CURRENT_DATE}T${CURRENT_HOUR}:${CURRENT_MINUTE}:${CURRENT_SECOND}${CURRENT_TIMEZONE_OFFSET}';

function firstScalar(schema: Schema): unknown {
  return schema.examples?.find(example => typeof example === 'number');
}

/**
 * A tab stop that offers texts to choose from. Only the separators are escaped in it: a dollar needs no escape there.
 */
export function choicePlaceholder(texts: readonly string[], stop: number): string {
  return `\${${stop}|${texts.map(text => text.replace(/[\\,|]/g, '\\$&')).join(',')}|}`;
}

function json(value: unknown): string {
  return escapeSnippet(JSON.stringify(value));
}

// The content of a string literal, without its quotes.
function inQuotes(text: string): string {
  return escapeSnippet(JSON.stringify(text).slice(1, -1));
}

/** Escapes the characters that would begin or end a tab stop. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
