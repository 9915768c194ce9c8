import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { isObject } from '../text/pointer';
import { applicableSchema, propertySchema } from './applicableSchemas';
import { type SchemaPaths, type SchemaPlace, type SchemaTrait, schemaPathsTo } from './schemaPathsTo';

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
      if (items) for (let index = 0; index < current.length; index++) step(index, items, current[index], current);
    } else if (isObject(current)) {
      for (const { key, place } of properties) {
        const below = current[key];
        // Most are not there, which reading alone tells at once.
        if (below !== undefined && Object.hasOwn(current, key)) step(key, place, below, current);
      }
      if (!additional) return;
      for (const key of Object.keys(current)) {
        if (!applicable.properties || !Object.hasOwn(applicable.properties, key))
          step(key, additional, current[key], current);
      }
    }
  };
  walk(schemaPathsTo(schema, trait).pathsFor(value), value, undefined);
}
