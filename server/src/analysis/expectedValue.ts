import { MOST_STRANGE_MEMBERS, STRANGE, STRANGE_MEMBER } from '../families/recognitionWeights';
import type { Schema } from '../model/schema';
import { IGNORE } from './suppression/ignoreLists';

/** What a schema expects at a path, as far as recognition uses it: it runs on every line of every log. */
export interface ExpectedValue {
  /** A bit for each allowed type. */
  types: number;
  choices: readonly unknown[] | undefined;
  /** The declared keys, where the schema has no `additionalProperties`. */
  members: ReadonlySet<string> | undefined;
}

const TYPE_BITS: Record<string, number> = {
  null: 1,
  array: 2,
  object: 4,
  string: 8,
  number: 16,
  boolean: 32,
  integer: 64,
};
const ANY_TYPE = 127;
const [NULL, ARRAY, OBJECT, STRING, NUMBER, BOOLEAN, INTEGER] = [1, 2, 4, 8, 16, 32, 64];

/** What a schema expects at a path; undefined where it expects nothing. */
export function expectedAt(schema: Schema, path: readonly string[]): ExpectedValue | undefined {
  let here: Schema | undefined = schema;
  for (const step of path) here = memberSchema(here, step);
  if (!here) return undefined;
  const { type, enum: choices, properties, additionalProperties } = here;
  const members = properties && !additionalProperties ? new Set([IGNORE, ...Object.keys(properties)]) : undefined;
  if (type === undefined && !choices && !members) return undefined;
  const types = type === undefined ? ANY_TYPE : [type].flat().reduce((bits, one) => bits | (TYPE_BITS[one] ?? 0), 0);
  return { types, choices, members };
}

function memberSchema(schema: Schema | undefined, step: string): Schema | undefined {
  const { properties, items } = schema ?? {};
  if (properties && Object.hasOwn(properties, step)) return properties[step];
  return /^\d+$/.test(step) ? items : undefined;
}

/**
 * A value's contribution to a kind's score, given its weight there. A value of the wrong type counts as an unknown key;
 * one outside the choices counts half, since it may be misspelt; a disallowed `null` counts as absent.
 */
export function weightOfValue(value: unknown, weight: number, expected: ExpectedValue | undefined): number {
  if (value === undefined) return 0;
  if (!expected || weight < 0) return weight;
  const { types, choices, members } = expected;
  const bits = bitsOf(value);
  if ((types & bits) === 0) return value === null ? 0 : -STRANGE;
  if (choices && !choices.includes(value)) return weight / 2;
  return members && bits === OBJECT ? weight - STRANGE_MEMBER * countStrange(value as object, members) : weight;
}

function bitsOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return STRING;
    case 'number':
      return Number.isInteger(value) ? NUMBER | INTEGER : NUMBER;
    case 'boolean':
      return BOOLEAN;
    default:
      return value === null ? NULL : Array.isArray(value) ? ARRAY : OBJECT;
  }
}

function countStrange(value: object, members: ReadonlySet<string>): number {
  let count = 0;
  for (const key in value) if (!members.has(key) && ++count === MOST_STRANGE_MEMBERS) break;
  return count;
}
