import type { Schema } from '../model/schema';
import { applicableSchema, childSchema } from './applicableSchemas';

/** Returns the simplest number that a JSON schema allows, for sample values: 0, or the nearest within the limits. */
export function sampleNumber(schema: Schema): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const isWhole = [schema.type].flat().includes('integer') && ![schema.type].flat().includes('number');
  const step = multipleOf !== undefined && multipleOf > 0 ? multipleOf : isWhole ? 1 : undefined;
  const lowest = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const highest = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const fits = (value: number) =>
    value >= (minimum ?? value) &&
    value <= (maximum ?? value) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum);
  const onStep = (value: number, round: (value: number) => number) => (step ? round(value / step) * step : value);
  const candidates = [
    0,
    onStep(lowest, Math.ceil),
    onStep(lowest, Math.ceil) + (step ?? 1),
    onStep(highest, Math.floor),
    onStep(highest, Math.floor) - (step ?? 1),
    (lowest + highest) / 2,
  ];
  return candidates.find(value => Number.isFinite(value) && fits(value)) ?? minimum ?? 0;
}

/**
 * Returns a sample text if an empty one is invalid: the schema's own example, one for its format, or one of the required length. Empty if
 * the schema requires nothing, or a pattern that only the author can match.
 */
export function sampleText({ minLength = 0, maxLength = Infinity, pattern, format, examples = [] }: Schema): string {
  const hasForm = pattern !== undefined || format !== undefined;
  if (minLength <= 0 && !hasForm) return '';
  const isLongEnough = (text: string) => [...text].length >= minLength && [...text].length <= maxLength;
  const example = examples.find(sample => typeof sample === 'string' && isLongEnough(sample));
  if (typeof example === 'string') return example;
  if (format !== undefined) return FORMATS[format] ?? '';
  return pattern === undefined ? 'x'.repeat(Math.min(minLength, MAX_LENGTH)) : '';
}

// Longer samples would hide the rest of the text.
const MAX_LENGTH = 1000;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'PT1M',
  email: 'name@example.org',
  hostname: 'example.org',
  ipv4: '127.0.0.1',
  ipv6: '::1',
  uri: 'https://example.org/',
  'uri-reference': '/',
  uuid: '00000000-0000-4000-8000-000000000000',
  regex: '.*',
  'json-pointer': '',
};

/** Returns the simplest value that a schema accepts, for a fix that adds a missing value. */
export function minimalValue(schema: Schema, root: Schema, generateValue: ValueGenerator): unknown {
  const { type, ...applicable } = applicableSchema(schema, root, undefined);
  if (applicable.default !== undefined) return applicable.default;
  if (applicable.const !== undefined) return applicable.const;
  if (applicable.enum) return applicable.enum[0];
  switch ([type ?? []].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (applicable.required ?? []).map(key => [
          key,
          minimalValue(childSchema(applicable, key) ?? {}, root, generateValue),
        ]),
      );
    case 'array':
      return firstItems(applicable).map(item => minimalValue(item, root, generateValue));
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return sampleNumber({ ...applicable, type: type ?? [] });
    case 'string':
      return plainText(applicable, generateValue);
    default:
      return null;
  }
}

function plainText(schema: Schema, generateValue: ValueGenerator): string {
  const slot = generatedSlot(schema);
  const generated = slot === undefined ? undefined : generateValue(slot);
  if (generated !== undefined) return generated;
  // Uses a known name, if there is one, since an empty name is invalid.
  if (NAMES.has(schema['x-slot'] ?? '')) return String(schema.examples?.[0] ?? '');
  return sampleText(schema);
}

/** Returns the schemas of the elements that a list must have. */
export function firstItems(list: Schema): Schema[] {
  const needed = Math.min(list.minItems ?? 0, MAX_ITEMS);
  return Array.from({ length: needed }, (_, index) => childSchema(list, index)).filter(one => one !== undefined);
}

// Nobody tabs through more.
const MAX_ITEMS = 20;

const NAMES = new Set(['agent', 'intent']);

/**
 * Returns the slot of a value that can be generated: the current time, or a new id where the value defines one. Undefined for values that
 * only the author knows, such as a reference to an existing id.
 */
export function generatedSlot(schema: Schema): string | undefined {
  const { 'x-slot': slot, 'x-defines': defines } = schema;
  if (isMoment(schema)) return 'time';
  return defines && slot !== undefined && IDS.has(slot) ? slot : undefined;
}

/** Returns whether a value is a point in time, by its slot, or in a contract of the user's own by its format. */
export function isMoment({ 'x-slot': slot, format }: Schema): boolean {
  return slot === undefined ? format === 'date-time' : slot === 'time';
}

/** Generates a value for a slot; returns undefined for slots that it does not support. */
export type ValueGenerator = (slot: string) => string | undefined;

/** Generates nothing: missing values stay missing. */
export const generateNothing: ValueGenerator = () => undefined;

const IDS = new Set(['call-id', 'trace-decision-id', 'message-id']);
