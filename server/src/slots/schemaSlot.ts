import type { Schema, Slot, SlotChoice } from '../model/schema';
import type { PartLang, Path, Span } from '../model/text';
import { translated } from '../shared/l10n';
import type { JsonNode } from '../text/json/parseJson';
import { atPath, isObject } from '../text/jsonPointer';
import { yamlSnippet, yamlText } from '../text/yamlText';
import { applicableSchema, propertySchema, schemaAt } from './applicableSchemas';
import { jsonCursor } from './jsonCursor';
import { isMoment } from './sampleValue';
import { valueSnippet } from './schemaSnippet';
import { yamlCursor } from './yamlCursor';

/** A text of JSON or YAML with its syntax tree and its value, as far as it could be parsed. */
interface ParsedText {
  text: string;
  lang: PartLang;
  root: JsonNode | undefined;
  value: unknown;
}

/**
 * Returns the place at an offset of a JSON or YAML text, for completion and hover: a property name or a value, with its schema. Undefined if the
 * schema declares nothing there.
 */
export function schemaSlot(schema: Schema, offset: number, { text, lang, root, value }: ParsedText): Slot | undefined {
  if (lang === 'yaml') return yamlSlot(schema, offset, { text, root, value });
  const cursor = jsonCursor(text, offset, root);
  if (!cursor) return undefined;
  const { path, atKey, at } = cursor;
  return atKey ? keySlot(schema, { value, path, at }) : valueSlot(schema, { value, path, at });
}

/**
 * Returns two slots for the value at a path, which need not exist: of the value itself, and of a further property in it. Both spans are
 * empty: they replace nothing.
 */
export function slotsAtPath(
  schema: Schema,
  value: unknown,
  path: Path,
): { value: Slot | undefined; property: Slot | undefined } {
  const at = { start: 0, end: 0 };
  return {
    value: valueSlot(schema, { value, path, at }),
    property: keySlot(schema, { value, path: [...path, ''], at }),
  };
}

function yamlSlot(schema: Schema, offset: number, { text, root, value }: Omit<ParsedText, 'lang'>): Slot | undefined {
  const cursor = yamlCursor(text, offset, root);
  if (!cursor) return undefined;
  const { path, atKey, at, isFlow, needsSpace } = cursor;
  if (isFlow) return atKey ? keySlot(schema, { value, path, at }) : valueSlot(schema, { value, path, at });
  const slot = atKey ? keySlot(schema, { value, path, at }) : valueSlot(schema, { value, path, at });
  // Behind the dash of an element begins its first key.
  const isObject = slot?.role === 'item' && slot.types[0] === 'object';
  const own = isObject ? keySlot(schema, { value, path: [...path, ''], at }) : slot;
  return own && inBlock(own, needsSpace ? ' ' : '');
}

/** Returns a slot that writes its values as lines of YAML. */
function inBlock(slot: Slot, space: string): Slot {
  return {
    ...slot,
    isBlock: true,
    absent: slot.absent.map(one => inBlock(one, space)),
    write: value => space + yamlText(value),
    body: options => {
      if (slot.role !== 'key') return space + slot.body({ oneLine: true });
      const lines = slot.body(options);
      return lines.includes('\n') ? `\n${yamlSnippet(lines)}`.replaceAll('\n', '\n  ') : yamlSnippet(lines);
    },
  };
}

interface SlotOptions {
  /** The parsed value of the whole text. */
  value: unknown;
  path: Path;
  at: Span;
}

function keySlot(schema: Schema, { value, path, at }: SlotOptions): Slot | undefined {
  const parentPath = path.slice(0, -1);
  const key = String(path.at(-1));
  const parent = atPath(value, parentPath);
  const applicable = schemaAt(schema, value, parentPath);
  if (!applicable) return undefined;
  const present = isObject(parent) ? Object.keys(parent) : [];
  const child = propertySchema(applicable, key) ?? {};
  const slot = slotOf(applicableSchema(child, schema, isObject(parent) ? parent[key] : undefined), {
    role: 'key',
    at,
    path,
    required: applicable.required?.includes(key) ?? false,
    root: schema,
  });
  const absent = Object.keys(applicable.properties ?? {})
    .filter(name => name === key || !present.includes(name))
    .map(name => propertySlot(schema, applicable, { name, at, path: [...parentPath, name] }));
  const keySlotName = applicable['x-keys']?.['x-slot'];
  if (keySlotName !== undefined) slot.named = keySlotName;
  return {
    ...slot,
    absent: [...absent.filter(({ required }) => required), ...absent.filter(({ required }) => !required)],
  };
}

function propertySlot(root: Schema, parent: Schema, { name, at, path }: { name: string; at: Span; path: Path }): Slot {
  const required = parent.required?.includes(name) ?? false;
  const schema = applicableSchema(parent.properties?.[name] ?? {}, root, undefined);
  return slotOf(schema, { role: 'key', at, path, required, root });
}

function valueSlot(schema: Schema, { value, path, at }: SlotOptions): Slot | undefined {
  const own = schemaAt(schema, value, path);
  if (!own) return undefined;
  const parentPath = path.slice(0, -1);
  const parent = schemaAt(schema, value, parentPath);
  const last = path.at(-1);
  // An element without a slot inherits that of its array, such as a list of paths.
  const merged: Schema =
    typeof last === 'number' && !own['x-slot'] && parent?.['x-slot'] ? { ...own, 'x-slot': parent['x-slot'] } : own;
  const required = typeof last === 'string' && (parent?.required?.includes(last) ?? false);
  return slotOf(merged, {
    role: typeof last === 'number' ? 'item' : 'value',
    at,
    path,
    required,
    root: schema,
  });
}

function slotOf(schema: Schema, context: Pick<Slot, 'role' | 'at' | 'path' | 'required'> & { root: Schema }): Slot {
  const { role, at, path, required, root } = context;
  const name = String(path.findLast(step => typeof step === 'string') ?? '');
  const about = schema.markdownDescription ?? schema.description;
  // The format `time` is that of a time of day.
  const ownFormat = schema.format === 'time' ? undefined : schema.format;
  const slotFormat = isMoment(schema) ? 'time' : (schema['x-slot'] ?? ownFormat);
  const choices = choicesOf(schema);
  return {
    role,
    at,
    path,
    name,
    title: schema.title === undefined ? name : translated(schema.title),
    ...(about !== undefined && { about: translated(about) }),
    required,
    types: [schema.type ?? []].flat(),
    choices,
    closed: schema.enum !== undefined || schema.const !== undefined || schema.type === 'boolean',
    ...(slotFormat !== undefined && { format: slotFormat }),
    ...(schema.patternErrorMessage !== undefined && { patternMessage: translated(schema.patternErrorMessage) }),
    ...(schema.minimum !== undefined && { minimum: schema.minimum }),
    ...(schema.maximum !== undefined && { maximum: schema.maximum }),
    ...(schema.default !== undefined && { initial: schema.default }),
    absent: [],
    write: value => JSON.stringify(value),
    body: ({ oneLine }) => valueSnippet(schema, root, { oneLine }),
  };
}

function choicesOf(schema: Schema): SlotChoice[] {
  if (schema.const !== undefined) return [{ value: schema.const }];
  if (schema.enum) {
    return schema.enum.map((value, i) => {
      const about = schema.enumDescriptions?.[i];
      return about === undefined ? { value } : { value, about: translated(about) };
    });
  }
  if (schema.type === 'boolean') return [{ value: true }, { value: false }];
  return (schema.examples ?? []).filter(value => typeof value !== 'object').map(value => ({ value }));
}
