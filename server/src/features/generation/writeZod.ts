import { jsonType } from '../../slots/applicableSchemas';
import type { RawSchema } from '../../slots/subschemas';
import { formatPointer, isObject } from '../../text/jsonPointer';
import { type ContractSchema, listIn, type NoteUnsaid, namedIn, summaryOf, typesOf, valuesOf } from './contractSchemas';
import { comment, propertyName } from './writeTypeScript';
import { type HelperName, ZOD_HELPERS } from './zodHelpers';

/**
 * Generates validators for the TypeScript library Zod 4 from the JSON schemas of envelope kinds. They accept and reject the same values as the
 * schemas. Generates a helper function where Zod has no check of its own. Reports each requirement that the validators don't check.
 *
 * @param note returns, for a kind, the function that collects these requirements
 */
export function writeZod(contracts: readonly ContractSchema[], note: (kind: string) => NoteUnsaid): string {
  const helpers = new Set<HelperName>();
  const declarations = contracts.flatMap(contract => {
    const names = new Map(contract.definitions.map(({ ref, name }) => [ref, name]));
    const own = contract.definitions.filter(({ ref }) => ref !== '#');
    const write = (schema: unknown, at: string[]) =>
      expression(schema, at, { names, note: note(contract.kind), helpers });
    const declare = (name: string, schema: unknown, at: string[]) => {
      // TypeScript can't infer the type of a schema that refers to itself.
      const isRecursive = JSON.stringify(schema)?.includes('"$ref"') && contract.definitions.length > 0;
      const about = isObject(schema) ? comment(summaryOf(schema), '') : '';
      return `${about}export const ${name}${isRecursive && refersToItself(name, schema, contract) ? ': z.ZodType' : ''} = ${write(schema, at)};\nexport type ${name} = z.infer<typeof ${name}>;\n`;
    };
    return [
      ...own.map(({ ref, name, schema }) => declare(name, schema, [ref])),
      declare(contract.name, contract.schema, []),
    ];
  });
  const used = Object.entries(ZOD_HELPERS).filter(([name]) => helpers.has(name as HelperName));
  const checks = used.map(([, { text }]) => `${text}\n`);
  return [`import { z } from 'zod';\n`, ...declarations, ...checks].join('\n');
}

/** Returns whether a schema's references lead back to the schema itself. */
function refersToItself(name: string, schema: unknown, { definitions, ...contract }: ContractSchema): boolean {
  const byRef = new Map<string, { name: string; schema: unknown }>(definitions.map(one => [one.ref, one]));
  byRef.set('#', { name: contract.name, schema: contract.schema });
  const seen = new Set<string>();
  const visit = (one: unknown): boolean => {
    if (Array.isArray(one)) return one.some(visit);
    if (!isObject(one)) return false;
    const target = typeof one.$ref === 'string' ? byRef.get(one.$ref) : undefined;
    if (target?.name === name) return true;
    if (target && !seen.has(target.name)) {
      seen.add(target.name);
      if (visit(target.schema)) return true;
    }
    return Object.values(one).some(visit);
  };
  return visit(schema);
}

interface Writing {
  /** The names of the declarations that references point to, by reference. */
  names: ReadonlyMap<string, string>;
  note: NoteUnsaid;
  /** The helper functions that the output uses so far. */
  helpers: Set<HelperName>;
}

/** Returns the Zod expression of a schema. `path` leads to the schema in its contract. */
function expression(schema: unknown, path: readonly string[], writing: Writing): string {
  if (schema === false) return 'z.never()';
  if (!isObject(schema)) return 'z.unknown()';
  const values = valuesOf(schema);
  const inner = (one: unknown, ...steps: (string | number)[]) =>
    expression(one, [...path, ...steps.map(String)], writing);
  const helper = (name: HelperName) => {
    writing.helpers.add(name);
    for (const other of ZOD_HELPERS[name].needs ?? []) writing.helpers.add(other);
    return name;
  };
  const checks = [
    ...listIn(schema, 'allOf').map((one, at) => `${helper('also')}(${inner(one, 'allOf', at)})`),
    ...conditionChecks(schema, inner, helper),
  ];
  const bases = [
    ...(typeof schema.$ref === 'string' ? [reference(schema.$ref, path, writing)] : []),
    ...(values
      ? [
          listed(
            values.filter(value => isOfTypes(value, typesOf(schema))),
            helper,
          ),
        ]
      : []),
    ...(values && !hasLimits(schema) ? [] : typed(schema, path, { writing, inner, helper })),
    ...alternatives(schema, inner, helper),
  ];
  const [first = 'z.unknown()', ...others] = bases;
  const all = [...others.map(other => `${helper('also')}(${other})`), ...checks];
  noteOthers(schema, path, writing.note);
  return `${first}${all.map(check => `.superRefine(${check})`).join('')}`;
}

