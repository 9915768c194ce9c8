import type { Schema } from '../model/schema';
import { applicableSchema, propertySchema } from './applicableSchemas';
import { firstItems, generatedSlot, isMoment, sampleNumber, sampleText, type ValueGenerator } from './sampleValue';

/**
 * Returns an editor snippet for a value that a JSON schema allows. For an object, it has the required properties, each with a tab stop; for an
 * enum, a choice. The text is valid when its tab stops are filled in.
 */
export function valueSnippet(schema: Schema, root: Schema, { oneLine }: { oneLine: boolean }): string {
  return writeValue(schema, { root, ...tabStopCounter(), indent: '', oneLine });
}

/**
 * Properties as snippet text, `"name": body` each, to tab through in order.
 *
 * @param generateValue generates values; properties without one get an empty tab stop
 */
export function propertySnippets(
  members: readonly (readonly [name: string, schema: Schema])[],
  root: Schema,
  { oneLine, generateValue }: { oneLine: boolean; generateValue: ValueGenerator },
): string[] {
  const writer = { root, ...tabStopCounter(), indent: '', oneLine, generateValue };
  return members.map(([name, schema]) => `${json(name)}: ${writeValue(schema, writer)}`);
}

function tabStopCounter(): Pick<SnippetWriter, 'next' | 'isFull'> {
  let stop = 0;
  return { next: () => ++stop, isFull: () => stop >= MAX_STOPS };
}

// A schema may be recursive; nobody tabs through more.
const MAX_DEPTH = 8;
const MAX_STOPS = 200;

interface SnippetWriter {
  generateValue?: ValueGenerator;
  root: Schema;
  next(): number;
  isFull(): boolean;
  indent: string;
  oneLine: boolean;
}

function writeValue(schema: Schema, writer: SnippetWriter): string {
  if (writer.isFull()) return 'null';
  if (writer.indent.length > MAX_DEPTH) return `\${${writer.next()}:null}`;
  const applicable = applicableSchema(schema, writer.root, firstChoices(schema, writer.root));
  const choices = applicable.const !== undefined ? [applicable.const] : applicable.enum;
  if (choices)
    return choices.length === 1
      ? json(choices[0])
      : choicePlaceholder(
          choices.map(choice => JSON.stringify(choice)),
          writer.next(),
        );
  const type = [applicable.type ?? []].flat()[0];
  switch (type) {
    case 'object':
      return objectBody(applicable, writer);
    case 'array':
      return arrayBody(applicable, writer);
    case 'boolean':
      return choicePlaceholder(applicable.default === true ? ['true', 'false'] : ['false', 'true'], writer.next());
    case 'number':
    case 'integer':
      return `\${${writer.next()}:${json(applicable.default ?? applicable.examples?.find(example => typeof example === 'number') ?? sampleNumber(applicable))}}`;
    case 'string':
      return stringBody(applicable, writer);
    case 'null':
      return 'null';
    default:
      return `\${${writer.next()}:null}`;
  }
}

// Requirements may depend on choices; assumes the first choices until the author decides.
function firstChoices(schema: Schema, root: Schema): Record<string, unknown> {
  const { required = [], properties = {} } = applicableSchema(schema, root, {});
  const chosen = required.map(key => [key, properties[key]?.const ?? properties[key]?.enum?.[0]]);
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
}

function objectBody(schema: Schema, writer: SnippetWriter): string {
  const required = [...(schema.required ?? [])];
  if (required.length === 0) return `{$${writer.next()}}`;
  const inner = { ...writer, indent: `${writer.indent}\t` };
  const order = [...new Set([...Object.keys(schema.properties ?? {}), ...required])];
  const members = required
    .sort((left, right) => order.indexOf(left) - order.indexOf(right))
    .map(key => `${json(key)}: ${writeValue(propertySchema(schema, key) ?? {}, inner)}`);
  if (writer.oneLine) return `{ ${members.join(', ')} }`;
  return `{\n${members.map(member => inner.indent + member).join(',\n')}\n${writer.indent}}`;
}

function arrayBody(schema: Schema, writer: SnippetWriter): string {
  const inner = { ...writer, indent: `${writer.indent}\t` };
  const items = firstItems(schema).map(item => writeValue(item, inner));
  if (items.length === 0) return `[$${writer.next()}]`;
  if (writer.oneLine) return `[${items.join(', ')}]`;
  return `[\n${items.map(item => inner.indent + item).join(',\n')}\n${writer.indent}]`;
}

function stringBody(schema: Schema, writer: SnippetWriter): string {
  const stop = writer.next();
  const slot = generatedSlot(schema);
  const generated = slot === undefined ? undefined : writer.generateValue?.(slot);
  if (generated !== undefined) return `"\${${stop}:${escapeStringContent(generated)}}"`;
  if (isMoment(schema)) return `"\${${stop}:${new Date().toISOString().replace(/\.\d+Z$/, 'Z')}}"`;
  // Completion offers the values of a slot when the cursor is there.
  const sample = schema['x-slot'] === undefined ? sampleText(schema) : '';
  const initial = typeof schema.default === 'string' ? schema.default : sample;
  return initial !== '' ? `"\${${stop}:${escapeStringContent(initial)}}"` : `"$${stop}"`;
}

/** Returns a tab stop that offers texts to choose from. Escapes the separators only: a dollar sign needs no escape there. */
export function choicePlaceholder(texts: readonly string[], stop: number): string {
  return `\${${stop}|${texts.map(text => text.replace(/[\\,|]/g, '\\$&')).join(',')}|}`;
}

function json(value: unknown): string {
  return escapeSnippet(JSON.stringify(value));
}

// The escaped content of a string literal, without its quotes.
function escapeStringContent(text: string): string {
  return escapeSnippet(JSON.stringify(text).slice(1, -1));
}

/** Escapes the characters that would begin or end a tab stop. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
