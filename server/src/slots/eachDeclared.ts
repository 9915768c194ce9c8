import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { isObject } from '../text/pointer';
import { applicableSchema, propertySchema } from './applicableSchemas';
import { type SchemaTrait, schemaPathsTo } from './schemaPathsTo';

type Visit = (path: Path, schema: Schema, value: unknown) => void;

/** Visits every declared value from the root down, with its applicable schema. */
export function eachDeclared(schema: Schema, value: unknown, visit: Visit): void {
  const walk = (part: Schema, current: unknown, path: Path): void => {
    const applicable = applicableSchema(part, schema, current);
    visit(path, applicable, current);
    if (Array.isArray(current)) {
      const { items } = applicable;
      if (items) current.forEach((item, index) => walk(items, item, [...path, index]));
    } else if (isObject(current)) {
      for (const key of Object.keys(current)) {
        const child = propertySchema(applicable, key);
        if (child) walk(child, current[key], [...path, key]);
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
  const pathsFrom = schemaPathsTo(trait, schema);
  // Of the value that is walked: only visitors need a copy.
  const path: (string | number)[] = [];
  const step = (to: string | number, part: Schema, current: unknown) => {
    path.push(to);
    walk(part, current);
    path.pop();
  };
  const walk = (part: Schema, current: unknown): void => {
    const applicable = applicableSchema(part, schema, current);
    const { isHere, properties, additional, items } = pathsFrom(applicable);
    if (isHere) visit(path.slice(), applicable, current);
    if (Array.isArray(current)) {
      if (items) for (let index = 0; index < current.length; index++) step(index, items, current[index]);
    } else if (isObject(current)) {
      for (const [key, child] of properties) if (Object.hasOwn(current, key)) step(key, child, current[key]);
      if (!additional) return;
      for (const key of Object.keys(current)) {
        if (!applicable.properties || !Object.hasOwn(applicable.properties, key)) step(key, additional, current[key]);
      }
    }
  };
  walk(schema, value);
}
