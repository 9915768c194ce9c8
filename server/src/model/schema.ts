/** Makes a validator of a schema that a user brings, of which nothing is known. Never throws: the fault is one line for a person. */
export type Compile = (schema: unknown) => { validate: Validate } | { fault: string };

/** A JSON Schema, draft-07, with the annotations that our schemas carry besides. */
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
  /** On a property whose values are open: values worth offering. On a root: a full envelope. */
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
  /** What a value stands for, beyond its type: see `Format`. */
  'x-slot'?: string;
  /** The name that stands here is given here; elsewhere it is only used. */
  'x-defines'?: boolean;
  /** What the names of an object's properties stand for. */
  'x-keys'?: Pick<Schema, 'x-slot' | 'x-defines'>;
  /** Severity of faults at this value where the contract is softer than its keyword. */
  'x-severity'?: 'error' | 'warning' | 'info';
  /** Severity of this property's absence, where it is required but often left out. */
  'x-missing'?: 'error' | 'warning' | 'info';
  /** On a root: the names of the files that hold such a value, see `Kind.fileNames`. */
  'x-file-names'?: string[];
  /** What a violated `pattern` means in words: "must be t_ and ten lower-case letters or digits". */
  patternErrorMessage?: string;
}

/** A validator as ajv's standalone code exports it. */
export interface Validate {
  (value: unknown): boolean;
  errors?: SchemaFault[] | null;
}

/** What ajv reports of one broken keyword; the fields that we read. */
export interface SchemaFault {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
}
