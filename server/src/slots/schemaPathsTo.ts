import type { Schema } from '../model/schema';
import { memoizeByObject, memoizeByObjects } from '../text/memoize';
import { resolveReference } from './applicableSchemas';

/** A trait of a schema. Depends on one keyword, so a merged schema has the trait if one of its sources has it. */
export type SchemaTrait = (schema: Schema) => boolean;

/** The trait of values with a given slot: a time, an agent. */
export function hasSlot(slot: string): SchemaTrait {
  const trait = slotTraits.get(slot) ?? (schema => schema['x-slot'] === slot);
  slotTraits.set(slot, trait);
  return trait;
}

// One trait per slot, since results are cached by trait.
const slotTraits = new Map<string, SchemaTrait>();

/** The ways from a value to values whose schema has a trait. */
interface SchemaPaths {
  /** Whether the value's own schema has the trait. */
  isHere: boolean;
  /** Declared properties at or below which the trait may occur. */
  properties: readonly [string, Schema][];
  /** The schemas of additional properties and of items; undefined if the trait can't occur at or below them. */
  additional: Schema | undefined;
  items: Schema | undefined;
}

/** Returns the paths from a value, by its applicable schema. Computes them once for each schema. */
export const schemaPathsTo = memoizeByObjects((trait: SchemaTrait, root: Schema) => {
  const leading = new WeakMap<Schema, boolean>();
  return memoizeByObject((applicable: Schema) => pathsFrom(applicable, trait, root, leading));
});

function pathsFrom(applicable: Schema, trait: SchemaTrait, root: Schema, known: WeakMap<Schema, boolean>): SchemaPaths {
  const { properties = {}, additionalProperties, items } = applicable;
  const ifLeading = (schema: Schema | undefined) =>
    schema && mayLeadToTrait(trait, schema, root, known) ? schema : undefined;
  return {
    isHere: trait(applicable),
    properties: Object.entries(properties).filter(([, schema]) => ifLeading(schema)),
    additional: typeof additionalProperties === 'object' ? ifLeading(additionalProperties) : undefined,
    items: ifLeading(items),
  };
}

// Whether a value of this schema, or one inside it, may have the trait, whatever the outcomes of conditions.
function mayLeadToTrait(trait: SchemaTrait, schema: Schema, root: Schema, known: WeakMap<Schema, boolean>): boolean {
  const cached = known.get(schema);
  if (cached !== undefined) return cached;
  // Assumes that a recursive schema leads to the trait.
  known.set(schema, true);
  const mayLead = trait(schema) || subschemas(schema, root).some(part => mayLeadToTrait(trait, part, root, known));
  known.set(schema, mayLead);
  return mayLead;
}

function subschemas(schema: Schema, root: Schema): Schema[] {
  const { $ref, allOf = [], then, else: otherwise, properties = {}, additionalProperties, items } = schema;
  const additional = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return [
    $ref === undefined ? undefined : resolveReference($ref, root),
    ...allOf,
    then,
    otherwise,
    ...Object.values(properties),
    additional,
    items,
  ].filter(part => part !== undefined);
}
