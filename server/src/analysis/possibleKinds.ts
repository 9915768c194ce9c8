import type { Condition, Family, Kind, Signature, Variant } from '../model/family';
import { pathOf } from '../text/pointer';
import { type Rest, reduced } from './condition';
import { IGNORE } from './suppression/ignoreLists';

/** A kind, or one of its dialects, and what of its signature a value's root keys leave open. */
export interface Possible {
  kind: Kind;
  shape: Kind | Variant;
  /** Among all kinds or dialects, in their order. */
  place: number;
  /** What the root keys weigh. */
  weight: number;
  /** What it weighs at the most, with what lies below them. */
  most: number;
  /** What lies below root keys that are there, and weighs too. */
  below: { path: string[]; weight: number }[];
  /** What makes it sure, as far as the root keys don't decide that. */
  proof: Rest;
}

/** A kind of less weight, and without a proof, is none that a value may be of. */
export const ENOUGH = 2;

/**
 * The kinds that a value with these root keys may be of, the one first that may weigh the most. Most values of a workspace
 * have the root keys of many others, and these rule out nearly all kinds: what they say is worked out once.
 */
export function possibleKinds(value: Record<string, unknown>, families: readonly Family[]): readonly Possible[] {
  const kinds = () => families.flatMap(family => family.kinds);
  return known(
    value,
    readerOf(families, kinds, one => one.proof !== false || one.most >= ENOUGH),
  );
}

/** All dialects of a kind, or the kind itself, in this way. */
export function dialectsOf(value: Record<string, unknown>, kind: Kind): readonly Possible[] {
  return known(
    value,
    readerOf(
      kind,
      () => [kind],
      () => true,
    ),
  );
}

interface Reader {
  shapes: Shape[];
  /** The root keys that any of the shapes speaks of. */
  keys: ReadonlySet<string>;
  isPossible: (one: Possible) => boolean;
  /** What was worked out, by root keys: a step for each key, in the order of the value. */
  first: Step;
  steps: number;
}

interface Shape extends Pick<Possible, 'kind' | 'shape'> {
  pointers: { root: string; path: string[]; weight: number }[];
  proof: Condition;
  /** The root keys that its schema declares; none where any other key is as good. */
  declared: ReadonlySet<string> | undefined;
}

interface Step {
  next: Map<string | typeof OTHER, Step>;
  possible?: readonly Possible[];
}

// Stands for every key that no shape speaks of: values come from anywhere, and their keys may be many, and long.
const OTHER = Symbol('other');
// A value with more keys, or the values after so many steps, are worth no memory.
const MOST_KEYS = 50;
const MOST_STEPS = 5000;

const readers = new WeakMap<object, Reader>();

function readerOf(owner: object, kinds: () => readonly Kind[], isPossible: Reader['isPossible']): Reader {
  let reader = readers.get(owner);
  if (!reader) {
    const shapes = kinds().flatMap(kind => (kind.variants ?? [kind]).map(shape => readShape(kind, shape)));
    // It may stand in all: a step of its own, or it would count as any other.
    const keys = [
      IGNORE,
      ...shapes.flatMap(({ pointers, declared }) => [...pointers.map(({ root }) => root), ...(declared ?? [])]),
    ];
    const proofKeys = shapes.flatMap(({ proof }) => rootsOf(proof));
    reader = { shapes, keys: new Set([...keys, ...proofKeys]), isPossible, first: { next: new Map() }, steps: 0 };
    readers.set(owner, reader);
  }
  return reader;
}

function readShape(kind: Kind, shape: Kind | Variant): Shape {
  const { keys, proof, open }: Signature = shape.signature;
  const pointers = Object.entries(keys).map(([pointer, weight]) => {
    const path = pathOf(pointer);
    return { root: path[0] ?? '', path, weight };
  });
  const declared = open ? undefined : new Set(Object.keys(shape.schema.properties ?? {}));
  return { kind, shape, pointers, proof: { any: proof }, declared };
}

function rootsOf(condition: Condition): string[] {
  if (typeof condition === 'string') return pathOf(condition).slice(0, 1);
  if ('all' in condition) return condition.all.flatMap(rootsOf);
  if ('any' in condition) return condition.any.flatMap(rootsOf);
  if ('not' in condition) return rootsOf(condition.not);
  if ('atLeast' in condition) return condition.of.flatMap(rootsOf);
  return pathOf(condition.at).slice(0, 1);
}

function known(value: Record<string, unknown>, reader: Reader): readonly Possible[] {
  let step = reader.first;
  let count = 0;
  for (const key in value) {
    if (++count > MOST_KEYS) return workedOut(value, reader);
    step = step.next.get(key) ?? nextStep(step, key, reader);
  }
  step.possible ??= workedOut(value, reader);
  return step.possible;
}

function nextStep(step: Step, key: string, reader: Reader): Step {
  const name = reader.keys.has(key) ? key : OTHER;
  const known = step.next.get(name);
  if (known) return known;
  if (++reader.steps > MOST_STEPS) {
    // Begun anew; the value at hand still ends on steps that nothing leads to any more.
    reader.first = { next: new Map() };
    reader.steps = 0;
  }
  const next: Step = { next: new Map() };
  step.next.set(name, next);
  return next;
}

function workedOut(value: Record<string, unknown>, { shapes, keys, isPossible }: Reader): readonly Possible[] {
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
  { kind, shape, pointers, proof, declared }: Shape,
  place: number,
  { roots, others }: { roots: ReadonlySet<string>; others: number },
): Possible {
  const there = pointers.filter(({ root }) => roots.has(root));
  const below = there.filter(({ path }) => path.length > 1);
  const onRoot = there.filter(({ path }) => path.length === 1);
  const strange = declared ? others + [...roots].filter(root => root !== IGNORE && !declared.has(root)).length : 0;
  const weight = sum(onRoot) - strange * STRANGE;
  const most = weight + sum(below.filter(one => one.weight > 0));
  return { kind, shape, place, weight, most, below, proof: reduced(proof, roots) };
}

/** What a root key that the schema does not declare speaks against the kind. */
const STRANGE = 0.75;

function sum(weighted: readonly { weight: number }[]): number {
  return weighted.reduce((total, { weight }) => total + weight, 0);
}
