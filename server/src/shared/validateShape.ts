import type { Path } from '../model/text';
import { isObject } from './isObject';

/** A check of whether untrusted data has an expected shape. It can also describe the shape in an error message. */
export interface Shape<T = unknown> extends ShapeFacts {
  (value: unknown): value is T;
}

/** Optional facts about a shape, for messages and schemas. */
interface ShapeFacts {
  /** Completes "must be …" in the message about a value without the shape. */
  is?: string;
  /** The fields of a record. */
  fields?: Fields;
  /** The shape of the elements of an array. */
  items?: Shape;
  /** The keywords of JSON Schema for a value without parts. */
  keywords?: Readonly<Record<string, unknown>>;
  /** The meaning of the value, for readers of the schema. */
  about?: string;
}

/** The type of the values that a shape admits. */
export type Shaped<S> = S extends Shape<infer T> ? T : never;

/** The shapes of an object's properties, by name. Other properties are not checked. */
export type Fields = Readonly<Record<string, Shape>>;

/** The type of objects with these fields. */
export type FieldsOf<F> = Flat<
  { -readonly [K in keyof F as F[K] extends IsOptional ? never : K]: Shaped<F[K]> } & {
    -readonly [K in keyof F as F[K] extends IsOptional ? K : never]?: Shaped<F[K]>;
  }
>;
type Flat<T> = { [K in keyof T]: T[K] };
export interface IsOptional {
  isOptional: true;
}

/** Gives a check the words that messages use for it. Marked as free of side effects, so that bundles leave out unused shapes. */
/* @__NO_SIDE_EFFECTS__ */
export function named<T>(is: string, fits: (value: unknown) => value is T, facts: ShapeFacts = {}): Shape<T> {
  return Object.assign(fits, { ...facts, is });
}

/** Copies a shape with a description of the value's meaning. */
/* @__NO_SIDE_EFFECTS__ */
export function described<S extends Shape>(shape: S, about: string): S {
  const fits = (value: unknown): value is unknown => shape(value);
  return Object.assign(fits, { ...shape, about }) as unknown as S;
}

export const isAnything: Shape = (_value): _value is unknown => true;
export const isJsonObject = named('an object', (value): value is Record<string, unknown> => isObject(value), {
  keywords: { type: 'object' },
});
export const isText = named('a string', value => typeof value === 'string', { keywords: { type: 'string' } });
/* @__NO_SIDE_EFFECTS__ */
export function isTextUpTo(length: number): Shape<string> {
  const fits = (value: unknown): value is string => isText(value) && value.length <= length;
  return named(`a string of at most ${length} characters`, fits, { keywords: { type: 'string', maxLength: length } });
}
export const isFlag = named('true or false', value => typeof value === 'boolean', { keywords: { type: 'boolean' } });
export const isBigInt: Shape<bigint> = value => typeof value === 'bigint';
export const isNumber = named('a number', (value): value is number => Number.isFinite(value), {
  keywords: { type: 'number' },
});
export const isCount = named(
  'a whole number from 0',
  (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
  { keywords: { type: 'integer', minimum: 0 } },
);

/* @__NO_SIDE_EFFECTS__ */
export function isOneOf<const T extends readonly unknown[]>(...allowed: T): Shape<T[number]> {
  const all = new Set<unknown>(allowed);
  return named(`one of ${allowed.join(', ')}`, (value): value is T[number] => all.has(value), {
    keywords: { enum: allowed },
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function isListOf<T>(shape: Shape<T>, is = 'an array'): Shape<T[]> {
  return named(is, (value): value is T[] => Array.isArray(value) && value.every(item => shape(item)), { items: shape });
}

/** The path of a value in a JSON value. */
export const isPath: Shape<Path> = isListOf(
  (value): value is string | number => isText(value) || isCount(value),
  'an array of names and indices',
);

/** Extends a shape so that it also accepts undefined: a property with this shape may be absent. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(shape: Shape<T>): Shape<T> & IsOptional {
  const fits = (value: unknown): value is T => value === undefined || shape(value);
  return Object.assign(named(`${shape.is}, or absent`, fits, shape), { isOptional: true as const });
}

/** Returns the shape of objects with these fields; other properties are allowed. */
/* @__NO_SIDE_EFFECTS__ */
export function hasFields<F extends Fields>(fields: F, is?: string): Shape<FieldsOf<F>> {
  const names = Object.keys(fields);
  return named(
    is ?? `an object with ${names.map(name => `"${name}"`).join(', ')}`,
    (value): value is FieldsOf<F> => isObject(value) && names.every(name => fields[name]?.(value[name])),
    { fields },
  );
}

/** Returns the shape of objects with any property names, and values of one shape. */
/* @__NO_SIDE_EFFECTS__ */
export function isRecordOf<T>(shape: Shape<T>): Shape<Record<string, T>> {
  return (value): value is Record<string, T> => isObject(value) && Object.values(value).every(item => shape(item));
}

/** Copies the fields of an object, and thereby drops everything else; undefined if one has another shape. */
export function decodeFields<F extends Fields>(value: unknown, fields: F): FieldsOf<F> | undefined {
  if (!isObject(value)) return undefined;
  const decoded: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(fields)) {
    const field = value[name];
    if (!shape(field)) return undefined;
    if (field !== undefined) decoded[name] = shape.fields ? decodeFields(field, shape.fields) : field;
  }
  return decoded as FieldsOf<F>;
}

/** The key of a table with this name; undefined for any other value. */
export function keyIn<Key extends string>(table: Readonly<Record<Key, unknown>>, key: unknown): Key | undefined {
  return isText(key) && Object.hasOwn(table, key) ? (key as Key) : undefined;
}

/** The shapes of all properties of a type: a property added to the type requires its shape here. */
export interface RecordShape<T> {
  required: Readonly<Record<RequiredKeys<T>, Shape>>;
  optional: Readonly<Record<Exclude<keyof T, RequiredKeys<T>>, Shape>>;
}

type RequiredKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

/** Returns the shape of objects with exactly these properties. */
/* @__NO_SIDE_EFFECTS__ */
export function isRecord<T>({ required, optional }: RecordShape<T>): Shape<T> {
  const names = Object.keys(required);
  const shapes = new Map<string, Shape>(Object.entries({ ...optional, ...required }));
  return (value): value is T => {
    if (!isObject(value)) return false;
    for (const name in value) if (!shapes.get(name)?.(value[name])) return false;
    return names.every(name => Object.hasOwn(value, name));
  };
}

/**
 * Declares a type as a value, for tables whose types are derived from their values: `typed<T>`. Only the compiler uses the call; it never
 * runs.
 */
export function typed<T>(): T {
  throw new Error('A type has no value.');
}

/** Like `typed`, for a type that may also be null. */
export function nullable<T>(): T | null {
  return null;
}
