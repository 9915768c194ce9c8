import { MAYBE, MOST_STRANGE, MOST_STRANGE_MEMBERS, STRANGE, STRANGE_MEMBER } from '../families/recognitionWeights';
import type { Family } from '../model/family';
import type { Condition, Evidence, Kind, Signature, Variant } from '../model/kind';
import type { Schema } from '../model/schema';
import { compileCondition, type Test } from '../rules/compileCondition';
import { schemaAt, withIncluded } from '../slots/applicableSchemas';
import { atPath, isObject, parsePointer } from '../text/jsonPointer';
import { memoizeByObject } from '../text/memoize';
import { IGNORE_PROPERTY } from './ignoreProperty';

/**
 * A kind of envelope that a JSON object may have, judged by its root keys. Holds the score of these keys, and the conditions that are not tested
 * yet.
 */
export interface Possible {
  kind: Kind;
  variant: Variant;
  /** The index among all kinds or dialects. */
  place: number;
  /** The score from the root keys alone. */
  base: number;
  /** The highest possible score, including evidence that depends on values. */
  most: number;
  /** Values at or below root keys that are present. */
  values: WeightedValue[];
  /** Other evidence that the root keys don't decide, first what is against the kind. */
  evidence: WeightedTest[];
  /** Evidence that counts only in a file with sure envelopes. */
  beside: WeightedTest[];
  /** Returns the score of the nested object that the signature has conditions on (`inside`). */
  inside?: ((value: Record<string, unknown>) => number) | undefined;
}

interface WeightedTest {
  isMet: Test;
  weight: number;
}

interface WeightedValue {
  root: string;
  path: readonly string[];
  weight: number;
  expected: ExpectedValue | undefined;
}

/**
 * Returns how well a value fits a kind: the evidence for it minus the evidence against it.
 *
 * @param enough a score from which on it does not matter how well
 */
export function scoreOf(
  value: Record<string, unknown>,
  { base, values, evidence, beside, inside }: Possible,
  enough = Number.POSITIVE_INFINITY,
): number {
  let score = base;
  if (inside) score += inside(value);
  if (beside.length > 0) score += weightOf(value, beside);
  for (let at = 0; at < values.length; at++) {
    const { root, path, weight, expected } = values[at] as WeightedValue;
    // The root key is present; otherwise `values` would not list it.
    score += weightOfValue(path.length === 1 ? value[root] : atPath(value, path), weight, expected);
  }
  for (const { isMet, weight } of evidence) {
    if (score >= enough && weight >= 0) break;
    if (isMet(value)) score += weight;
  }
  return score;
}

/** Returns the weight of the evidence that holds for a value. */
export function weightOf(value: Record<string, unknown>, evidence: readonly WeightedTest[]): number {
  return evidence.reduce((sum, { isMet, weight }) => (isMet(value) ? sum + weight : sum), 0);
}

/** The kinds and protocols that a value with certain root keys may belong to. */
export interface PossibleByKeys {
  /** By descending possible score. */
  kinds: readonly Possible[];
  shipped: readonly PossibleShipped[];
}

/** A protocol loaded on demand that a value may belong to, with the conditions that the value's root keys leave undecided. */
export interface PossibleShipped {
  family: Family;
  /** A value that fails this test does not belong to the protocol. */
  suggests: Test;
  /** A value that passes this test proves that the protocol is used. Undefined if no value with these root keys does. */
  proves: Test | undefined;
}

/**
 * Returns the kinds, and the protocols loaded on demand, that a value may belong to by its root keys. Root keys rule out nearly all of
 * them. Results are cached by root keys, since most values share theirs with many others.
 */
export function possibleByKeys(value: Record<string, unknown>, families: readonly Family[]): PossibleByKeys {
  return cachedPossible(value, readerOf(families));
}

/**
 * Returns the kinds that a JSON object may have, judged by the names of its root properties. The object need not be compared with any other
 * kind.
 */
export function possibleKinds(value: Record<string, unknown>, families: readonly Family[]): readonly Possible[] {
  return possibleByKeys(value, families).kinds;
}

/** Returns all dialects of a kind, or the kind itself, with the evidence that the value's root keys leave undecided. */
export function dialectsOf(value: Record<string, unknown>, kind: Kind): readonly Possible[] {
  return cachedPossible(value, dialectReaderOf(kind)).kinds;
}

interface Reader {
  shapes: Shape[];
  /** Families of protocols that are loaded on demand. */
  shipped: readonly Family[];
  /** The root keys that any of the signatures uses. */
  keys: ReadonlySet<string>;
  isPossible: (one: Possible) => boolean;
  /** Cached results, by root keys: a trie with a step for each key, in the value's order. */
  first: Step;
  steps: number;
}

interface Shape extends Pick<Possible, 'kind' | 'variant' | 'values'> {
  evidence: readonly Evidence[];
  /** The known root keys; undefined if any other key is allowed. */
  declared: ReadonlySet<string> | undefined;
  inside: InsideShape | undefined;
}

