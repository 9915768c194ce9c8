import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { isObject } from '../text/pointer';
import { applicableSchema, propertySchema } from './applicableSchemas';
import { type SchemaTrait, schemaPathsTo } from './schemaPathsTo';

type Visit = (path: Path, schema: Schema, value: unknown) => void;

/** Visits every value that a schema declares, from the root down, with its applicable schema. */
export function eachDeclared(schema: Schema, value: unknown, visit: Visit): void {
  const walk = (part: Schema, here: unknown, path: Path): void => {
    const inEffect = applicableSchema(part, schema, here);
    visit(path, inEffect, here);
    if (Array.isArray(here)) {
      const { items } = inEffect;
      if (items) here.forEach((item, index) => walk(items, item, [...path, index]));
    } else if (isObject(here)) {
      for (const key of Object.keys(here)) {
        const below = propertySchema(inEffect, key);
        if (below) walk(below, here[key], [...path, key]);
      }
    }
  };
  walk(schema, value, []);
}

/**
 * Visits only the values whose schema has a trait. Skips branches that can't have it: rules run on every line of every
 * log, each looking for one trait.
 */
export function eachDeclaredWith(trait: SchemaTrait, schema: Schema, value: unknown, visit: Visit): void {
  const wayFrom = schemaPathsTo(trait, schema);
  const walk = (part: Schema, here: unknown, path: Path): void => {
    const inEffect = applicableSchema(part, schema, here);
    const { isHere, properties, others, items } = wayFrom(inEffect);
    if (isHere) visit(path, inEffect, here);
    if (Array.isArray(here)) {
      if (items) here.forEach((item, index) => walk(items, item, [...path, index]));
    } else if (isObject(here)) {
      for (const [key, below] of properties) if (Object.hasOwn(here, key)) walk(below, here[key], [...path, key]);
      if (!others) return;
      for (const key of Object.keys(here)) {
        if (!inEffect.properties || !Object.hasOwn(inEffect.properties, key)) walk(others, here[key], [...path, key]);
      }
    }
  };
  walk(schema, value, []);
}
