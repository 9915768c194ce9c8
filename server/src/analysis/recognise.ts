import type { Family, Kind, Recognition, Variant } from '../model/family';
import { atPath, isObject } from '../text/pointer';
import { meets } from './condition';
import { dialectsOf, ENOUGH, type Possible, possibleKinds } from './possibleKinds';

/** What a file's name or its user says of its parts: a kind; `none`, no envelope; nothing. */
export type Association = Kind | 'none' | undefined;

/**
 * The kind of an envelope. What is said outright wins: a file name that only one kind has, `$schema`, then an association; else the signatures decide, and a
 * value that meets none is none of ours.
 */
export function recognise(
  value: unknown,
  families: readonly Family[],
  association: Association,
): Recognition | undefined {
  if (association !== 'none' && association?.fileNames) return { kind: association, sure: true, by: 'association' };
  const $schema = isObject(value) && Object.hasOwn(value, '$schema') ? value.$schema : undefined;
  if (typeof $schema === 'string') {
    const kind = families.flatMap(family => family.kinds).find(one => isSchemaOf($schema, one));
    return kind && { kind, sure: true, by: '$schema' };
  }
  if (association === 'none') return undefined;
  if (association) return { kind: association, sure: true, by: 'association' };
  return isObject(value) ? bySignature(value, families) : undefined;
}

/** Does a `$schema` name this kind: by its id, by a path or address of its file, or by an id its protocol gave it? */
export function isSchemaOf($schema: string, kind: Kind): boolean {
  return (
    $schema === kind.schema.$id ||
    kind.schemaIds?.includes($schema) === true ||
    $schema.endsWith(`/${kind.id}.schema.json`)
  );
}

function bySignature(value: Record<string, unknown>, families: readonly Family[]): Recognition | undefined {
  const { own, declared } = byOrigin(families);
  let best = nearest(value, possibleKinds(value, own));
  if (declared && !best?.sure) {
    const other = nearest(value, possibleKinds(value, declared));
    if (other && (!best || other.sure || other.weight > best.weight)) best = other;
  }
  if (!best || (!best.sure && best.weight < ENOUGH)) return undefined;
  return { kind: best.one.kind, sure: best.sure, by: 'signature' };
}

interface ByOrigin {
  own: readonly Family[];
  /** None where no file declares any. */
  declared?: readonly Family[];
}

const origins = new WeakMap<readonly Family[], ByOrigin>();

// Whatever a file of a workspace declares, what is sure without it stays so.
function byOrigin(families: readonly Family[]): ByOrigin {
  let known = origins.get(families);
  if (!known) {
    const declared = families.filter(({ isDeclared }) => isDeclared);
    known = declared.length === 0 ? { own: families } : { own: families.filter(one => !one.isDeclared), declared };
    origins.set(families, known);
  }
  return known;
}

/**
 * The heaviest of those that are sure, or of all where none is; the first of those that weigh the same. They come with
 * the heaviest that may be first: what can't outweigh one that is sure is not looked at.
 */
function nearest(
  value: Record<string, unknown>,
  among: readonly Possible[],
): { one: Possible; sure: boolean; weight: number } | undefined {
  let best: Possible | undefined;
  let weight = 0;
  let sure = false;
  for (const one of among) {
    if (best && sure && one.most < weight) break;
    const isSure = typeof one.proof === 'boolean' ? one.proof : meets(value, one.proof);
    if (sure && !isSure) continue;
    const own = weightOf(value, one);
    const isFirst = best === undefined || (isSure && !sure);
    if (!isFirst && (own < weight || (own === weight && one.place > (best?.place ?? 0)))) continue;
    best = one;
    weight = own;
    sure = isSure;
  }
  return best && { one: best, sure, weight };
}

function weightOf(value: Record<string, unknown>, { weight, below }: Possible): number {
  let sum = weight;
  for (const one of below) if (atPath(value, one.path) !== undefined) sum += one.weight;
  return sum;
}

/** The shape that checks a value: the kind itself, or the dialect that the value is nearest to. */
export function shapeOf(kind: Kind, value: unknown): Kind | Variant {
  if (!kind.variants || !isObject(value)) return kind.variants?.[0] ?? kind;
  return nearest(value, dialectsOf(value, kind))?.one.shape ?? kind;
}

/**
 * Parts of one file speak for each other: beside a sure envelope, what is maybe of the same family is sure as well.
 *
 * @param beside families of sure envelopes that the file has besides
 */
export function raisedByNeighbours(
  recognitions: readonly (Recognition | undefined)[],
  beside: Iterable<Family> = [],
): (Recognition | undefined)[] {
  const sureFamilies = new Set([...beside].map(({ id }) => id));
  for (const one of recognitions) if (one?.sure) sureFamilies.add(familyOf(one));
  return recognitions.map(one => {
    if (!one || one.sure || !sureFamilies.has(familyOf(one))) return one;
    return { ...one, sure: true, by: 'neighbours' };
  });
}

function familyOf(recognition: Recognition): string {
  return recognition.kind.id.split('/')[0] as string;
}
