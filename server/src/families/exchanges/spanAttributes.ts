import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';

/** An attribute of a span. */
export interface SpanAttribute {
  value: unknown;
  /** Where its value is, in the span. */
  path: Path;
}

/** Attributes by name. */
export type SpanAttributes = ReadonlyMap<string, SpanAttribute>;

/** The attribute with this name, or those of a list `name.0.…` as nested lists and objects; undefined if there are none. */
export function attributeNamed(attributes: SpanAttributes, name: string): SpanAttribute | undefined {
  const whole = attributes.get(name);
  if (whole && !isBlank(whole.value)) return whole;
  const prefix = `${name}.`;
  const members: [keys: string[], attribute: SpanAttribute][] = [];
  for (const [key, attribute] of attributes) {
    if (key.startsWith(prefix)) members.push([key.slice(prefix.length).split('.'), attribute]);
  }
  const [first] = members;
  if (!first || !members.some(([[index = '']]) => INDEX.test(index))) return undefined;
  return { value: nested(members), path: first[1].path };
}

/** The first of several names that has a value. */
export function firstAttribute(attributes: SpanAttributes, names: readonly string[]): SpanAttribute | undefined {
  for (const name of names) {
    const found = attributeNamed(attributes, name);
    if (found) return found;
  }
  return undefined;
}

// Claude Code writes what it withholds so.
function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === '<REDACTED>';
}

const INDEX = /^\d{1,6}$/;
const DEEPEST = 12;

/** Nests values by their keys: `0.message.role` becomes `[{ message: { role } }]`. */
function nested(members: readonly [keys: string[], attribute: SpanAttribute][]): unknown {
  const root = new Map<string, unknown>();
  for (const [keys, { value }] of members) {
    if (keys.length > DEEPEST) continue;
    let here = root;
    for (const key of keys.slice(0, -1)) {
      const next = here.get(key);
      const inner = next instanceof Map ? next : new Map<string, unknown>();
      here.set(key, inner);
      here = inner;
    }
    here.set(keys.at(-1) as string, value);
  }
  return plainTree(root);
}

function plainTree(tree: unknown): unknown {
  if (!(tree instanceof Map)) return tree;
  const entries = [...(tree as Map<string, unknown>)];
  if (entries.every(([key]) => INDEX.test(key))) {
    return entries.sort(([one], [other]) => Number(one) - Number(other)).map(([, value]) => plainTree(value));
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, plainTree(value)]));
}

/** Reads attributes with their paths: a list of keys with typed values, as in the protocol, or a plain object. */
export function spanAttributes(found: unknown, path: Path): SpanAttributes {
  const attributes = new Map<string, SpanAttribute>();
  if (isObject(found)) {
    for (const [key, value] of Object.entries(found)) attributes.set(key, typedValue(value, [...path, key]));
  } else if (Array.isArray(found)) {
    for (const [index, item] of found.entries()) {
      if (!isObject(item) || typeof item['key'] !== 'string') continue;
      attributes.set(item['key'], typedValue(item['value'], [...path, index, 'value']));
    }
  }
  return attributes;
}

function typedValue(value: unknown, path: Path): SpanAttribute {
  if (isObject(value)) {
    for (const type of TYPES) if (Object.hasOwn(value, type)) return { value: anyValue(value), path: [...path, type] };
  }
  return { value, path };
}

const TYPES = [
  ...['stringValue', 'intValue', 'doubleValue', 'boolValue', 'arrayValue', 'kvlistValue'],
  // As the schema of the protocol writes them.
  ...['string_value', 'int_value', 'double_value', 'bool_value', 'array_value', 'kvlist_value'],
];

/** The plain value of OTLP's `AnyValue`; any other value is unchanged. */
function anyValue(value: unknown, depth = 0): unknown {
  if (!isObject(value) || depth > DEEPEST) return value;
  const { arrayValue = value['array_value'], kvlistValue = value['kvlist_value'] } = value;
  if (isObject(arrayValue)) {
    const { values } = arrayValue;
    return Array.isArray(values) ? values.map(item => anyValue(item, depth + 1)) : [];
  }
  if (isObject(kvlistValue)) {
    const { values } = kvlistValue;
    if (!Array.isArray(values)) return {};
    return Object.fromEntries(
      values.filter(isObject).map(({ key, value: item }) => [String(key), anyValue(item, depth + 1)]),
    );
  }
  const type = TYPES.find(name => Object.hasOwn(value, name));
  return type === undefined ? value : value[type];
}
