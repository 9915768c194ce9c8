/**
 * Compiles a validator from an untrusted schema. Never throws: `fault` is one line for the user, `at` the key of the schema that it is about.
 */
export type Compile = (schema: unknown) => { validate: Validate } | { fault: string; at?: string };

/** A JSON Schema, draft-07, with our annotations. */
export interface Schema {
  $id?: string;
  $ref?: string;
  title?: string;
  description?: string;
  markdownDescription?: string;
  type?: string | string[];
  enum?: unknown[];
  enumDescriptions?: string[];
  const?: unknown;
  default?: unknown;
  /** For a property with open values: suggestions. At the root: a complete envelope. */
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  minItems?: number;
  items?: Schema;
  definitions?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
  not?: Schema;
  /** The meaning of a value beyond its type: see `Format`. */
  'x-slot'?: string;
  /** The value defines a name; otherwise it refers to one. */
  'x-defines'?: boolean;
  /** The meaning of the object's property names. */
  'x-keys'?: Pick<Schema, 'x-slot' | 'x-defines'>;
  /** The severity of errors at this value, if lower than the keyword's. */
  'x-severity'?: 'error' | 'warning' | 'info';
  /** The severity of this property's absence, if it is required but often omitted. */
  'x-missing'?: 'error' | 'warning' | 'info';
  /** At the root: the names of the files that contain this value, see `Kind.fileNames`. */
  'x-file-names'?: string[];
  /** The message for a violated `pattern`: "must be t_ and ten lower-case letters or digits". */
  patternErrorMessage?: string;
}

/** A validator as ajv's standalone code exports it. */
export interface Validate {
  (value: unknown): boolean;
  errors?: SchemaFault[] | null;
}

/** An ajv error, reduced to the fields that are used. */
export interface SchemaFault {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
}
