import Ajv, { type Options, type ValidateFunction } from 'ajv';
import Ajv2019 from 'ajv/dist/2019.js';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Compile, type SchemaFault, UNCHECKED, type Validate } from '../model/schema';
import { shownLanguage, t } from '../shared/l10n';
import { truncate } from '../shared/shownText';
import { linkSchema } from '../slots/linkSchema';
import { rewriteAlternatives } from '../slots/rewriteAlternatives';
import type { RawSchema } from '../slots/subschemas';
import { boundedPattern } from '../text/boundedPattern';
import { memoizeByObject } from '../text/memoize';

/**
 * Compiles a JSON Schema from a file, in the dialect that its `$schema` names, or in draft-07. Nothing is fetched, so a `$ref` must lead to
 * a place in the schema itself. Refuses patterns that could take forever to match, and schemas too large to be written by hand.
 */
export const compileSchema: Compile = schema => {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema))) {
    return { fault: t`a JSON Schema is an object.` };
  }
  try {
    if (JSON.stringify(schema).length > MAX_SCHEMA_LENGTH) return { fault: t`it is too large for a schema.` };
    const unsafe = unsafePattern(schema);
    if (unsafe !== undefined) return { fault: unsafe };
    const dialect = dialectOf(schema);
    if (!dialect) return { fault: unknownDialect(schema), at: '$schema' };
    const own = withoutMeta(schema);
    checkerOf(dialect).validateSchema(own, true);
    const linked = typeof own === 'boolean' ? undefined : linkSchema(own);
    if (linked?.faults[0]) return { fault: linked.faults[0].message };
    const compiled = !linked || linked.isDynamic ? own : rewriteAlternatives(linked.schema);
    // A separate instance for each schema, since their ids may be the same.
    const ajv = createBoundedAjv(dialect);
    return {
      validate: boundedValidate(ajv, ajv.compile(compiled)),
    };
  } catch (error) {
    // Deep nesting overflows the stack.
    if (error instanceof RangeError) return { fault: t`it is nested too deeply, or its references lead in a circle.` };
    return { fault: describeInvalidity(schema) ?? firstLine(error) };
  }
};

const MAX_SCHEMA_LENGTH = 1_000_000;
const OPTIONS = {
  allErrors: true,
  messages: false,
  strict: false,
  logger: false,
  validateSchema: false,
  // Otherwise each object would have a property "constructor".
  ownProperties: true,
  // 19.99 is a multiple of 0.01, though their quotient is no whole number in binary: `adaptCode` makes it relative.
  multipleOfPrecision: 15,
} as const;

/** A version of JSON Schema. The same keyword may mean something else in another version. */
interface Dialect {
  name: string;
  /** Matches the addresses by which `$schema` names the version. */
  address: RegExp;
  Ajv: new (options: Options) => Ajv;
}

const DRAFT_07: Dialect = { name: 'draft-07', address: /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, Ajv };

const DIALECTS: readonly Dialect[] = [
  DRAFT_07,
  { name: '2019-09', address: /^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, Ajv: Ajv2019 },
  { name: '2020-12', address: /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, Ajv: Ajv2020 },
];

/** Returns the version that a schema's `$schema` names; undefined if it names none of them. */
function dialectOf(schema: boolean | object): Dialect | undefined {
  const named = metaOf(schema);
  if (named === undefined) return DRAFT_07;
  return DIALECTS.find(({ address }) => typeof named === 'string' && address.test(named));
}

function metaOf(schema: boolean | object): unknown {
  return typeof schema === 'object' && Object.hasOwn(schema, '$schema')
    ? (schema as { $schema: unknown }).$schema
    : undefined;
}

function unknownDialect(schema: boolean | object): string {
  const named = metaOf(schema);
  const shown = truncate(typeof named === 'string' ? named : JSON.stringify(named), 80, 80);
  return t`"$schema" is "${shown}", which is no dialect that is read: ${DIALECTS.map(({ name }) => name).join(', ')}. Nothing is checked by this schema; name "https://json-schema.org/draft/2020-12/schema" there, or leave "$schema" out for draft-07.`;
}

function createBoundedAjv({ Ajv: Class }: Dialect): BoundedAjv {
  const regExp = Object.assign(boundedRegExp, { code: 'new RegExp' });
  const ajv = new Class({ ...OPTIONS, code: { regExp, process: adaptCode } });
  addFormats(ajv);
  return Object.assign(ajv, { callsLeft: Number.POSITIVE_INFINITY, countCall, appendErrors });
}

// The regular expression engine for ajv, which identifies an expression by its text.
function boundedRegExp(pattern: string, flags: string) {
  const bounded = boundedPattern(pattern);
  const test = (text: string) => bounded?.test(text) ?? true;
  return { test, toString: () => String(new RegExp(pattern, flags)) } as RegExp;
}

