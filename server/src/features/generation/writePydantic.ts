import type { RawSchema } from '../../slots/subschemas';
import { formatPointer, isObject } from '../../text/jsonPointer';
import {
  type ContractSchema,
  freeName,
  listIn,
  type NoteUnsaid,
  namedIn,
  summaryOf,
  typeIdentifier,
  typesOf,
  valuesOf,
} from './contractSchemas';

/**
 * Generates Python models for Pydantic 2 from the schemas of envelope kinds. The models are strict, and accept no text in place of a number.
 * Reports each requirement that Pydantic can't express, such as a condition.
 *
 * @param note returns, for a kind, the function that collects these requirements
 */
export function writePydantic(contracts: readonly ContractSchema[], note: (kind: string) => NoteUnsaid): string {
  const taken = new Set(contracts.flatMap(({ name, definitions }) => [name, ...definitions.map(one => one.name)]));
  const models: string[] = [];
  const typing = new Set<string>();
  for (const contract of contracts) {
    const names = new Map(contract.definitions.map(({ ref, name }) => [ref, name]));
    const writing: Writing = { names, note: note(contract.kind), taken, models, typing };
    for (const { ref, name, schema } of contract.definitions) {
      if (ref !== '#') declare(name, schema, [ref], writing);
    }
    declare(contract.name, contract.schema, [], writing);
  }
  const used = ['Annotated', 'Any', 'Literal', 'Union'].filter(name => typing.has(name));
  const pydantic = ['BaseModel', 'ConfigDict', 'Field', 'RootModel', 'StrictBool', 'StrictInt', 'StrictStr'];
  const text = models.join('\n\n');
  const imported = pydantic.filter(name => new RegExp(`\\b${name}\\b`).test(text));
  return [
    'from __future__ import annotations\n',
    ...(used.length > 0 ? [`from typing import ${used.join(', ')}\n`] : []),
    `from pydantic import ${imported.join(', ')}\n\n`,
    `${text}`,
  ].join('\n');
}

interface Writing {
  /** The names of the classes that references point to, by reference. */
  names: ReadonlyMap<string, string>;
  note: NoteUnsaid;
  /** The class names in use. */
  taken: Set<string>;
  /** The class declarations in output order. */
  models: string[];
  /** The imported names of the module `typing`. */
  typing: Set<string>;
}

/** Declares the class of a schema: a class with fields for an object, otherwise a class around a value. */
function declare(name: string, schema: unknown, path: readonly string[], writing: Writing): void {
  if (isObject(schema) && isModel(schema)) {
    declareModel(name, schema, path, writing);
    return;
  }
  const type = pythonType(schema, path, name, writing);
  const about = isObject(schema) ? docstring(summaryOf(schema)) : '';
  writing.models.push(`class ${name}(RootModel[${type}]):\n${about}    model_config = ConfigDict(strict=True)\n`);
}

function isModel(schema: RawSchema): boolean {
  const types = typesOf(schema);
  return (
    types.length === 1 && types[0] === 'object' && (namedIn(schema, 'properties').length > 0 || hasRequired(schema))
  );
}

function hasRequired(schema: RawSchema): boolean {
  return listIn(schema, 'required').length > 0;
}

function declareModel(name: string, schema: RawSchema, path: readonly string[], writing: Writing): void {
  const { additionalProperties: others } = schema;
  const required = new Set(listIn(schema, 'required').filter(one => typeof one === 'string'));
  const properties = new Map<string, unknown>(namedIn(schema, 'properties'));
  for (const one of required) if (!properties.has(one)) properties.set(one, true);
  const fieldNames = new Set<string>();
  const fields = [...properties].map(([key, one]) => {
    const type = pythonType(one, [...path, 'properties', key], `${name}${typeIdentifier(key)}`, writing);
    const field = fieldName(key, fieldNames);
    const about = isObject(one) ? summaryOf(one) : undefined;
    const settings = [
      // The type of an optional property does not include None: Pydantic does not check a default.
      ...(required.has(key) ? [] : ['default=None']),
      ...(field === key ? [] : [`alias=${text(key)}`]),
      ...(about === undefined ? [] : [`description=${text(about)}`]),
    ];
    return `    ${field}: ${type}${settings.length > 0 ? ` = Field(${settings.join(', ')})` : ''}\n`;
  });
  noteOf(schema, path, writing, MODEL_KEYWORDS);
  if (isObject(others)) writing.note(formatPointer([...path, 'additionalProperties']), 'what other properties must be');
  const extra = others === false && namedIn(schema, 'patternProperties').length === 0 ? 'forbid' : 'allow';
  const config = `    model_config = ConfigDict(extra="${extra}", strict=True, validate_by_name=False, validate_by_alias=True)\n`;
  writing.models.push(`class ${name}(BaseModel):\n${docstring(summaryOf(schema))}${config}\n${fields.join('')}`);
}

