import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Compile, SchemaFault, Validate } from './model/schema';
import { truncate } from './shared/truncate';
import { boundedPattern } from './text/pattern/boundedPattern';

/**
 * Compiles a JSON Schema (draft-07, as far as ajv goes) that came from a file. Nothing is fetched: a `$ref` must lead to a place in
 * the schema itself. Patterns that could take forever are refused, and so is what is too large to be a contract that people wrote.
 */
export const compileSchema: Compile = schema => {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema))) {
    return { fault: 'a JSON Schema is an object.' };
  }
  try {
    if (JSON.stringify(schema).length > LARGEST) return { fault: 'it is too large for a schema.' };
    const unsafe = unsafePattern(schema);
    if (unsafe !== undefined) return { fault: unsafe };
    const own = withoutMeta(schema);
    checker.validateSchema(own, true);
    // An instance of its own: ids of one schema say nothing in another.
    const ajv = compiler();
    return { validate: guarded(ajv, ajv.compile(own)) };
  } catch (error) {
    // What is nested too deeply ends the stack.
    return {
      fault: error instanceof RangeError ? 'it is nested too deeply.' : (invalidity(schema) ?? firstLine(error)),
    };
  }
};

const LARGEST = 1_000_000;
const OPTIONS = { allErrors: true, messages: false, strict: false, logger: false, validateSchema: false } as const;

function compiler(): BoundedAjv {
  const regExp = Object.assign(engine, { code: 'new RegExp' });
  const ajv = new Ajv({ ...OPTIONS, code: { regExp, process: counting } });
  addFormats(ajv);
  return Object.assign(ajv, { left: Number.POSITIVE_INFINITY, spend, joined });
}

// What ajv asks a pattern by. It knows them apart by what they are as texts.
function engine(pattern: string, flags: string) {
  const bounded = boundedPattern(pattern);
  const test = (text: string) => bounded?.test(text) ?? true;
  return { test, toString: () => String(new RegExp(pattern, flags)) } as RegExp;
}

// To compile the meta-schema takes longer than most schemas do: these two keep it, and nothing of what they are asked about.
const checker = compiler();
const explainer = new Ajv({ strict: false, logger: false });

// Meta-schemas of other drafts are not known; what they share with draft-07 is.
function withoutMeta(schema: boolean | object): boolean | object {
  if (typeof schema === 'boolean') return schema;
  const { $schema: _, ...own } = schema as Record<string, unknown>;
  return own;
}

/** What it compiles counts what a schema asks of a value in all. */
type BoundedAjv = Ajv & { left: number };

function spend(this: BoundedAjv): void {
  if (--this.left < 0) throw new TooMuch();
}

/** Both lists of errors; the first takes up the second. */
function joined(one: unknown[] | null, other: unknown[] | null): unknown[] {
  if (one === null || other === null) return one ?? other ?? [];
  for (const error of other) one.push(error);
  return one;
}

class TooMuch extends Error {}

// A contract that people wrote asks one thing of each value, or some. A schema that leads back to itself in two ways asks twice as much
// with each level that a value has.
const MOST_STEPS = 200_000;

// Each part of a schema that others refer to is a function of its own: what takes long calls these again and again. Their lists of errors
// would be copied with each call.
function counting(code: string): string {
  return code
    .replace(/return function \w+\(data, \{[^{}]*\}=\{\}\)\{/, '$&self.spend();')
    .replace(/vErrors === null \? ([\w.]+) : vErrors\.concat\(\1\)/g, 'self.joined(vErrors, $1)');
}

// A schema that leads back to itself follows a value as deep as it goes. What can't be followed to its end is not right.
function guarded(ajv: BoundedAjv, validate: ValidateFunction): Validate {
  const safe: Validate = value => {
    try {
      ajv.left = MOST_STEPS;
      const isValid = validate(value);
      safe.errors = (validate.errors ?? null) as SchemaFault[] | null;
      return isValid;
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof TooMuch)) throw error;
      safe.errors = [{ instancePath: '', schemaPath: '#', keyword: 'unchecked', params: {} }];
      return false;
    }
  };
  return safe;
}

function unsafePattern(schema: unknown): string | undefined {
  const pending: unknown[] = [schema];
  while (pending.length > 0) {
    const at = pending.pop();
    if (typeof at !== 'object' || at === null) continue;
    for (const [keyword, value] of Object.entries(at)) {
      const patterns = keyword === 'pattern' ? [value] : keyword === 'patternProperties' ? namesOf(value) : [];
      for (const pattern of patterns) {
        const fault = typeof pattern === 'string' ? patternFault(pattern) : undefined;
        if (fault) return fault;
      }
      if (typeof value === 'object' && value !== null) pending.push(value);
    }
  }
  return undefined;
}

function namesOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function patternFault(pattern: string): string | undefined {
  const shown = truncate(pattern, 60, 60);
  try {
    if (boundedPattern(pattern)) return undefined;
  } catch {
    return `the pattern "${shown}" is not a regular expression.`;
  }
  return `the pattern "${shown}" could take forever to match; say it so that what is repeated can match in one way only.`;
}

function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.endsWith('.') ? line : `${line}.`;
}

// Messages are made for what is wrong alone: the first place of it, and why.
function invalidity(schema: boolean | object): string | undefined {
  if (explainer.validateSchema(withoutMeta(schema))) return undefined;
  const [first] = explainer.errors ?? [];
  if (first?.message === undefined) return undefined;
  const { allowedValues } = first.params as { allowedValues?: unknown };
  const reason = Array.isArray(allowedValues)
    ? `must be one of ${allowedValues.map(one => JSON.stringify(one)).join(', ')}`
    : first.message.replaceAll(',', ' or ');
  const place = first.instancePath;
  return `"${truncate(place, 100, 100)}" in it ${reason}.`;
}
