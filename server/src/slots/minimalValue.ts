import type { Schema } from '../model/schema';
import { applicableSchema } from './applicableSchemas';
import { sampleNumber, sampleText } from './sampleValue';
import { generatedSlot, type ValueGenerator } from './valueGenerator';

/** The simplest value that a schema accepts: for a fix that adds a missing value. */
export function minimalValue(schema: Schema, root: Schema, generateValue: ValueGenerator): unknown {
  const { type, ...inEffect } = applicableSchema(schema, root, undefined);
  if (inEffect.default !== undefined) return inEffect.default;
  if (inEffect.const !== undefined) return inEffect.const;
  if (inEffect.enum) return inEffect.enum[0];
  switch ([type ?? []].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (inEffect.required ?? []).map(key => [
          key,
          minimalValue(inEffect.properties?.[key] ?? {}, root, generateValue),
        ]),
      );
    case 'array':
      return minimalItems(inEffect, root, generateValue);
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return sampleNumber({ ...inEffect, type: type ?? [] });
    case 'string':
      return plainText(inEffect, generateValue);
    default:
      return null;
  }
}

function plainText(schema: Schema, generateValue: ValueGenerator): string {
  const slot = generatedSlot(schema);
  const made = slot === undefined ? undefined : generateValue(slot);
  if (made !== undefined) return made;
  // Uses a known name, if there is one: an empty name is invalid.
  if (NAMES.has(schema['x-slot'] ?? '')) return String(schema.examples?.[0] ?? '');
  return sampleText(schema);
}

function minimalItems({ minItems = 0, items: item }: Schema, root: Schema, generateValue: ValueGenerator): unknown[] {
  if (!item) return [];
  return Array.from({ length: Math.min(minItems, MOST_ITEMS) }, () => minimalValue(item, root, generateValue));
}

// More made-up items would only be in the way.
const MOST_ITEMS = 20;

const NAMES = new Set(['agent', 'intent']);
