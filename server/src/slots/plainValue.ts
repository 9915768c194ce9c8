import type { Schema } from '../model/schema';
import { effective } from './effective';

/** A value that a schema accepts, as plain as can be: for a fix that adds what is missing. */
export function plainValue(schema: Schema, root: Schema): unknown {
  const { type, ...inEffect } = effective(schema, root, undefined);
  if (inEffect.default !== undefined) return inEffect.default;
  if (inEffect.const !== undefined) return inEffect.const;
  if (inEffect.enum) return inEffect.enum[0];
  switch ([type ?? []].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (inEffect.required ?? []).map(key => [key, plainValue(inEffect.properties?.[key] ?? {}, root)]),
      );
    case 'array':
      return inEffect.minItems && inEffect.items ? [plainValue(inEffect.items, root)] : [];
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return inEffect.minimum ?? 0;
    case 'string':
      return plainText(inEffect);
    default:
      return null;
  }
}

function plainText(schema: Schema): string {
  if (schema['x-slot'] === 'time') return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  // What must have a shape is shown one that has it.
  return schema.pattern || schema.format ? String(schema.examples?.[0] ?? '') : '';
}