// Compiling a meta-schema takes longer than compiling most schemas. These instances keep it, but no checked schema.
const checkerOf = memoizeByObject(createBoundedAjv);
const explainerOf = memoizeByObject((dialect: Dialect) => new dialect.Ajv({ strict: false, logger: false }));

// Removes `$schema`: each instance would compile the meta-schema that it names.
function withoutMeta(schema: boolean | object): boolean | RawSchema {
  if (typeof schema === 'boolean') return schema;
  const { $schema: _, ...own } = schema as Record<string, unknown>;
  return own;
}

/** An ajv instance whose compiled functions count their calls. */
type BoundedAjv = Ajv & { callsLeft: number };

function countCall(this: BoundedAjv): void {
  if (--this.callsLeft < 0) throw new CallLimitError();
}

/** Appends the second list of errors to the first, in place. */
function appendErrors(errors: unknown[] | null, added: unknown[] | null): unknown[] {
  if (errors === null || added === null) return errors ?? added ?? [];
  for (const error of added) errors.push(error);
  return errors;
}

class CallLimitError extends Error {}

// A schema written by hand makes few calls for each value. One that references itself twice makes twice as many for
// each further level of the value.
const MAX_CALLS = 200_000;

// Ajv compiles each referenced subschema to a function, whose calls are counted. A long validation calls these again and again, and would copy
// their lists of errors with each call.
function adaptCode(code: string): string {
  return code
    .replace(/return function \w+\(data, \{(?:[^{}]|\{\})*\}=\{\}\)\{/, '$&self.countCall();')
    .replace(/(Math\.abs\(Math\.round\((\w+)\) ?- ?\2\)) ?> ?1e-15/g, '!($1 <= 1e-15 * Math.abs($2))')
    .replace(/vErrors === null \? ([\w.]+) : vErrors\.concat\(\1\)/g, 'self.appendErrors(vErrors, $1)');
}

// A recursive schema follows a value to any depth. A value that can't be checked to its end is invalid.
function boundedValidate(ajv: BoundedAjv, validate: ValidateFunction): Validate {
  const bounded: Validate = value => {
    try {
      ajv.callsLeft = MAX_CALLS;
      const isValid = validate(value);
      bounded.errors = (validate.errors ?? null) as SchemaFault[] | null;
      return isValid;
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof CallLimitError)) throw error;
      bounded.errors = [UNCHECKED];
      return false;
    }
  };
  return bounded;
}

function unsafePattern(schema: unknown): string | undefined {
  const pending: unknown[] = [schema];
  while (pending.length > 0) {
    const subschema = pending.pop();
    if (typeof subschema !== 'object' || subschema === null) continue;
    for (const [keyword, value] of Object.entries(subschema)) {
      const patterns = keyword === 'pattern' ? [value] : keyword === 'patternProperties' ? keysOf(value) : [];
      for (const pattern of patterns) {
        const fault = typeof pattern === 'string' ? patternFault(pattern) : undefined;
        if (fault) return fault;
      }
      if (typeof value === 'object' && value !== null) pending.push(value);
    }
  }
  return undefined;
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function patternFault(pattern: string): string | undefined {
  const shown = truncate(pattern, 60, 60);
  try {
    if (boundedPattern(pattern)) return undefined;
  } catch {
    return t`the pattern "${shown}" is not a regular expression.`;
  }
  return t`the pattern "${shown}" could take forever to match; say it so that what is repeated can match in one way only.`;
}

// Returns the first line of ajv's message, which is English; in other languages, a general message.
function firstLine(error: unknown): string {
  if (shownLanguage() !== 'en') return t`it can't be compiled.`;
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.endsWith('.') ? line : `${line}.`;
}

// Describes the first error of an invalid schema. Only an explainer creates messages.
function describeInvalidity(schema: boolean | object): string | undefined {
  const ajv = explainerOf(dialectOf(schema) ?? DRAFT_07);
  if (ajv.validateSchema(withoutMeta(schema))) return undefined;
  const [first] = ajv.errors ?? [];
  if (first?.message === undefined) return undefined;
  const { allowedValues } = first.params as { allowedValues?: unknown };
  const path = truncate(first.instancePath, 100, 100);
  if (Array.isArray(allowedValues))
    return t`"${path}" in it must be one of ${allowedValues.map(value => JSON.stringify(value)).join(', ')}.`;
  return shownLanguage() === 'en'
    ? `"${path}" in it ${first.message.replaceAll(',', ' or ')}.`
    : t`"${path}" in it breaks "${first.keyword}" of JSON Schema.`;
}