interface InsideShape {
  root: string;
  /** The highest possible score. */
  most: number;
  score(value: Record<string, unknown>): number;
}

interface Step {
  next: Map<string | typeof OTHER, Step>;
  possible?: PossibleByKeys;
}

// Stands in for every key that no shape uses: untrusted values may have many long keys.
const OTHER = Symbol('other');
// Values with more keys are not cached; after so many steps the cache is cleared.
const MOST_KEYS = 50;
const MOST_STEPS = 5000;

const readerOf = memoizeByObject((families: readonly Family[]) => {
  const kinds = families.flatMap(family => family.kinds);
  const shipped = families.filter(one => one.shipped);
  return createReader(kinds, shipped, one => one.most >= MAYBE);
});

const dialectReaderOf = memoizeByObject((kind: Kind) => createReader([kind], [], () => true));

function createReader(kinds: readonly Kind[], shipped: readonly Family[], isPossible: Reader['isPossible']): Reader {
  const shapes = kinds.flatMap(kind => (kind.variants ?? [kind]).map(variant => readShape(kind, variant)));
  // Any object may have `$ignore`: without a step of its own it would count as an unknown key.
  const keys = [
    IGNORE_PROPERTY,
    ...shapes.flatMap(({ values, declared }) => [...values.map(({ root }) => root), ...(declared ?? [])]),
    ...shapes.flatMap(({ evidence }) => evidence.flatMap(({ when }) => rootKeys(when))),
    ...shapes.flatMap(({ inside }) => inside?.root ?? []),
    ...shipped.flatMap(({ shipped: one }) => [...(one?.proof ?? []), ...(one?.signs ?? [])].flatMap(rootKeys)),
  ];
  return { shapes, shipped, keys: new Set(keys), isPossible, first: { next: new Map() }, steps: 0 };
}

function readShape(kind: Kind, variant: Variant): Shape {
  const schema = withIncluded(outlineOf(variant));
  const { keys, evidence, open, inside } = variant.signature;
  const values = Object.entries(keys).map(([pointer, weight]) => {
    const path = parsePointer(pointer);
    return { root: path[0] ?? '', path, weight, expected: expectedAt(schema, path) };
  });
  const declaredKeys = [...Object.keys(schema.properties ?? {}), ...values.map(({ root }) => root)];
  return {
    kind,
    variant,
    values,
    evidence,
    declared: open ? undefined : new Set(declaredKeys),
    inside: inside && readInsideShape(variant, inside),
  };
}

/** Returns what recognition uses of a schema, which has all its property names; it does not load the schema. */
export function outlineOf(variant: Variant): Schema {
  return variant.outline ?? variant.schema;
}

function readInsideShape(variant: Variant, { at, signature }: NonNullable<Signature['inside']>): InsideShape {
  const path = parsePointer(at);
  // Recognised as it would be if it stood alone.
  const { id, title, validate } = variant;
  const schema = schemaAt(outlineOf(variant), {}, path) ?? {};
  const alone: Kind = { id, title, validate, schema, signature, fieldPointers: {} };
  const weights = [...Object.values(signature.keys), ...signature.evidence.map(({ weight }) => weight)];
  return {
    root: path[0] ?? '',
    most: weights.reduce((sum, weight) => sum + Math.max(0, weight), 0),
    score(value) {
      const found = atPath(value, path);
      const [one] = isObject(found) ? dialectsOf(found, alone) : [];
      return one && isObject(found) ? scoreOf(found, one) : Number.NEGATIVE_INFINITY;
    },
  };
}

function rootKeys(condition: Condition): string[] {
  if (typeof condition === 'string') return parsePointer(condition).slice(0, 1);
  if ('all' in condition) return condition.all.flatMap(rootKeys);
  if ('any' in condition) return condition.any.flatMap(rootKeys);
  if ('not' in condition) return rootKeys(condition.not);
  if ('atLeast' in condition) return condition.of.flatMap(rootKeys);
  return parsePointer(condition.at).slice(0, 1);
}

function cachedPossible(value: Record<string, unknown>, reader: Reader): PossibleByKeys {
  let step = reader.first;
  let count = 0;
  for (const key in value) {
    if (++count > MOST_KEYS) return computePossible(value, reader);
    step = step.next.get(key) ?? nextStep(step, key, reader);
  }
  step.possible ??= computePossible(value, reader);
  return step.possible;
}

function nextStep(step: Step, key: string, reader: Reader): Step {
  const name = reader.keys.has(key) ? key : OTHER;
  const known = step.next.get(name);
  if (known) return known;
  if (++reader.steps > MOST_STEPS) {
    // The cache starts anew; the current value still ends on detached steps.
    reader.first = { next: new Map() };
    reader.steps = 0;
  }
  const next: Step = { next: new Map() };
  step.next.set(name, next);
  return next;
}

