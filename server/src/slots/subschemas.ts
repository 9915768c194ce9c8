import { isObject } from '../text/jsonPointer';

/** A JSON Schema as written in a file, not validated. */
export type RawSchema = Record<string, unknown>;

type SchemaPath = (string | number)[];

/** Returns the schemas directly in a schema, with their paths. Values, such as those of `enum`, do not count. */
export function subschemasOf(schema: RawSchema): [RawSchema, SchemaPath][] {
  const found: [RawSchema, SchemaPath][] = [];
  withSubschemas(schema, (one, path) => {
    found.push([one, path]);
    return one;
  });
  return found;
}

/** Replaces each schema directly in a schema. Returns the same object if nothing changed. Keeps schemas that are `true` or `false`. */
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

/** Keywords whose value is a schema or a list of schemas. */
const SINGLE: ReadonlySet<string> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains'],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
]);

/** Keywords whose value is an object of schemas by name. */
const NAMED: ReadonlySet<string> = new Set([
  ...['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas', 'dependencies'],
]);

const DEEPEST = 60;
const MOST_VALUES = 50_000;

/** Returns whether a value is too deep or too large to be a schema that somebody wrote by hand. */
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