/** Converts a property name to a valid Python name that no model defines itself. */
function fieldName(key: string, taken: Set<string>): string {
  const plain = key
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+/, '');
  let name = /^[A-Za-z]/.test(plain) ? plain : `field_${plain}`;
  if (RESERVED.has(name) || name.startsWith('model_')) name = `${name}_`;
  while (taken.has(name)) name = `${name}_`;
  taken.add(name);
  return name;
}

const RESERVED: ReadonlySet<string> = new Set([
  ...['False', 'None', 'True', 'and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del'],
  ...['elif', 'else', 'except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'nonlocal'],
  ...['not', 'or', 'pass', 'raise', 'return', 'try', 'while', 'with', 'yield'],
  // Methods of models that a field would hide, and names of types.
  ...['copy', 'dict', 'json', 'schema', 'validate', 'construct', 'parse_obj', 'parse_raw', 'parse_file', 'from_orm'],
  ...['update_forward_refs', 'fields', 'list', 'float', 'str', 'int', 'bool', 'Any', 'Annotated', 'Field', 'Literal'],
]);

function pythonType(schema: unknown, path: readonly string[], name: string, writing: Writing): string {
  const any = () => {
    writing.typing.add('Any');
    return 'Any';
  };
  if (!isObject(schema)) {
    if (schema === false) writing.note(formatPointer(path), 'that no value is allowed');
    return any();
  }
  if (typeof schema.$ref === 'string') {
    noteOf(schema, path, writing, new Set());
    return writing.names.get(schema.$ref) ?? any();
  }
  const values = valuesOf(schema);
  if (values) return literal(values, path, writing) ?? any();
  const alternatives = ['anyOf', 'oneOf'].flatMap(keyword =>
    listIn(schema, keyword).map((one, at) => ({ one, at, keyword })),
  );
  const types = typesOf(schema);
  if (types.length === 0 && alternatives.length > 0) {
    noteOf(schema, path, writing, new Set(['anyOf', 'oneOf']));
    if (schema.oneOf) writing.note(formatPointer([...path, 'oneOf']), 'that only one of the alternatives holds');
    return union(
      alternatives.map(({ one, at, keyword }) =>
        pythonType(one, [...path, keyword, String(at)], `${name}${at + 1}`, writing),
      ),
      writing,
    );
  }
  if (types.length === 0) {
    noteOf(schema, path, writing, new Set());
    return any();
  }
  return union(
    types.map(type => ofType(type, schema, path, name, writing)),
    writing,
  );
}

function ofType(type: string, schema: RawSchema, path: readonly string[], name: string, writing: Writing): string {
  switch (type) {
    case 'null':
      return 'None';
    case 'boolean':
      noteOf(schema, path, writing, new Set());
      return 'StrictBool';
    case 'string':
      return limited('StrictStr', stringLimits(schema, path, writing), schema, path, writing);
    case 'integer':
      return limited('StrictInt', numberLimits(schema), schema, path, writing);
    case 'number':
      // A strict float takes an integer, too.
      return limited('float', ['strict=True', ...numberLimits(schema)], schema, path, writing);
    case 'array':
      return arrayType(schema, path, name, writing);
    default:
      return objectType(schema, path, name, writing);
  }
}

function objectType(schema: RawSchema, path: readonly string[], name: string, writing: Writing): string {
  if (isModel({ ...schema, type: 'object' })) {
    const free = freeName(name, writing.taken);
    declareModel(free, schema, path, writing);
    return free;
  }
  noteOf(schema, path, writing, new Set(['additionalProperties']));
  const { additionalProperties: others } = schema;
  const value = isObject(others)
    ? pythonType(others, [...path, 'additionalProperties'], `${name}Value`, writing)
    : 'Any';
  if (value === 'Any') writing.typing.add('Any');
  if (others === false) writing.note(formatPointer([...path, 'additionalProperties']), 'that it has no properties');
  return `dict[str, ${value}]`;
}

function arrayType(schema: RawSchema, path: readonly string[], name: string, writing: Writing): string {
  const { items, minItems, maxItems } = schema;
  const of = items === undefined || Array.isArray(items) ? true : items;
  const limits = [
    ...(typeof minItems === 'number' ? [`min_length=${minItems}`] : []),
    ...(typeof maxItems === 'number' ? [`max_length=${maxItems}`] : []),
  ];
  const list = `list[${pythonType(of, [...path, 'items'], `${name}Item`, writing)}]`;
  return limited(list, limits, schema, path, writing);
}

function stringLimits(schema: RawSchema, path: readonly string[], { note }: Writing): string[] {
  const { minLength, maxLength, pattern, format } = schema;
  if (typeof format === 'string') note(formatPointer([...path, 'format']), `the format "${format.slice(0, 60)}"`);
  const isPlain = typeof pattern === 'string' && isPlainPattern(pattern);
  if (typeof pattern === 'string' && !isPlain)
    note(formatPointer([...path, 'pattern']), 'the pattern, which its engine does not take');
  return [
    ...(typeof minLength === 'number' ? [`min_length=${minLength}`] : []),
    ...(typeof maxLength === 'number' ? [`max_length=${maxLength}`] : []),
    ...(isPlain ? [`pattern=${text(pattern as string)}`] : []),
  ];
}

/**
 * Returns whether Pydantic's engine takes a pattern, and means nearly the same by it: its `\d`, `\w` and `\b` also know the digits and letters
 * of other scripts. It can't look around or refer back, reads brackets and operators within brackets, and refuses a pattern that is long when
 * its repetitions are written out.
 */
function isPlainPattern(pattern: string): boolean {
  if (FOREIGN.test(pattern)) return false;
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, least, most]) => Number(most || least));
  const most = /\\[wp]/i.test(pattern) ? 150 : 1500;
  return counts.reduce((all, count) => all * Math.max(1, count), 1) <= most;
}

