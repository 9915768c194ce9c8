import type { Schema } from '../model/schema';
import { effective } from './effective';
import { fillable, type MakeUp } from './fillable';

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
      return inEffect.minItems && inEffect.items ? [plainValue(inEffect.items, root, makeUp)] : [];
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return inEffect.minimum ?? 0;
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
  // What must have a shape is shown one that has it.
  return schema.pattern || schema.format ? String(schema.examples?.[0] ?? '') : '';
}

const NAMES = new Set(['agent', 'intent']);
