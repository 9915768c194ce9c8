import { type RawSchema, withSubschemas } from '../../slots/subschemas';
import { formatPointer, isObject } from '../../text/jsonPointer';
import {
  type ContractSchema,
  descriptionOf,
  listIn,
  type NoteUnsaid,
  namedIn,
  onlyRequired,
  schemaAt,
  takenIn,
  typesOf,
} from './contractSchemas';

/**
 * Generates tool definitions for Anthropic's Messages API: a model calls the tool with an envelope as input. Leaves out `allOf`, `anyOf` and
 * `oneOf` at the root of a schema, which the API refuses, and reports them.
 *
 * @param note returns, for a kind, the function that collects the requirements which are left out
 */
export function writeAnthropicTools(contracts: readonly ContractSchema[], note: (kind: string) => NoteUnsaid): string {
  return written(
    contracts.map(contract => ({
      name: toolName(contract),
      description: descriptionOf(contract.schema) ?? contract.title,
      input_schema: { type: 'object', ...withoutAlternatives(withDefs(contract.schema), note(contract.kind)) },
    })),
  );
}

/** Removes `allOf`, `anyOf` and `oneOf` from the root of a schema, where neither API accepts them. */
function withoutAlternatives(schema: RawSchema, note: NoteUnsaid): RawSchema {
  const own = { ...schema };
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    if (!Object.hasOwn(own, keyword)) continue;
    delete own[keyword];
    note(formatPointer([keyword]), `"${keyword}" of the whole envelope`);
  }
  return own;
}

/**
 * Generates schemas for OpenAI's structured outputs (`strict`): every property is required and no other is allowed; an optional property
 * may be null instead of absent. Keywords that this form lacks are reported through `note`.
 *
 * @param note returns the function that records missing requirements of a kind
 */
export function writeOpenAiSchemas(contracts: readonly ContractSchema[], note: (kind: string) => NoteUnsaid): string {
  return written(
    contracts.map(contract => {
      const full = withDefs(contract.schema);
      const told = note(contract.kind);
      const allOf = (one: RawSchema) => takenIn(one === plain ? full : one, ref => schemaAt(full, ref));
      const plain = withoutAlternatives(full, told);
      const { $defs, ...schema } = strict(plain, [], told, allOf) as RawSchema;
      const description = descriptionOf(contract.schema);
      return {
        name: toolName(contract),
        ...(description !== undefined && { description }),
        strict: true,
        schema: { ...schema, ...($defs !== undefined && { $defs }) },
      };
    }),
  );
}

function written(values: readonly unknown[]): string {
  return `${JSON.stringify(values.length === 1 ? values[0] : values, undefined, 2)}\n`;
}

/**
 * Converts the id of a kind to a tool name, `agent-message/message` to `agent-message_message`: letters, digits, dashes and underscores, at
 * most 64.
 */
function toolName({ kind }: ContractSchema): string {
  return kind.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);
}

/** Renames `definitions` to `$defs`, the keyword of newer JSON Schema dialects. */
function withDefs(schema: RawSchema): RawSchema {
  const rename = (one: RawSchema): RawSchema => {
    const { definitions, ...own } = withSubschemas(one, rename);
    const { $ref } = own;
    const to = typeof $ref === 'string' ? $ref.replace(/^#\/definitions\//, '#/$defs/') : $ref;
    return {
      ...own,
      ...($ref !== undefined && { $ref: to }),
      ...(isObject(definitions) && { $defs: { ...definitions, ...(isObject(own.$defs) && own.$defs) } }),
    };
  };
  return rename(schema);
}

/** The keywords that OpenAI's strict schemas allow. */
const STRICT: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'anyOf', '$ref', '$defs', 'title', 'description', 'properties', 'required', 'items'],
  ...['additionalProperties', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems'],
]);
/** Keywords that constrain no value. */
const SILENT: ReadonlySet<string> = new Set([
  'examples',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'then',
  'else',
]);
const STRICT_FORMATS: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
]);

type TakenIn = (schema: RawSchema) => readonly RawSchema[];

function strict(schema: unknown, path: readonly string[], note: NoteUnsaid, allOf: TakenIn): unknown {
  if (!isObject(schema)) {
    if (path.length > 0) note(formatPointer(path), 'that any value is allowed: it is a text there');
    return { type: 'string' };
  }
  const found: RawSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (STRICT.has(keyword)) found[keyword] = value;
    else if (keyword === 'oneOf') found.anyOf ??= value;
    else if (keyword === 'format' && STRICT_FORMATS.has(value)) found.format = value;
    else if (!SILENT.has(keyword)) note(formatPointer([...path, keyword]), `"${keyword}"`);
  }
  const inner = (one: unknown, ...steps: (string | number)[]) =>
    strict(one, [...path, ...steps.map(String)], note, allOf);
  if (isObject(found.$defs)) {
    found.$defs = Object.fromEntries(
      Object.entries(found.$defs).map(([name, one]) => [name, inner(one, '$defs', name)]),
    );
  }
  if (Array.isArray(found.anyOf)) found.anyOf = found.anyOf.map((one, at) => inner(one, 'anyOf', at));
  const types = typesOf(found);
  if (types.includes('array')) found.items = inner(found.items ?? true, 'items');
  if (types.includes('object') || path.length === 0) {
    return { ...found, ...strictObject(found, path, inner, note, allOf(schema)) };
  }
  delete found.additionalProperties;
  const says = ['type', 'enum', 'const', 'anyOf', '$ref'].some(keyword => Object.hasOwn(found, keyword));
  if (says) return found;
  note(formatPointer(path), 'that any value is allowed: it is a text there');
  return { ...found, type: 'string' };
}

function strictObject(
  schema: RawSchema,
  path: readonly string[],
  inner: (one: unknown, ...steps: (string | number)[]) => unknown,
  note: NoteUnsaid,
  all: readonly RawSchema[],
): RawSchema {
  const { additionalProperties: others } = schema;
  if (others !== false) note(formatPointer([...path, 'additionalProperties']), 'that other properties are allowed');
  const required = new Set(listIn(schema, 'required'));
  const named = [...namedIn(schema, 'properties'), ...onlyRequired([schema], all)];
  const properties = named.map(([name, one]) => {
    const own = inner(one, 'properties', name) as RawSchema;
    return [name, required.has(name) ? own : orNull(own)] as const;
  });
  return {
    type: schema.type ?? 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

/** Extends a schema so that it also accepts null. */
function orNull(schema: RawSchema): RawSchema {
  const types = typesOf(schema);
  const { description, title, ...own } = schema;
  if (types.length > 0 && !schema.enum && !Object.hasOwn(schema, 'const')) {
    return types.includes('null') ? schema : { ...schema, type: [...types, 'null'] };
  }
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    anyOf: [own, { type: 'null' }],
  };
}
