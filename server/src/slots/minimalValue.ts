import type { Schema } from '../model/schema';
import { effective } from './applicableSchemas';
import { fittingNumber, fittingText } from './sampleValue';
import { fillable, type MakeUp } from './valueGenerator';

/** A value that a schema accepts, as plain as can be: for a fix that adds what is missing. */
export function plainValue(schema: Schema, root: Schema, makeUp: MakeUp): unknown {
  const { type, ...inEffect } = effective(schema, root, undefined);
  if (inEffect.default !== undefined) return inEffect.default;
  if (inEffect.const !== undefined) return inEffect.const;
  if (inEffect.enum) return inEffect.enum[0];
  switch ([type ?? []].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (inEffect.required ?? []).map(key => [key, plainValue(inEffect.properties?.[key] ?? {}, root, makeUp)]),
      );
    case 'array':
      return items(inEffect, root, makeUp);
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return fittingNumber({ ...inEffect, type: type ?? [] });
    case 'string':
      return plainText(inEffect, makeUp);
    default:
      return null;
  }
}

function plainText(schema: Schema, makeUp: MakeUp): string {
  const slot = fillable(schema);
  const made = slot === undefined ? undefined : makeUp(slot);
  if (made !== undefined) return made;
  // Of the names that are known, one: none is no name.
  if (NAMES.has(schema['x-slot'] ?? '')) return String(schema.examples?.[0] ?? '');
  return fittingText(schema);
}

function items({ minItems = 0, items: item }: Schema, root: Schema, makeUp: MakeUp): unknown[] {
  if (!item) return [];
  return Array.from({ length: Math.min(minItems, MOST_ITEMS) }, () => plainValue(item, root, makeUp));
}

// Nobody wants to see more of what is made up.
const MOST_ITEMS = 20;

const NAMES = new Set(['agent', 'intent']);
