import type { Schema } from '../model/schema';
import { memoizeByObject, memoizeByObjects } from '../text/memoize';
import { resolveReference } from './applicableSchemas';

/**
 * Something that a schema may say of a value. A schema that is folded from others has it where one of these has it: a
 * trait looks at one keyword.
 */
export type SchemaTrait = (schema: Schema) => boolean;

/** The trait of the values that stand for one thing: a time, an agent. */
export function hasSlot(slot: string): SchemaTrait {
  const trait = slots.get(slot) ?? (schema => schema['x-slot'] === slot);
  slots.set(slot, trait);
  return trait;
}

// What is known of a trait hangs on it: there is one for each slot.
const slots = new Map<string, SchemaTrait>();

/** Where to go from a value to find values whose schema has a trait. */
interface Way {
  /** The value's own schema has it. */
  isHere: boolean;
  /** Declared properties at or below which it may be. */
  properties: readonly [string, Schema][];
  /** The schema of all other properties, and of items: where they may lead to it. */
  others: Schema | undefined;
  items: Schema | undefined;
}

/** Tells the way on from a value, by the schema in effect there. It is worked out once for each schema. */
export const schemaPathsTo = memoizeByObjects((trait: SchemaTrait, root: Schema) => {
  const leading = new WeakMap<Schema, boolean>();
  return memoizeByObject((inEffect: Schema) => wayFrom(inEffect, trait, root, leading));
});

function wayFrom(inEffect: Schema, trait: SchemaTrait, root: Schema, known: WeakMap<Schema, boolean>): Way {
  const { properties = {}, additionalProperties, items } = inEffect;
  const ifLeading = (schema: Schema | undefined) => (schema && leads(trait, schema, root, known) ? schema : undefined);
  return {
    isHere: trait(inEffect),
    properties: Object.entries(properties).filter(([, schema]) => ifLeading(schema)),
    others: typeof additionalProperties === 'object' ? ifLeading(additionalProperties) : undefined,
    items: ifLeading(items),
  };
}

// Whatever its conditions come to: may a value of this schema, or one inside it, have the trait?
function leads(trait: SchemaTrait, schema: Schema, root: Schema, known: WeakMap<Schema, boolean>): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  // A schema that leads back to itself is on its way to anything.
  known.set(schema, true);
  const answer = trait(schema) || partsOf(schema, root).some(part => leads(trait, part, root, known));
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
