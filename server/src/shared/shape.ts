import { isObject } from '../text/pointer';

/** Checks whether a value has a shape. */
export type Shape = (value: unknown) => boolean;

export const isText: Shape = value => typeof value === 'string';
export const isBigInt: Shape = value => typeof value === 'bigint';
export const isNumber: Shape = value => typeof value === 'number' && Number.isFinite(value);
/** A whole number from 0. */
export const isCount: Shape = value => Number.isSafeInteger(value) && (value as number) >= 0;

export function isOneOf(...allowed: readonly unknown[]): Shape {
  const all = new Set(allowed);
  return value => all.has(value);
}

export function isListOf(shape: Shape): Shape {
  return value => Array.isArray(value) && value.every(shape);
}

/** An object with any names, and values of one shape. */
export function isRecordOf(shape: Shape): Shape {
  return value => isObject(value) && Object.values(value).every(shape);
}

/** The shapes of all properties of a type: a property added to the type requires its shape here. */
export interface RecordShape<T> {
  required: Readonly<Record<RequiredKeys<T>, Shape>>;
  optional: Readonly<Record<Exclude<keyof T, RequiredKeys<T>>, Shape>>;
}

type RequiredKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];

/** An object with these properties and no others. */
export function isRecord<T>({ required, optional }: RecordShape<T>): Shape {
  const names = Object.keys(required);
  const shapes = new Map<string, Shape>(Object.entries({ ...optional, ...required }));
  return value => {
    if (!isObject(value)) return false;
    for (const name in value) if (!shapes.get(name)?.(value[name])) return false;
    return names.every(name => Object.hasOwn(value, name));
  };
}