function computePossible(
  value: Record<string, unknown>,
  { shapes, shipped, keys, isPossible }: Reader,
): PossibleByKeys {
  const roots = new Set<string>();
  let others = 0;
  for (const key in value) {
    if (keys.has(key)) roots.add(key);
    else others++;
  }
  return {
    kinds: shapes
      .map((shape, place) => reducedShape(shape, place, { roots, others }))
      .filter(isPossible)
      .sort((one, two) => two.most - one.most),
    shipped: shipped.flatMap(family => reducedShipped(family, roots) ?? []),
  };
}

function reducedShipped(family: Family, roots: ReadonlySet<string>): PossibleShipped | undefined {
  const { proof = [], signs = [] } = family.shipped ?? {};
  const suggests = testFor({ any: [...proof, ...signs] }, roots);
  return suggests && { family, suggests, proves: testFor({ any: [...proof] }, roots) };
}

/** Returns the remainder of a condition for values with these root keys; undefined if no such value fulfils it. */
function testFor(condition: Condition, roots: ReadonlySet<string>): Test | undefined {
  const rest = simplifyCondition(condition, roots);
  if (typeof rest === 'boolean') return rest ? () => true : undefined;
  return compileCondition(rest);
}

function reducedShape(
  { kind, variant, values, evidence, declared, inside }: Shape,
  place: number,
  { roots, others }: { roots: ReadonlySet<string>; others: number },
): Possible {
  const strange = declared
    ? others + [...roots].filter(root => root !== IGNORE_PROPERTY && !declared.has(root)).length
    : 0;
  const there = values.filter(({ root }) => roots.has(root));
  const open: WeightedTest[] = [];
  const beside: WeightedTest[] = [];
  const isInside = !inside || roots.has(inside.root);
  let base = isInside ? -STRANGE * Math.min(strange, MOST_STRANGE) : Number.NEGATIVE_INFINITY;
  for (const { when, weight, onlyBeside } of evidence) {
    const rest = simplifyCondition(when, roots);
    if (onlyBeside) {
      if (rest !== false) beside.push({ isMet: compileCondition(when), weight });
    } else if (rest === true) base += weight;
    else if (rest !== false) open.push({ isMet: compileCondition(rest), weight });
  }
  open.sort((one, other) => Number(one.weight >= 0) - Number(other.weight >= 0));
  const weights = [...there, ...open, ...beside];
  const most = weights.reduce((sum, { weight }) => sum + Math.max(0, weight), base + (inside?.most ?? 0));
  return { kind, variant, place, base, most, values: there, evidence: open, beside, inside: inside?.score };
}

/** The expectations of a schema at a path, compiled for speed: recognition runs on every line of every log. */
interface ExpectedValue {
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

/** Returns the expectations of a schema at a path; undefined if there are none. */
function expectedAt(schema: Schema, path: readonly string[]): ExpectedValue | undefined {
  let here: Schema | undefined = schema;
  for (const step of path) here = memberSchema(here, step);
  if (!here) return undefined;
  const { type, enum: choices, properties, additionalProperties } = here;
  const members =
    properties && !additionalProperties ? new Set([IGNORE_PROPERTY, ...Object.keys(properties)]) : undefined;
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
 * Returns a value's contribution to a kind's score, given its weight there. A value of the wrong type counts as an unknown key; one outside
 * the choices counts half, since it may be misspelt; a disallowed `null` counts as absent.
 */
function weightOfValue(value: unknown, weight: number, expected: ExpectedValue | undefined): number {
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

/** Checks whether a value meets a condition of a signature. */
/** The undecided remainder of a condition, or its result. */
type Rest = Condition | boolean;

/** Simplifies a condition for all JSON objects with exactly these keys (and any keys that no condition names). */
export function simplifyCondition(condition: Condition, keys: ReadonlySet<string>): Rest {
  if (typeof condition === 'string') {
    const [root, ...below] = parsePointer(condition);
    if (root === undefined) return true;
    if (!keys.has(root)) return false;
    return below.length === 0 || condition;
  }
  if ('all' in condition) return reducedCount(condition.all, condition.all.length, keys);
  if ('any' in condition) return reducedCount(condition.any, 1, keys);
  if ('atLeast' in condition) return reducedCount(condition.of, condition.atLeast, keys);
  if ('not' in condition) {
    const rest = simplifyCondition(condition.not, keys);
    return typeof rest === 'boolean' ? !rest : { not: rest };
  }
  const [root] = parsePointer(condition.at);
  return root === undefined || keys.has(root) ? condition : false;
}

function reducedCount(of: readonly Condition[], atLeast: number, keys: ReadonlySet<string>): Rest {
  const rests = of.map(one => simplifyCondition(one, keys));
  const open = rests.filter(rest => typeof rest !== 'boolean');
  const needed = atLeast - rests.filter(rest => rest === true).length;
  if (needed <= 0) return true;
  if (needed > open.length) return false;
  if (open.length === 1) return open[0] as Condition;
  if (needed === open.length) return { all: open };
  return needed === 1 ? { any: open } : { atLeast: needed, of: open };
}
