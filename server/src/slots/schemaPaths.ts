import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { isObject } from '../text/jsonPointer';
import { memoizeByObject, memoizeByObjects, memoizeByText } from '../text/memoize';
import {
  alternativesOf,
  applicableSchema,
  childSchema,
  isConditional,
  propertySchema,
  resolveReference,
} from './applicableSchemas';

/**
 * A test of a JSON schema, such as whether its values are agents' names. A test looks at one keyword only, so it holds for several merged schemas
 * if it holds for one of them.
 */
export type SchemaTrait = (schema: Schema) => boolean;

/** Returns the trait of schemas whose values have a slot: a time, an agent. One trait per slot, since results are cached by trait. */
export const hasSlot = memoizeByText(
  (slot): SchemaTrait =>
    schema =>
      schema['x-slot'] === slot,
);

/**
 * The properties and elements of a JSON value at or below which a schema has a trait. Such a trait is, for example, that the value is the
 * name of an agent.
 */
export interface SchemaPaths {
  /** The value's own schema. */
  applicable: Schema;
  /** Whether the value's own schema has the trait. */
  isHere: boolean;
  /** Whether no value below can have the trait. */
  isEnd: boolean;
  /** Declared properties at or below which the trait may occur. */
  properties: readonly { key: string; place: SchemaPlace }[];
  /** The place of a property that is not declared, or of an element; undefined if the trait can't occur at or below it. */
  additional: ((key: string) => SchemaPlace | undefined) | undefined;
  items: ((index: number) => SchemaPlace | undefined) | undefined;
}

/** The schema of a value, before its conditions are evaluated for the value. */
export interface SchemaPlace {
  pathsFor(value: unknown): SchemaPaths;
}

/** Returns the place of a root value. Computes each place below once, when a value first leads there. */
export const schemaPathsTo = memoizeByObjects((root: Schema, trait: SchemaTrait): SchemaPlace => {
  const leading = new WeakMap<Schema, boolean>();
  const mayLead = (schema: Schema) => mayLeadToTrait(trait, schema, root, leading);
  const pathsFrom = memoizeByObject((applicable: Schema): SchemaPaths => {
    const { properties = {}, patternProperties, additionalProperties, prefixItems = [], items } = applicable;
    const placeOf = (schema: Schema | undefined) => (schema && mayLead(schema) ? placeIn(schema) : undefined);
    const below = Object.entries(properties).flatMap(([key, schema]) => {
      const place = placeOf(schema);
      return place ? [{ key, place }] : [];
    });
    const rest = typeof additionalProperties === 'object' ? placeOf(additionalProperties) : undefined;
    const named = patternProperties?.some(({ schema }) => mayLead(schema));
    const additional = named ? (key: string) => placeOf(propertySchema(applicable, key)) : rest && (() => rest);
    const others = placeOf(items);
    const first = prefixItems.map(placeOf);
    const inList = first.some(Boolean)
      ? (index: number) => (index < first.length ? first[index] : others)
      : others && (() => others);
    const isEnd = below.length === 0 && !additional && !inList;
    return { applicable, isHere: trait(applicable), isEnd, properties: below, additional, items: inList };
  });
  const placeIn = memoizeByObject((schema: Schema): SchemaPlace => {
    if (isConditional(schema, root)) return { pathsFor: value => pathsFrom(applicableSchema(schema, root, value)) };
    let known: SchemaPaths | undefined;
    return {
      pathsFor: value => {
        known ??= pathsFrom(applicableSchema(schema, root, value));
        return known;
      },
    };
  });
  return placeIn(root);
});

// Whether a value of this schema, or one inside it, may have the trait, whatever the outcomes of conditions.
function mayLeadToTrait(trait: SchemaTrait, schema: Schema, root: Schema, known: WeakMap<Schema, boolean>): boolean {
  const cached = known.get(schema);
  if (cached !== undefined) return cached;
  // A schema may contain itself.
  const seen = new Set([schema]);
  for (const one of seen) {
    if (known.get(one) ?? trait(one)) {
      known.set(schema, true);
      return true;
    }
    if (known.get(one) !== false) for (const inner of subschemas(one, root)) seen.add(inner);
  }
  for (const one of seen) known.set(one, false);
  return false;
}

function subschemas(schema: Schema, root: Schema): Schema[] {
  const { $ref, allOf = [], then, else: otherwise, properties = {}, additionalProperties, items } = schema;
  const { prefixItems = [], patternProperties = [] } = schema;
  const additional = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return [
    $ref === undefined ? undefined : resolveReference($ref, root),
    ...allOf,
    ...alternativesOf(schema),
    then,
    otherwise,
    ...Object.values(properties),
    ...patternProperties.map(one => one.schema),
    additional,
    ...prefixItems,
    items,
  ].filter(subschema => subschema !== undefined);
}

type Visit = (path: Path, schema: Schema, value: unknown) => void;

/** Visits every declared value from the root down, with its applicable schema. */
export function eachDeclared(schema: Schema, value: unknown, visit: Visit): void {
  const walk = (subschema: Schema, current: unknown, path: Path): void => {
    const applicable = applicableSchema(subschema, schema, current);
    visit(path, applicable, current);
    if (Array.isArray(current)) {
      current.forEach((item, index) => {
        const child = childSchema(applicable, index);
        if (child) walk(child, item, [...path, index]);
      });
    } else if (isObject(current)) {
      for (const key of Object.keys(current)) {
        const child = propertySchema(applicable, key);
        if (child) walk(child, current[key], [...path, key]);
      }
    }
  };
  walk(schema, value, []);
}

/** `pathHere` gives the path during the visit: only few visits need one. `holder` is the object or array around the value. */
type VisitWith = (
  pathHere: () => Path,
  schema: Schema,
  value: unknown,
  holder: Record<string, unknown> | readonly unknown[] | undefined,
) => void;

/**
 * Visits only the values whose schema has a trait. Skips branches that can't have it: rules run on every line of every
 * log, each looking for one trait.
 */
export function eachDeclaredWith(trait: SchemaTrait, schema: Schema, value: unknown, visit: VisitWith): void {
  const path: (string | number)[] = [];
  const pathHere = () => path.slice();
  const step = (
    to: string | number,
    { pathsFor }: SchemaPlace,
    current: unknown,
    holder: Record<string, unknown> | readonly unknown[],
  ) => {
    path.push(to);
    walk(pathsFor(current), current, holder);
    path.pop();
  };
  const walk = (
    { applicable, isHere, isEnd, properties, additional, items }: SchemaPaths,
    current: unknown,
    holder: Record<string, unknown> | readonly unknown[] | undefined,
  ): void => {
    if (isHere) visit(pathHere, applicable, current, holder);
    if (isEnd) return;
    if (Array.isArray(current)) {
      if (!items) return;
      for (let index = 0; index < current.length; index++) {
        const place = items(index);
        if (place) step(index, place, current[index], current);
      }
    } else if (isObject(current)) {
      for (const { key, place } of properties) {
        const below = current[key];
        // Most properties are absent: reading is the quickest check.
        if (below !== undefined && Object.hasOwn(current, key)) step(key, place, below, current);
      }
      if (!additional) return;
      for (const key of Object.keys(current)) {
        if (applicable.properties && Object.hasOwn(applicable.properties, key)) continue;
        const place = additional(key);
        if (place) step(key, place, current[key], current);
      }
    }
  };
  walk(schemaPathsTo(schema, trait).pathsFor(value), value, undefined);
}