type WriteInner = (schema: unknown, ...steps: (string | number)[]) => string;
type UseHelper = (name: HelperName) => string;

function reference(ref: string, path: readonly string[], { names, note }: Writing): string {
  const name = names.get(ref);
  if (name !== undefined) return `z.lazy(() => ${name})`;
  note(formatPointer([...path, '$ref']), `the reference to ${ref}`);
  return 'z.unknown()';
}

/** Returns whether a schema constrains values beyond their types. */
function hasLimits(schema: RawSchema): boolean {
  return Object.values(KEYWORDS).some(keywords => keywords.some(keyword => Object.hasOwn(schema, keyword)));
}

function isOfTypes(value: unknown, types: readonly string[]): boolean {
  return (
    types.length === 0 ||
    types.some(type => jsonType(value) === type || (type === 'integer' && Number.isInteger(value)))
  );
}

function listed(values: readonly unknown[], helper: UseHelper): string {
  if (values.length === 0) return 'z.never()';
  if (values.length === 1 && typeof values[0] === 'string') return `z.literal(${JSON.stringify(values[0])})`;
  if (values.every(value => typeof value === 'string')) return `z.enum(${JSON.stringify(values)})`;
  if (values.some(value => typeof value === 'object' && value !== null)) {
    return `z.unknown().refine(${helper('isOneOf')}(${JSON.stringify(values)}), 'must be one of the listed values')`;
  }
  const literals = values.map(value => (value === null ? 'z.null()' : `z.literal(${JSON.stringify(value)})`));
  return literals.length === 1 ? (literals[0] as string) : `z.union([${literals.join(', ')}])`;
}

function alternatives(schema: RawSchema, inner: WriteInner, helper: UseHelper): string[] {
  const any = listIn(schema, 'anyOf').map((one, at) => inner(one, 'anyOf', at));
  const one = listIn(schema, 'oneOf').map((each, at) => inner(each, 'oneOf', at));
  return [
    ...(any.length > 0 ? [any.length === 1 ? (any[0] as string) : `z.union([${any.join(', ')}])`] : []),
    ...(one.length > 0 ? [one.length === 1 ? (one[0] as string) : `${helper('exactlyOne')}([${one.join(', ')}])`] : []),
  ];
}

function conditionChecks(schema: RawSchema, inner: WriteInner, helper: UseHelper): string[] {
  const { if: condition, then, else: other, not } = schema;
  const branch = (one: unknown, name: string) => (one === undefined ? 'z.unknown()' : inner(one, name));
  return [
    ...(condition !== undefined && (then !== undefined || other !== undefined)
      ? [`${helper('when')}(${inner(condition, 'if')}, ${branch(then, 'then')}, ${branch(other, 'else')})`]
      : []),
    ...(not !== undefined ? [`${helper('unless')}(${inner(not, 'not')})`] : []),
  ];
}

interface TypedOptions {
  writing: Writing;
  inner: WriteInner;
  helper: UseHelper;
}

/** Returns Zod checks for the types of a schema. Without `type`, each keyword constrains only values of its own type. */
function typed(schema: RawSchema, path: readonly string[], options: TypedOptions): string[] {
  const types = typesOf(schema);
  if (types.length > 0) {
    const all = types.map(type => ofType(type, schema, path, options));
    return [all.length === 1 ? (all[0] as string) : `z.union([${all.join(', ')}])`];
  }
  const implied = Object.entries(KEYWORDS)
    .filter(([, keywords]) => keywords.some(keyword => Object.hasOwn(schema, keyword)))
    .map(([type]) => `${options.helper('ofType')}('${type}', ${ofType(type, schema, path, options)})`);
  return implied.map(check => `z.unknown().superRefine(${check})`);
}

