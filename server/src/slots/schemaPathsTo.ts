import type { Schema } from '../model/schema';
import { memoizeByObject, memoizeByObjects } from '../text/memoize';
import { resolveReference } from './applicableSchemas';

/** A property of a schema. A merged schema has it where one of its sources has it: a trait depends on one keyword. */
export type SchemaTrait = (schema: Schema) => boolean;

/** The trait of values with a given slot: a time, an agent. */
export function hasSlot(slot: string): SchemaTrait {
  const trait = slots.get(slot) ?? (schema => schema['x-slot'] === slot);
  slots.set(slot, trait);
  return trait;
}

// One trait per slot, since results are cached by trait.
const slots = new Map<string, SchemaTrait>();

/** Where to go from a value to find values whose schema has a trait. */
interface SchemaPaths {
  /** The value's own schema has it. */
  isHere: boolean;
  /** Declared properties at or below which it may occur. */
  properties: readonly [string, Schema][];
  /** The schema of all other properties and of items, where they may lead to it. */
  others: Schema | undefined;
  items: Schema | undefined;
}

/** Returns the way on from a value, given its applicable schema. Computed once for each schema. */
export const schemaPathsTo = memoizeByObjects((trait: SchemaTrait, root: Schema) => {
  const leading = new WeakMap<Schema, boolean>();
  return memoizeByObject((inEffect: Schema) => pathsFrom(inEffect, trait, root, leading));
});

function pathsFrom(inEffect: Schema, trait: SchemaTrait, root: Schema, known: WeakMap<Schema, boolean>): SchemaPaths {
  const { properties = {}, additionalProperties, items } = inEffect;
  const ifLeading = (schema: Schema | undefined) =>
    schema && mayLeadToTrait(trait, schema, root, known) ? schema : undefined;
  return {
    isHere: trait(inEffect),
    properties: Object.entries(properties).filter(([, schema]) => ifLeading(schema)),
    others: typeof additionalProperties === 'object' ? ifLeading(additionalProperties) : undefined,
    items: ifLeading(items),
  };
}

// Whether a value of this schema, or one inside it, may have the trait, however conditions are decided.
function mayLeadToTrait(trait: SchemaTrait, schema: Schema, root: Schema, known: WeakMap<Schema, boolean>): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  // A recursive schema may lead to anything.
  known.set(schema, true);
  const answer = trait(schema) || partsOf(schema, root).some(part => mayLeadToTrait(trait, part, root, known));
  known.set(schema, answer);
  return answer;
}

function partsOf(schema: Schema, root: Schema): Schema[] {
  const { $ref, allOf = [], then, else: otherwise, properties = {}, additionalProperties, items } = schema;
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return [
    $ref === undefined ? undefined : resolveReference($ref, root),
    ...allOf,
    then,
    otherwise,
    ...Object.values(properties),
    others,
    items,
  ].filter(part => part !== undefined);
}
