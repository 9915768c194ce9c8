import type { Schema } from '../model/schema';
import { isObject } from '../text/pointer';

/**
 * Checks a value against the schema of an `if`. Supports only the keywords that conditions use. Unlike the compiled
 * validators, it is for the cursor, where parts of the value are still missing.
 */
export function matchesSchema(schema: Schema, value: unknown): boolean {
  if ('const' in schema && !isSameJson(schema.const, value)) return false;
  if (schema.enum && !schema.enum.some(choice => isSameJson(choice, value))) return false;
  if (schema.type && !isOfType(value, schema.type)) return false;
  if (schema.not && matchesSchema(schema.not, value)) return false;
  if (schema.allOf && !schema.allOf.every(part => matchesSchema(part, value))) return false;
  if (schema.anyOf && !schema.anyOf.some(part => matchesSchema(part, value))) return false;
  if (!isObject(value)) return true;
  if (schema.required?.some(key => !Object.hasOwn(value, key))) return false;
  for (const key in schema.properties) {
    if (Object.hasOwn(value, key) && !matchesSchema(schema.properties[key] as Schema, value[key])) return false;
  }
  return true;
}

function isSameJson(left: unknown, right: unknown): boolean {
  return left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right));
}

/** Whether a value has a JSON Schema type, or one of several. */
export function isOfType(value: unknown, type: string | readonly string[]): boolean {
  if (typeof type !== 'string') return type.some(allowed => isOfType(value, allowed));
  if (type === 'integer') return Number.isInteger(value);
  return typeOf(value) === type;
}

/** The JSON type of a value, as schemas name it. */
export function typeOf(value: unknown): 'null' | 'array' | 'object' | 'string' | 'number' | 'boolean' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}