/** The keywords that constrain values of one type, by type. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  object: [
    ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
    ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas', 'dependencies'],
  ],
  array: ['items', 'prefixItems', 'additionalItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

function ofType(type: string, schema: RawSchema, path: readonly string[], options: TypedOptions): string {
  switch (type) {
    case 'string':
      return stringType(schema, path, options);
    case 'number':
    case 'integer':
      return numberType(type, schema, options.helper);
    case 'array':
      return arrayType(schema, options);
    case 'object':
      return objectType(schema, path, options);
    default:
      return type === 'null' ? 'z.null()' : 'z.boolean()';
  }
}

function stringType(schema: RawSchema, path: readonly string[], { writing, helper }: TypedOptions): string {
  const { minLength, maxLength, pattern, format } = schema;
  const checks: string[] = [];
  if (typeof pattern === 'string') checks.push(`.regex(new RegExp(${JSON.stringify(pattern)}, 'u'))`);
  // Zod counts halves of characters.
  if (typeof minLength === 'number') checks.push(`.refine(${helper('length')}(${minLength}, Infinity))`);
  if (typeof maxLength === 'number') checks.push(`.refine(${helper('length')}(0, ${maxLength}))`);
  if (typeof format === 'string') {
    const check = FORMATS[format];
    if (check) checks.push(`.refine(${helper('isTime')}(${check}))`);
    else writing.note(formatPointer([...path, 'format']), `the format "${format.slice(0, 60)}"`);
  }
  return `z.string()${checks.join('')}`;
}

/** The required components of each time format: date, time, time zone. */
const FORMATS: Readonly<Record<string, string>> = {
  date: `{ date: true }`,
  time: `{ time: true, zone: 'required' }`,
  'iso-time': `{ time: true, zone: 'optional' }`,
  'date-time': `{ date: true, time: true, zone: 'required' }`,
  'iso-date-time': `{ date: true, time: true, zone: 'optional' }`,
};

function numberType(type: string, schema: RawSchema, helper: UseHelper): string {
  const limits = Object.entries(LIMITS).flatMap(([keyword, method]) => {
    const limit = schema[keyword];
    return typeof limit === 'number' ? [`.${method}(${limit})`] : [];
  });
  const { multipleOf } = schema;
  const whole = type === 'integer' ? [`.refine(Number.isInteger, 'must be an integer')`] : [];
  const multiple = typeof multipleOf === 'number' ? [`.refine(${helper('isMultiple')}(${multipleOf}))`] : [];
  return `z.number()${[...limits, ...whole, ...multiple].join('')}`;
}

const LIMITS = { minimum: 'gte', maximum: 'lte', exclusiveMinimum: 'gt', exclusiveMaximum: 'lt' } as const;

function arrayType(schema: RawSchema, { inner, helper }: TypedOptions): string {
  const isOld = Array.isArray(schema.items);
  const first = isOld ? listIn(schema, 'items') : listIn(schema, 'prefixItems');
  const rest = isOld ? schema.additionalItems : schema.items;
  const { minItems, maxItems, uniqueItems, contains, minContains, maxContains } = schema;
  const others = rest === undefined ? 'z.unknown()' : inner(rest, isOld ? 'additionalItems' : 'items');
  const checks: string[] = [];
  if (first.length > 0) {
    const elements = first.map((one, at) => inner(one, isOld ? 'items' : 'prefixItems', at));
    checks.push(`.superRefine(${helper('begins')}([${elements.join(', ')}], ${others}))`);
  }
  if (typeof minItems === 'number') checks.push(`.min(${minItems})`);
  if (typeof maxItems === 'number') checks.push(`.max(${maxItems})`);
  if (uniqueItems === true) checks.push(`.refine(${helper('areUnique')}, 'must not list a value twice')`);
  if (contains !== undefined) {
    const least = typeof minContains === 'number' ? minContains : 1;
    const most = typeof maxContains === 'number' ? maxContains : 'Infinity';
    checks.push(`.refine(${helper('contains')}(${inner(contains, 'contains')}, ${least}, ${most}))`);
  }
  // `min` and `max` are of arrays, and come before checks that are of any value.
  checks.sort(
    (one, other) => Number(/^\.(superRefine|refine)/.test(one)) - Number(/^\.(superRefine|refine)/.test(other)),
  );
  return `z.array(${first.length > 0 ? 'z.unknown()' : others})${checks.join('')}`;
}

