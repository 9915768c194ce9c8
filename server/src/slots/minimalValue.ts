import type { Schema } from '../model/schema';
import { applicableSchema } from './applicableSchemas';
import { sampleNumber, sampleText } from './sampleValue';
import { generatedSlot, type ValueGenerator } from './valueGenerator';

/** A value that a schema accepts, as plain as can be: for a fix that adds what is missing. */
export function minimalValue(schema: Schema, root: Schema, makeUp: ValueGenerator): unknown {
  const { type, ...inEffect } = applicableSchema(schema, root, undefined);
  if (inEffect.default !== undefined) return inEffect.default;
  if (inEffect.const !== undefined) return inEffect.const;
  if (inEffect.enum) return inEffect.enum[0];
  switch ([type ?? []].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (inEffect.required ?? []).map(key => [key, minimalValue(inEffect.properties?.[key] ?? {}, root, makeUp)]),
      );
    case 'array':
      return items(inEffect, root, makeUp);
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return sampleNumber({ ...inEffect, type: type ?? [] });
    case 'string':
      return plainText(inEffect, makeUp);
    default:
      return null;
  }
}

function plainText(schema: Schema, makeUp: ValueGenerator): string {
  const slot = generatedSlot(schema);
  const made = slot === undefined ? undefined : makeUp(slot);
  if (made !== undefined) return made;
  // Of the names that are known, one: none is no name.
  if (NAMES.has(schema['x-slot'] ?? '')) return String(schema.examples?.[0] ?? '');
  return sampleText(schema);
}

function items({ minItems = 0, items: item }: Schema, root: Schema, makeUp: ValueGenerator): unknown[] {
  if (!item) return [];
  return Array.from({ length: Math.min(minItems, MOST_ITEMS) }, () => minimalValue(item, root, makeUp));
}

// Nobody wants to see more of what is made up.
const MOST_ITEMS = 20;

const NAMES = new Set(['agent', 'intent']);
