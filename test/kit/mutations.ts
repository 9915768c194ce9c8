import Ajv from 'ajv';
import type { Schema, Severity } from '../../server/src/model/schema';
import type { Path } from '../../server/src/model/text';
import { atPath, isObject } from '../../server/src/text/jsonPointer';

/** A value with one fault, and the one problem that it must have. */
export interface Mutation {
  about: string;
  value: Record<string, unknown>;
  /** Where the problem is: the value, or the object that lacks something. */
  path: Path;
  rule: string;
  severity: Severity;
}

/** Every way to break one thing of an example that its schema speaks of. */
export function mutations(schema: Schema, example: Record<string, unknown>): Mutation[] {
  return mutationSites(schema, example, []).flatMap(({ schema: here, value, path }) =>
    [...removed(here, value, path), ...misspeltKeys(here, value, path), ...broken(here, path)].map(
      ({ change, ...mutation }) => ({ ...mutation, value: change(structuredClone(example)) }),
    ),
  );
}

type Change = Omit<Mutation, 'value'> & {
  change(example: Record<string, unknown>): Record<string, unknown>;
};

interface MutationSite {
  schema: Schema;
  value: unknown;
  path: Path;
}

/** Each value of an example with the schema that it is declared by. */
export function mutationSites(schema: Schema, value: unknown, path: Path): MutationSite[] {
  const below = Array.isArray(value)
    ? value.flatMap((item, index) => (schema.items ? mutationSites(schema.items, item, [...path, index]) : []))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, member]) => {
          const declared = schema.properties?.[key] ?? schema.additionalProperties;
          return isObject(declared) ? mutationSites(declared, member, [...path, key]) : [];
        })
      : [];
  return [{ schema, value, path }, ...below];
}

function removed(schema: Schema, value: unknown, path: Path): Change[] {
  if (!isObject(value)) return [];
  return requiredOf(schema, value)
    .filter(key => key in value)
    .map(key => ({
      about: `without ${[...path, key].join('.')}`,
      path,
      rule: 'schema/required',
      severity: schema.properties?.[key]?.['x-missing'] ?? 'error',
      change: example => without(example, path, key),
    }));
}

const ajv = new Ajv({ strict: false });

// Whether a condition holds is left to ajv, which knows nothing of how the engine decides it.
function requiredOf(schema: Schema, value: unknown): string[] {
  const branches = (schema.allOf ?? []).map(one => (one.if && ajv.validate(one.if, value) ? one.then : one.else));
  return [schema, ...branches].flatMap(one => one?.required ?? []);
}

// In an object that says nothing of other properties a stranger is worth a word; in a closed one it is an error.
function misspeltKeys(schema: Schema, value: unknown, path: Path): Change[] {
  if (!isObject(value) || !schema.properties || schema.additionalProperties === true) return [];
  if (isObject(schema.additionalProperties)) return [];
  const closed = schema.additionalProperties === false;
  return Object.keys(value)
    .filter(key => schema.properties?.[key])
    .map(key => {
      const required = requiredOf(schema, value).includes(key);
      const strange = closed ? 'additionalProperties' : 'unknown-property';
      return {
        about: `${[...path, key].join('.')} misspelt`,
        path: [...path, misspellWord(key)],
        rule: `schema/${required ? 'required' : strange}`,
        severity: required ? (schema.properties?.[key]?.['x-missing'] ?? 'error') : closed ? 'error' : 'info',
        change: example => withValue(without(example, path, key), [...path, misspellWord(key)], value[key]),
      } satisfies Change;
    });
}

function broken(schema: Schema, path: Path): Change[] {
  const severity = schema['x-severity'] ?? 'error';
  const to = (what: string, wrong: unknown, keyword: string): Change => ({
    about: `${path.join('.') || 'root'}: ${what}`,
    path,
    rule: `schema/${keyword}`,
    severity,
    change: example => withValue(example, path, wrong),
  });
  const words = (schema.enum ?? []).filter(choice => typeof choice === 'string');
  const wrongType = path.length > 0 && schema.type ? [ofOtherType(schema)] : [];
  return [
    ...wrongType.map(wrong => to('wrong type', wrong, schema.enum ? 'enum' : 'type')),
    ...words.flatMap(word => [to('misspelt', misspellWord(word), 'enum'), to('one letter more', `${word}e`, 'enum')]),
    ...(schema.enum ? [to('none of the values', schema.type === 'integer' ? 99 : '???', 'enum')] : []),
    ...(schema.minimum === undefined ? [] : [to('too small', schema.minimum - 1, 'minimum')]),
    ...(schema.maximum === undefined ? [] : [to('too large', schema.maximum + 1, 'maximum')]),
    ...(schema.type === 'integer' && !schema.enum ? [to('not whole', 1.5, 'type')] : []),
    ...(schema.maxLength === undefined ? [] : [to('too long', 'x'.repeat(schema.maxLength + 1), 'maxLength')]),
    ...(schema.minItems ? [to('too few', [], 'minItems')] : []),
    ...(schema.pattern === undefined ? [] : [to('off the pattern', ' ', 'pattern')]),
    ...(schema.format === undefined ? [] : [to('no time', 'yesterday', 'format')]),
    ...(schema.format === 'date-time' ? [to('time without zone', '2026-06-01T10:00:00', 'format')] : []),
  ];
}

/** With its first letters swapped, or one more where they are the same. */
export function misspellWord(word: string): string {
  const [first = '', second = '', ...rest] = word;
  return first === second || second === '' ? `${word}x` : [second, first, ...rest].join('');
}

function ofOtherType({ type }: Schema): unknown {
  const allowed = [type].flat();
  const values: [string, unknown][] = [
    ['boolean', true],
    ['number', 7],
    ['object', {}],
    ['string', 'text'],
  ];
  return values.find(([name]) => !allowed.includes(name) && !(name === 'number' && allowed.includes('integer')))?.[1];
}

function without(example: Record<string, unknown>, path: Path, key: string): Record<string, unknown> {
  delete (atPath(example, path) as Record<string, unknown>)[key];
  return example;
}

function withValue(example: Record<string, unknown>, path: Path, value: unknown): Record<string, unknown> {
  (atPath(example, path.slice(0, -1)) as Record<string | number, unknown>)[path.at(-1) ?? ''] = value;
  return example;
}

/** The line of a value in the pretty text of what holds it: that of its key, for a property. */
export function lineOf(root: Record<string, unknown>, path: Path): number {
  if (path.length === 0) return 0;
  const marked = withValue(structuredClone(root), path, 'THE PLACE');
  return JSON.stringify(marked, null, 2)
    .split('\n')
    .findIndex(line => line.includes('THE PLACE'));
}