function objectType(schema: RawSchema, path: readonly string[], { writing, inner, helper }: TypedOptions): string {
  const required = listIn(schema, 'required').filter(name => typeof name === 'string');
  const properties = namedIn(schema, 'properties');
  const patterns = namedIn(schema, 'patternProperties');
  const { additionalProperties: others, propertyNames, minProperties, maxProperties } = schema;
  const shape = properties.map(([name, one]) => {
    const about = isObject(one) ? comment(summaryOf(one), '') : '';
    return `${about}${propertyName(name)}: ${inner(one, 'properties', name)}${required.includes(name) ? '' : '.optional()'}`;
  });
  for (const name of new Set([...properties.map(([one]) => one), ...required])) {
    // Zod takes what every object inherits for a property of it.
    if (name in {}) writing.note(formatPointer([...path, 'properties', name]), `the property "${name}"`);
  }
  const isStrict = others === false && patterns.length === 0;
  const checks: string[] = [];
  if (required.length > 0) checks.push(`${helper('has')}(${JSON.stringify(required)})`);
  if (patterns.length > 0 || (others !== undefined && others !== true && others !== false)) {
    const named = patterns.map(
      ([pattern, one]) => `[new RegExp(${JSON.stringify(pattern)}, 'u'), ${inner(one, 'patternProperties', pattern)}]`,
    );
    const rest = others === undefined ? 'z.unknown()' : inner(others, 'additionalProperties');
    const known = JSON.stringify(properties.map(([name]) => name));
    checks.push(`${helper('otherProperties')}(${known}, [${named.join(', ')}], ${rest})`);
  }
  if (propertyNames !== undefined) checks.push(`${helper('names')}(${inner(propertyNames, 'propertyNames')})`);
  if (typeof minProperties === 'number') checks.push(`${helper('size')}(${minProperties}, Infinity)`);
  if (typeof maxProperties === 'number') checks.push(`${helper('size')}(0, ${maxProperties})`);
  for (const [keyword, name, demanded] of demandsOf(schema)) {
    const then = Array.isArray(demanded) ? `${inner({ required: demanded })}` : inner(demanded, keyword, name);
    checks.push(`${helper('when')}(${inner({ type: 'object', required: [name] })}, ${then}, z.unknown())`);
  }
  const open = `z.${isStrict ? 'strictObject' : 'looseObject'}({${block(shape)}})`;
  return `${open}${checks.map(check => `.superRefine(${check})`).join('')}`;
}

/** Puts each entry on a line of its own, indented. No text in the entries contains a significant line break. */
function block(entries: readonly string[]): string {
  const lines = entries.flatMap(entry => `${entry},`.split('\n')).map(line => (line === '' ? '' : `  ${line}`));
  return lines.length > 0 ? `\n${lines.join('\n')}\n` : '';
}

/** Returns what must also hold when a property is present: a list of required names, or a schema. */
function demandsOf(schema: RawSchema): [keyword: string, name: string, demanded: unknown][] {
  return ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap(keyword =>
    namedIn(schema, keyword).map(([name, demanded]): [string, string, unknown] => [keyword, name, demanded]),
  );
}

function noteOthers(schema: RawSchema, path: readonly string[], note: NoteUnsaid): void {
  for (const keyword of ['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef']) {
    if (Object.hasOwn(schema, keyword)) note(formatPointer([...path, keyword]), `"${keyword}"`);
  }
}
