import type { IdKind } from './registry';
import type { Path, Span } from './text';

/**
 * Compiles an untrusted JSON Schema into a validator. Never throws. For an unusable schema, returns the reason as `fault`, in one line for
 * the user, and the path of the faulty keyword as `at`.
 */
export type Compile = (schema: unknown) => { validate: Validate } | { fault: string; at?: string };

/** A JSON Schema of draft-07, with `prefixItems` of a later draft, and with annotations of this project for hover and completion. */
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
  /** The schemas of properties whose names match a pattern. */
  patternProperties?: { matches(key: string): boolean; schema: Schema }[];
  additionalProperties?: boolean | Schema;
  required?: string[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  contains?: Schema;
  unevaluatedItems?: boolean | Schema;
  /** The schemas of the first elements; \`items\` applies to all further elements. */
  prefixItems?: Schema[];
  items?: Schema;
  definitions?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
  not?: Schema;
  /** The names that an `if` with the other outcome would declare; only of applicable schemas. */
  elsewhere?: string[];
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
  /** The faulty key, if a key does not match `propertyNames`; `instancePath` is then the path of its object. */
  propertyName?: string;
}

/** The fault of a value that is too large to be checked completely. */
export const UNCHECKED: SchemaFault = { instancePath: '', schemaPath: '#', keyword: 'unchecked', params: {} };

/**
 * A position for a value and its description. Slots come from schemas and from other definitions of allowed
 * values; hover and completion use slots only.
 */
export interface Slot {
  /**
   * In JSON, a property name, a property value or an array element. In a registry, the value of a cell or a field, or the
   * name of a field, a column or a section.
   */
  role: 'key' | 'value' | 'item' | 'cell' | 'name';
  /** The current text that would be replaced, as a span of the part's text; may be empty. */
  at: Span;
  path: Path;
  /** The name of the property or the array. */
  name: string;
  title: string;
  /** Markdown. */
  about?: string;
  required: boolean;
  types: string[];
  choices: SlotChoice[];
  /** The kinds of ids that it may refer to, and the kind that it defines. */
  ids?: { refers: readonly IdKind[]; defines?: IdKind };
  /** Only the choices are allowed. */
  closed: boolean;
  format?: string;
  /** For a key with an open name: the meaning of the name. */
  named?: string;
  /** A description of its pattern. */
  patternMessage?: string;
  minimum?: number;
  maximum?: number;
  initial?: unknown;
  /** The slot is in YAML outside of brackets: lines and indentation separate values, not commas. */
  isBlock?: true;
  /** For a key: the properties that the object lacks, as slots. */
  absent: Slot[];
  /** Encodes a value for this position. */
  write(value: unknown): string;
  /** Returns a new value as snippet text with tab stops. */
  body(options: { oneLine: boolean }): string;
}

export interface SlotChoice {
  value: unknown;
  about?: string;
}

/** The schema of a value and its noun for messages. The validator decides; the schema provides the wording. */
export interface Contract {
  title: string;
  schema: Schema;
  validate: Validate;
}

export type Severity = 'error' | 'warning' | 'info';

/** Functions whose code is large and seldom needed: the code is loaded on first use. */
export interface LoadedCode {
  /** Compiles schemas that users provide. */
  compile: Compile;
  /** Reads the declarations of the protocols that are part of this program, by their ids; undefined for any other id. */
  declarationOf(id: string): unknown;
}
