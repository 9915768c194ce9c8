import type { Family, Kind, Recognition, Variant } from '../model/family';
import { atPath, isObject } from '../text/pointer';
import { meets } from './condition';
import { dialectsOf, ENOUGH, type Possible, possibleKinds } from './possibleKinds';

/** What a file's name or its user says of its parts: a kind; `none`, no envelope; nothing. */
export type Association = Kind | 'none' | undefined;

/**
 * The kind of an envelope. What is said outright wins: `$schema`, then an association; else the signatures decide, and a
 * value that meets none is none of ours.
 */
export function recognise(
  value: unknown,
  families: readonly Family[],
  association: Association,
): Recognition | undefined {
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
  const possible = possibleKinds(value, families);
  const sure = possible.filter(one => isSure(value, one));
  const best = heaviest(value, sure.length > 0 ? sure : possible);
  if (!best || (sure.length === 0 && weightOf(value, best) < ENOUGH)) return undefined;
  return { kind: best.kind, sure: sure.length > 0, by: 'signature' };
}

function isSure(value: Record<string, unknown>, { proof }: Possible): boolean {
  return typeof proof === 'boolean' ? proof : meets(value, proof);
}

// The first of those that weigh the same.
function heaviest(value: Record<string, unknown>, among: readonly Possible[]): Possible | undefined {
  if (among.length < 2) return among[0];
  const weights = among.map(one => weightOf(value, one));
  return among[weights.indexOf(Math.max(...weights))];
}

function weightOf(value: Record<string, unknown>, { weight, below }: Possible): number {
  let sum = weight;
  for (const one of below) if (atPath(value, one.path) !== undefined) sum += one.weight;
  return sum;
}

/** The shape that checks a value: the kind itself, or the dialect that the value is nearest to. */
export function shapeOf(kind: Kind, value: unknown): Kind | Variant {
  if (!kind.variants || !isObject(value)) return kind.variants?.[0] ?? kind;
  const dialects = dialectsOf(value, kind);
  const sure = dialects.filter(one => isSure(value, one));
  return heaviest(value, sure.length > 0 ? sure : dialects)?.shape ?? kind;
}

/**
 * Parts of one file speak for each other: beside a sure envelope, what is maybe of the same family is sure as well.
 */
export function raisedByNeighbours(recognitions: readonly (Recognition | undefined)[]): (Recognition | undefined)[] {
  const sureFamilies = new Set(recognitions.filter(one => one?.sure).map(one => familyOf(one as Recognition)));
  return recognitions.map(one => {
    if (!one || one.sure || !sureFamilies.has(familyOf(one))) return one;
    return { ...one, sure: true, by: 'neighbours' };
  });
}

function familyOf(recognition: Recognition): string {
  return recognition.kind.id.split('/')[0] as string;
}
