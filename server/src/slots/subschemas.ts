import { isObject } from '../text/pointer';

/** A JSON Schema as it is written in a file: nothing about it is certain. */
export type RawSchema = Record<string, unknown>;

type SchemaPath = (string | number)[];

/** The schemas that are directly in a schema, with their paths. Values, such as those of `enum`, are none. */
export function subschemasOf(schema: RawSchema): [RawSchema, SchemaPath][] {
  const found: [RawSchema, SchemaPath][] = [];
  withSubschemas(schema, (one, path) => {
    found.push([one, path]);
    return one;
  });
  return found;
}

/** Changes each schema directly in a schema; returns the same object if none was changed. Schemas that are `true` or `false` stay. */
export function withSubschemas(schema: RawSchema, change: (one: RawSchema, path: SchemaPath) => unknown): RawSchema {
  let isChanged = false;
  const changed = (one: unknown, path: SchemaPath) => {
    if (!isObject(one)) return one;
    const now = change(one, path);
    isChanged ||= now !== one;
    return now;
  };
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (SINGLE.has(keyword)) {
      const list = Array.isArray(value) ? value : undefined;
      return [keyword, list ? list.map((one, at) => changed(one, [keyword, at])) : changed(value, [keyword])];
    }
    if (!NAMED.has(keyword) || !isObject(value)) return [keyword, value];
    const named = Object.entries(value).map(([name, one]) => [name, changed(one, [keyword, name])] as const);
    return [keyword, Object.fromEntries(named)];
  });
  return isChanged ? Object.fromEntries(entries) : schema;
}

/** The keywords with a schema, or a list of them. */
const SINGLE: ReadonlySet<string> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains'],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
]);

/** The keywords with an object of schemas by name. */
const NAMED: ReadonlySet<string> = new Set([
  ...['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas', 'dependencies'],
]);

const DEEPEST = 60;
const MOST_VALUES = 50_000;

/** Whether a value is nested more deeply than any schema that is written by hand, or has more values in it. */
export function isTooLarge(value: unknown): boolean {
  let level = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length;
    if (depth > DEEPEST || count > MOST_VALUES) return true;
    level = level.flatMap(one => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