const FOREIGN =
  /\(\?[=!<]|\\[0-9ck]|\\u\{?d[89a-f]|\[\^?\]|(?<=^|[^\\])(?:\\\\)*\[(?:\\.|[^\]\\])*(?:\[|&&|--|~~|\\b)/i;

function numberLimits(schema: RawSchema): string[] {
  return Object.entries(LIMITS).flatMap(([keyword, name]) => {
    const limit = schema[keyword];
    return typeof limit === 'number' ? [`${name}=${limit}`] : [];
  });
}

const LIMITS = {
  minimum: 'ge',
  maximum: 'le',
  exclusiveMinimum: 'gt',
  exclusiveMaximum: 'lt',
  multipleOf: 'multiple_of',
} as const;

function limited(
  type: string,
  limits: readonly string[],
  schema: RawSchema,
  path: readonly string[],
  writing: Writing,
): string {
  noteOf(schema, path, writing, VALUE_KEYWORDS);
  if (limits.length === 0) return type;
  writing.typing.add('Annotated');
  return `Annotated[${type}, Field(${limits.join(', ')})]`;
}

function literal(values: readonly unknown[], path: readonly string[], writing: Writing): string | undefined {
  const isSaid = (value: unknown) =>
    ['string', 'boolean'].includes(typeof value) || Number.isInteger(value) || value === null;
  if (values.length === 0 || !values.every(isSaid)) {
    writing.note(formatPointer([...path, 'enum']), 'the listed values');
    return undefined;
  }
  // For Python, true is 1.
  if (values.some(value => value === 0 || value === 1))
    writing.note(formatPointer([...path, 'enum']), 'that true and false are no numbers');
  writing.typing.add('Literal');
  const words = values.map(value =>
    typeof value === 'string'
      ? text(value)
      : value === null
        ? 'None'
        : typeof value === 'boolean'
          ? value
            ? 'True'
            : 'False'
          : String(value),
  );
  return `Literal[${words.join(', ')}]`;
}

function union(types: readonly string[], writing: Writing): string {
  const all = [...new Set(types)];
  if (all.includes('Any')) return 'Any';
  if (all.length > 1) writing.typing.add('Union');
  return all.length > 1 ? `Union[${all.join(', ')}]` : (all[0] ?? 'None');
}

const MODEL_KEYWORDS: ReadonlySet<string> = new Set(['properties', 'required', 'additionalProperties']);
const VALUE_KEYWORDS: ReadonlySet<string> = new Set([
  ...['items', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);

/** Keywords with a requirement, each with the words that describe it. */
const DEMANDS: Readonly<Record<string, string>> = {
  allOf: 'what "allOf" demands besides',
  anyOf: 'what "anyOf" demands besides',
  oneOf: 'what "oneOf" demands besides',
  if: 'the condition ("if")',
  not: 'what it must not be ("not")',
  patternProperties: 'properties by the look of their names',
  propertyNames: 'what names of properties must be',
  minProperties: 'how many properties there must be',
  maxProperties: 'how many properties there may be',
  dependentRequired: 'properties that demand others',
  dependentSchemas: 'properties that demand others',
  dependencies: 'properties that demand others',
  unevaluatedProperties: '"unevaluatedProperties"',
  unevaluatedItems: '"unevaluatedItems"',
  prefixItems: 'what the first elements must be',
  contains: 'what the list must contain',
  uniqueItems: 'that the elements differ',
};

/** Reports the requirements of a schema that the generated class does not express. */
function noteOf(schema: RawSchema, path: readonly string[], { note }: Writing, said: ReadonlySet<string>): void {
  for (const [keyword, what] of Object.entries(DEMANDS)) {
    if (Object.hasOwn(schema, keyword) && !said.has(keyword)) note(formatPointer([...path, keyword]), what);
  }
}

/** Returns a Python string literal. JSON's string syntax is valid in Python, but for the two halves of a character. */
function text(value: string): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/gu,
    char => `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
  );
}

function docstring(about: string | undefined): string {
  if (about === undefined) return '';
  const lines = about
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .split(/\r\n?|\n/);
  const body = lines
    .map(line => (line.trim() === '' ? '' : `    ${line}`))
    .join('\n')
    .trimStart();
  return `    """${body}${lines.length > 1 ? '\n    ' : body.endsWith('"') ? ' ' : ''}"""\n\n`;
}
