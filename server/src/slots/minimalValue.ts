import type { Schema } from '../model/schema';
import { applicableSchema } from './applicableSchemas';
import { sampleNumber, sampleText } from './sampleValue';
import { generatedSlot, type ValueGenerator } from './valueGenerator';

/** The simplest value that a schema accepts, for a fix that adds a missing value. */
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
          minimalValue(applicable.properties?.[key] ?? {}, root, generateValue),
        ]),
      );
    case 'array':
      return minimalItems(applicable, root, generateValue);
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

function minimalItems({ minItems = 0, items: item }: Schema, root: Schema, generateValue: ValueGenerator): unknown[] {
  if (!item) return [];
  return Array.from({ length: Math.min(minItems, MAX_ITEMS) }, () => minimalValue(item, root, generateValue));
}

// More generated items would only be in the way.
const MAX_ITEMS = 20;

const NAMES = new Set(['agent', 'intent']);
