import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { isObject } from '../text/pointer';
import { effective, propertySchema } from './effective';

/** Calls back for every value that a schema speaks of, from the root down, with the schema in effect there. */
export function eachDeclared(
  schema: Schema,
  value: unknown,
  visit: (path: Path, schema: Schema, value: unknown) => void,
): void {
  const walk = (part: Schema, here: unknown, path: Path): void => {
    const inEffect = effective(part, schema, here);
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
