import { MAYBE, MOST_STRANGE, STRANGE } from '../families/recognitionWeights';
import type { Family } from '../model/family';
import type { Condition, Evidence, Kind, Variant } from '../model/kind';
import { atPath, parsePointer } from '../text/pointer';
import { compileCondition, simplifyCondition, type Test } from './condition';
import { type ExpectedValue, expectedAt, weightOfValue } from './expectedValue';
import { IGNORE } from './suppression/ignoreLists';

/** A kind, or one of its dialects, and what of its signature a value's root keys leave undecided. */
export interface Possible {
  kind: Kind;
  shape: Kind | Variant;
  /** The index among all kinds or dialects. */
  place: number;
  /** The score from the root keys alone. */
  base: number;
  /** The highest score that it can reach, including what depends on values. */
  most: number;
  /** Values at or below root keys that are present. */
  values: WeightedValue[];
  /** Other evidence that the root keys don't decide. */
  evidence: WeightedTest[];
  /** The evidence that only counts beside sure envelopes. */
  beside: WeightedTest[];
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

/** How well a value fits a kind: evidence for it, less evidence against it. */
export function scoreOf(value: Record<string, unknown>, { base, values, evidence, beside }: Possible): number {
  let score = base;
  if (beside.length > 0) score += weightOf(value, beside);
  for (let at = 0; at < values.length; at++) {
    const { root, path, weight, expected } = values[at] as WeightedValue;
    // The root key is present, or the value would not be among these.
    score += weightOfValue(path.length === 1 ? value[root] : atPath(value, path), weight, expected);
  }
  for (const { isMet, weight } of evidence) if (isMet(value)) score += weight;
  return score;
}

/** The weight of the evidence that a value has. */
export function weightOf(value: Record<string, unknown>, evidence: readonly WeightedTest[]): number {
  return evidence.reduce((sum, { isMet, weight }) => (isMet(value) ? sum + weight : sum), 0);
}

/**
 * The kinds that a value with these root keys may have, by descending possible score. Root keys rule out nearly all
 * kinds, and most values share theirs with many others: results are cached by root keys.
 */
export function possibleKinds(value: Record<string, unknown>, families: readonly Family[]): readonly Possible[] {
  const kinds = () => families.flatMap(family => family.kinds);
  return cachedPossible(
    value,
    getReader(families, kinds, one => one.most >= MAYBE),
  );
}

/** All dialects of a kind, or the kind itself, in the same form. */
export function dialectsOf(value: Record<string, unknown>, kind: Kind): readonly Possible[] {
  return cachedPossible(
    value,
    getReader(
      kind,
      () => [kind],
      () => true,
    ),
  );
}

interface Reader {
  shapes: Shape[];
  /** The root keys that any of the shapes uses. */
  keys: ReadonlySet<string>;
  isPossible: (one: Possible) => boolean;
  /** Cached results, by root keys: a trie with a step for each key, in the value's order. */
  first: Step;
  steps: number;
}

interface Shape extends Pick<Possible, 'kind' | 'shape' | 'values'> {
  evidence: readonly Evidence[];
  /** The known root keys; undefined where any other key is allowed. */
  declared: ReadonlySet<string> | undefined;
}

interface Step {
  next: Map<string | typeof OTHER, Step>;
  possible?: readonly Possible[];
}

// Stands in for every key that no shape uses: values come from anywhere, and their keys may be many and long.
const OTHER = Symbol('other');
// Values with more keys are not cached; after so many steps the cache is cleared.
const MOST_KEYS = 50;
const MOST_STEPS = 5000;

const readers = new WeakMap<object, Reader>();

function getReader(owner: object, kinds: () => readonly Kind[], isPossible: Reader['isPossible']): Reader {
  let reader = readers.get(owner);
  if (!reader) {
    const shapes = kinds().flatMap(kind => (kind.variants ?? [kind]).map(shape => readShape(kind, shape)));
    // `$ignore` may be in any shape: without a step of its own it would count as an unknown key.
    const keys = [
      IGNORE,
      ...shapes.flatMap(({ values, declared }) => [...values.map(({ root }) => root), ...(declared ?? [])]),
      ...shapes.flatMap(({ evidence }) => evidence.flatMap(({ when }) => rootKeys(when))),
    ];
    reader = { shapes, keys: new Set(keys), isPossible, first: { next: new Map() }, steps: 0 };
    readers.set(owner, reader);
  }
  return reader;
}

function readShape(kind: Kind, shape: Kind | Variant): Shape {
  const { schema } = shape;
  const { keys, evidence, open } = shape.signature;
  const values = Object.entries(keys).map(([pointer, weight]) => {
    const path = parsePointer(pointer);
    return { root: path[0] ?? '', path, weight, expected: expectedAt(schema, path) };
  });
  const declaredKeys = [...Object.keys(schema.properties ?? {}), ...values.map(({ root }) => root)];
  return { kind, shape, values, evidence, declared: open ? undefined : new Set(declaredKeys) };
}

function rootKeys(condition: Condition): string[] {
  if (typeof condition === 'string') return parsePointer(condition).slice(0, 1);
  if ('all' in condition) return condition.all.flatMap(rootKeys);
  if ('any' in condition) return condition.any.flatMap(rootKeys);
  if ('not' in condition) return rootKeys(condition.not);
  if ('atLeast' in condition) return condition.of.flatMap(rootKeys);
  return parsePointer(condition.at).slice(0, 1);
}

function cachedPossible(value: Record<string, unknown>, reader: Reader): readonly Possible[] {
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

function computePossible(value: Record<string, unknown>, { shapes, keys, isPossible }: Reader): readonly Possible[] {
  const roots = new Set<string>();
  let others = 0;
  for (const key in value) {
    if (keys.has(key)) roots.add(key);
    else others++;
  }
  return shapes
    .map((shape, place) => reducedShape(shape, place, { roots, others }))
    .filter(isPossible)
    .sort((one, two) => two.most - one.most);
}

function reducedShape(
  { kind, shape, values, evidence, declared }: Shape,
  place: number,
  { roots, others }: { roots: ReadonlySet<string>; others: number },
): Possible {
  const strange = declared ? others + [...roots].filter(root => root !== IGNORE && !declared.has(root)).length : 0;
  const there = values.filter(({ root }) => roots.has(root));
  const open: WeightedTest[] = [];
  const beside: WeightedTest[] = [];
  let base = -STRANGE * Math.min(strange, MOST_STRANGE);
  for (const { when, weight, onlyBeside } of evidence) {
    const rest = simplifyCondition(when, roots);
    if (onlyBeside) {
      if (rest !== false) beside.push({ isMet: compileCondition(when), weight });
    } else if (rest === true) base += weight;
    else if (rest !== false) open.push({ isMet: compileCondition(rest), weight });
  }
  const most = [...there, ...open, ...beside].reduce((sum, { weight }) => sum + Math.max(0, weight), base);
  return { kind, shape, place, base, most, values: there, evidence: open, beside };
}
