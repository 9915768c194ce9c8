import { isObject } from '../../text/pointer';

/** Returns the value of an attribute: a text, number or boolean, or an object as written in the file. */
export type AttributeReader = (name: string) => unknown;

/** Reads attributes: a list of keys with typed values, as in the protocol, or a plain object. */
export function attributeReader(found: unknown): AttributeReader {
  if (isObject(found)) return name => (Object.hasOwn(found, name) ? plain(found[name]) : undefined);
  if (!Array.isArray(found) || found.length === 0) return () => undefined;
  const values = new Map<unknown, unknown>();
  for (const attribute of found) if (isObject(attribute)) values.set(attribute['key'], attribute['value']);
  return name => plain(values.get(name));
}

function plain(value: unknown): unknown {
  if (!isObject(value)) return value;
  for (const type of TYPES) if (Object.hasOwn(value, type)) return value[type];
  return value;
}

// Libraries of Protocol Buffers may keep the names of the schema.
const TYPES = [
  ...['stringValue', 'intValue', 'doubleValue', 'boolValue'],
  ...['string_value', 'int_value', 'double_value', 'bool_value'],
];
