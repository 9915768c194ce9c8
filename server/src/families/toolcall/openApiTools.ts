import type { ListedTool } from '../../model/catalogue';
import type { Path } from '../../model/text';
import { atPath, isObject, parsePointer } from '../../text/jsonPointer';

type Json = Record<string, unknown>;

/**
 * Reads the operations of an OpenAPI 3 or Swagger 2 document as tools that agents can call, except those without `operationId`. The arguments of
 * a tool are the parameters in the path and query of the operation, and the properties of its JSON body. A body that is no object is the argument
 * `body`. Undefined for any other document. Never throws.
 */
export function openApiTools(document: unknown): ListedTool[] | undefined {
  if (!isObject(document) || !isObject(document['paths'])) return undefined;
  if (typeof document['openapi'] !== 'string' && typeof document['swagger'] !== 'string') return undefined;
  const reader: Reader = { document, remaining: MAX_VALUES, components: new Map() };
  const tools: ListedTool[] = [];
  for (const [route, item] of Object.entries(document['paths'])) {
    if (!isObject(item)) continue;
    for (const method of METHODS) {
      const operation = item[method];
      const name = isObject(operation) ? operation['operationId'] : undefined;
      if (!isObject(operation) || typeof name !== 'string' || name.trim() === '' || tools.length >= MAX_TOOLS) continue;
      const described = [operation['summary'], operation['description']].find(text => typeof text === 'string');
      const parameters = argumentsSchema(operation, item, reader);
      const path = ['paths', route, method];
      tools.push({
        name,
        ...(typeof described === 'string' && { description: described }),
        ...(parameters && { parameters }),
        path,
        namePath: [...path, 'operationId'],
        parametersPath: path,
      });
    }
  }
  return tools;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const MAX_TOOLS = 5000;
/** The maximum number of values of a document; operations behind these get no schema. */
const MAX_VALUES = 200_000;
const MAX_DEPTH = 60;
const MAX_REFERENCES = 20;

interface Reader {
  document: Json;
  /** The number of values that may still be read. */
  remaining: number;
  /** By pointer: the schemas that are referred to, each with the pointers that it refers to. */
  components: Map<string, { schema: unknown; uses: Set<string> }>;
}

/** The schema of the arguments of an operation; undefined if the document is too large. */
function argumentsSchema(operation: Json, item: Json, reader: Reader): Json | undefined {
  const uses = new Set<string>();
  const properties: [string, unknown][] = [];
  const required: string[] = [];
  let body = jsonBody(operation, reader);
  const all = [...listOf(item['parameters']), ...listOf(operation['parameters'])].map(one => resolve(one, reader));
  for (const parameter of all) {
    const { name, in: place, schema, description } = parameter;
    if (place === 'body') body = { schema, isRequired: parameter['required'] === true };
    if (typeof name !== 'string' || (place !== 'path' && place !== 'query')) continue;
    // A Swagger 2 parameter is its own schema.
    const { required: _, in: __, name: ___, ...own } = parameter;
    const read = convert(isObject(schema) ? schema : own, uses, reader);
    properties.push([name, typeof description === 'string' && isObject(read) ? { description, ...read } : read]);
    if (parameter['required'] === true) required.push(name);
  }
  const whole = body && resolve(body.schema, reader);
  const isMerged = whole && isObject(whole['properties']) && !COMBINED.some(keyword => keyword in whole);
  let rest: Json = {};
  if (body && isMerged) {
    const { properties: members, required: needed, ...own } = convert(whole, uses, reader) as Json;
    if (isObject(members)) properties.push(...Object.entries(members));
    if (body.isRequired) required.push(...listOf(needed).filter(one => typeof one === 'string'));
    if (own['additionalProperties'] !== undefined) rest = { additionalProperties: own['additionalProperties'] };
  } else if (body) {
    properties.push(['body', convert(body.schema, uses, reader)]);
    if (body.isRequired) required.push('body');
  }
  const definitions = definitionsFor(uses, reader);
  if (reader.remaining < 0) return undefined;
  return {
    type: 'object',
    // Own properties, whatever their names.
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...rest,
    ...(definitions && { definitions }),
  };
}

const COMBINED = ['allOf', 'anyOf', 'oneOf', 'not'];

function jsonBody(operation: Json, reader: Reader): { schema: unknown; isRequired: boolean } | undefined {
  const body = resolve(operation['requestBody'], reader);
  const content = body['content'];
  const type = isObject(content)
    ? Object.keys(content).find(one => /^application\/(?:[\w.+-]*\+)?json/i.test(one))
    : undefined;
  const schema = type === undefined ? undefined : atPath(content, [type, 'schema']);
  return isObject(schema) ? { schema, isRequired: body['required'] === true } : undefined;
}

/** Follows the references of an object within the document; `{}` for anything else. */
function resolve(value: unknown, { document }: Reader): Json {
  let here = value;
  for (let count = 0; count < MAX_REFERENCES && isObject(here); count++) {
    const $ref = here['$ref'];
    if (typeof $ref !== 'string') return here;
    here = $ref.startsWith('#/') ? atPath(document, parsePointer($ref.slice(1))) : undefined;
  }
  return {};
}

/** Keywords that mean in JSON Schema what they mean in OpenAPI. */
const PLAIN = [
  ...['type', 'format', 'enum', 'const', 'default', 'title', 'description', 'multipleOf', 'maximum', 'minimum'],
  ...['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems', 'maxProperties', 'minProperties'],
];

/** A schema of OpenAPI as JSON Schema. References to other schemas of the document become those of `definitions`. */
function convert(schema: unknown, uses: Set<string>, reader: Reader, depth = 0): unknown {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema) || depth > MAX_DEPTH || --reader.remaining < 0) return {};
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    if (!isObject($ref.startsWith('#/') ? atPath(reader.document, parsePointer($ref.slice(1))) : undefined)) return {};
    uses.add($ref);
    return { $ref: `#/definitions/${definitionName($ref)}` };
  }
  const below = (one: unknown) => convert(one, uses, reader, depth + 1);
  const converted: Json = {};
  for (const keyword of PLAIN) if (schema[keyword] !== undefined) converted[keyword] = schema[keyword];
  for (const [exclusive, inclusive] of BOUNDS) {
    const bound = schema[exclusive];
    if (typeof bound === 'number') converted[exclusive] = bound;
    if (bound !== true || typeof schema[inclusive] !== 'number') continue;
    converted[exclusive] = schema[inclusive];
    delete converted[inclusive];
  }
  if (isObject(schema['properties'])) {
    const members = Object.entries(schema['properties']);
    converted['properties'] = Object.fromEntries(members.map(([name, one]) => [name, below(one)]));
    // The server sets a property that is only read.
    const isSet = (name: unknown) => atPath(schema, ['properties', String(name), 'readOnly']) === true;
    if (Array.isArray(schema['required'])) converted['required'] = schema['required'].filter(name => !isSet(name));
  } else if (Array.isArray(schema['required'])) converted['required'] = schema['required'];
  for (const keyword of ['items', 'additionalProperties', 'not'])
    if (isObject(schema[keyword]) || typeof schema[keyword] === 'boolean') converted[keyword] = below(schema[keyword]);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    if (Array.isArray(schema[keyword]) && schema[keyword].length > 0) converted[keyword] = schema[keyword].map(below);
  return schema['nullable'] === true || schema['x-nullable'] === true ? orNull(converted) : converted;
}

function orNull(schema: Json): Json {
  const { type, enum: choices } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'], ...(Array.isArray(choices) && { enum: [...choices, null] }) };
}

const BOUNDS = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

function definitionName($ref: string): string {
  return $ref.replaceAll(/[^\w.-]/g, '_');
}

/** The schemas that are referred to, directly or by way of others; undefined without any. */
function definitionsFor(uses: ReadonlySet<string>, reader: Reader): Json | undefined {
  const definitions: [string, unknown][] = [];
  const known = new Set(uses);
  for (const $ref of known) {
    let component = reader.components.get($ref);
    if (!component) {
      component = { schema: {}, uses: new Set() };
      reader.components.set($ref, component);
      const path: Path = parsePointer($ref.slice(1));
      component.schema = convert(atPath(reader.document, path), component.uses, reader);
    }
    if (--reader.remaining < 0) break;
    definitions.push([definitionName($ref), component.schema]);
    // A set that grows while it is walked is walked to its end.
    for (const one of component.uses) known.add(one);
  }
  return definitions.length === 0 ? undefined : Object.fromEntries(definitions);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
