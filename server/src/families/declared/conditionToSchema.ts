import type { Condition } from '../../model/kind';
import type { RawSchema } from '../../slots/subschemas';
import { parsePointer } from '../../text/jsonPointer';

/**
 * Converts a condition in a protocol's declaration to a JSON Schema, which serves as an `if` in checks, completion and hover. Undefined if a
 * schema can't express the condition, or if its pointer leads into a list.
 */
export function conditionToSchema(condition: Condition): RawSchema | undefined {
  if (typeof condition === 'string') return schemaOf(condition, {});
  if ('all' in condition) return several('allOf', condition.all);
  if ('any' in condition) return several('anyOf', condition.any);
  if ('not' in condition) {
    const not = conditionToSchema(condition.not);
    return not && { not };
  }
  if ('atLeast' in condition) return undefined;
  if ('is' in condition) return schemaOf(condition.at, condition.is.length > 0 ? { enum: condition.is } : NOTHING);
  if ('type' in condition) return schemaOf(condition.at, { type: condition.type });
  if ('startsWith' in condition) {
    return schemaOf(condition.at, { type: 'string', pattern: `^${escaped(condition.startsWith)}` });
  }
  if ('endsWith' in condition) {
    return schemaOf(condition.at, { type: 'string', pattern: `${escaped(condition.endsWith)}$` });
  }
  return undefined;
}

/** A schema that rejects every value. */
const NOTHING: RawSchema = { not: {} };

function several(keyword: 'allOf' | 'anyOf', of: readonly Condition[]): RawSchema | undefined {
  const schemas = of.map(conditionToSchema);
  if (schemas.some(one => one === undefined)) return undefined;
  if (schemas.length === 0) return keyword === 'anyOf' ? NOTHING : {};
  return { [keyword]: schemas };
}

function schemaOf(pointer: string, inner: RawSchema): RawSchema | undefined {
  const steps = parsePointer(pointer);
  if (steps.some(step => step === '*' || /^\d+$/.test(step))) return undefined;
  return steps.reduceRight<RawSchema>(
    (schema, step) => ({ type: 'object', required: [step], properties: { [step]: schema } }),
    inner,
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
