import type { Path } from '../model/text';
/** Checks whether a value has a shape. */
export interface Shape<T = unknown> extends ShapeFacts {
  (value: unknown): value is T;
}
/** What is known of a shape besides its check, as far as anything is. */
interface ShapeFacts {
  /** Completes "must be …" in a message about other values. */
  is?: string;
  /** The fields of a record. */
  fields?: Fields;
  /** The shape of the elements of an array. */
  items?: Shape;
  /** The keywords of JSON Schema for a value without parts. */
  keywords?: Readonly<Record<string, unknown>>;
  /** What the value means, for those who read the schema. */
  about?: string;
}
/** The type of the values that a shape admits. */
export type Shaped<S> = S extends Shape<infer T> ? T : never;
/** The shapes of properties, by name. Other properties are not looked at. */
export type Fields = Readonly<Record<string, Shape>>;
/** The type of objects with these fields. */
export type FieldsOf<F> = Flat<
  {
    -readonly [K in keyof F as F[K] extends IsOptional ? never : K]: Shaped<F[K]>;
  } & {
    -readonly [K in keyof F as F[K] extends IsOptional ? K : never]?: Shaped<F[K]>;
  }
>;
type Flat<T> = {
  [K in keyof T]: T[K];
};
export interface IsOptional {
  isOptional: true;
}
/** Names a check for messages. Bundles leave out shapes that they don't use: calls have no side effects. */
export declare function named<T>(is: string, fits: (value: unknown) => value is T, facts?: ShapeFacts): Shape<T>;
/** The same shape, with what its value means. */
export declare function described<S extends Shape>(shape: S, about: string): S;
export declare const isAnything: Shape;
export declare const isJsonObject: Shape<Record<string, unknown>>;
export declare const isText: Shape<string>;
export declare function isTextUpTo(length: number): Shape<string>;
export declare const isFlag: Shape<boolean>;
export declare const isBigInt: Shape<bigint>;
export declare const isNumber: Shape<number>;
export declare const isCount: Shape<number>;
export declare function isOneOf<const T extends readonly unknown[]>(...allowed: T): Shape<T[number]>;
export declare function isListOf<T>(shape: Shape<T>, is?: string): Shape<T[]>;
/** The path of a value in a JSON value. */
export declare const isPath: Shape<Path>;
/** Admits undefined, too: a property with this shape may be absent. */
export declare function optional<T>(shape: Shape<T>): Shape<T> & IsOptional;
/** An object with these fields, and any others. */
export declare function hasFields<F extends Fields>(fields: F, is?: string): Shape<FieldsOf<F>>;
/** An object with any names, and values of one shape. */
export declare function isRecordOf<T>(shape: Shape<T>): Shape<Record<string, T>>;
/** The shapes of all properties of a type: a property added to the type requires its shape here. */
export interface RecordShape<T> {
  required: Readonly<Record<RequiredKeys<T>, Shape>>;
  optional: Readonly<Record<Exclude<keyof T, RequiredKeys<T>>, Shape>>;
}
type RequiredKeys<T> = {
  [K in keyof T]-?: undefined extends T[K] ? never : K;
}[keyof T];
/** An object with these properties and no others. */
export declare function isRecord<T>({ required, optional }: RecordShape<T>): Shape<T>;
/** `typed<T>` stands for a type in a record. Only the compiler looks at it; nobody calls it. */
export declare function typed<T>(): T;
/** The same for a type with null. */
export declare function nullable<T>(): T | null;
