import type { Family, Kind, Recognition, Signature, Variant } from '../model/family';
import type { Schema } from '../model/schema';
import { atPointer, isObject } from '../text/pointer';
import { meets } from './condition';

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
  const kinds = families.flatMap(family => family.kinds);
  const $schema = isObject(value) && Object.hasOwn(value, '$schema') ? value.$schema : undefined;
  if (typeof $schema === 'string') {
    const kind = kinds.find(one => isSchemaOf($schema, one));
    return kind && { kind, sure: true, by: '$schema' };
  }
  if (association === 'none') return undefined;
  if (association) return { kind: association, sure: true, by: 'association' };
  return isObject(value) ? bySignature(value, kinds) : undefined;
}

/** Does a `$schema` name this kind: by its id, by a path or address of its file, or by an id its protocol gave it? */
export function isSchemaOf($schema: string, kind: Kind): boolean {
  return (
    $schema === kind.schema.$id ||
    kind.schemaIds?.includes($schema) === true ||
    $schema.endsWith(`/${kind.id}.schema.json`)
  );
}

// Of weight: two strong keys and nothing strange, say.
const ENOUGH = 2;

function bySignature(value: Record<string, unknown>, kinds: readonly Kind[]): Recognition | undefined {
  let best: { kind: Kind; sure: boolean; score: number } | undefined;
  for (const kind of kinds) {
    const candidate = { kind, ...bestOf(value, kind) };
    if (!candidate.sure && candidate.score < ENOUGH) continue;
    if (!best || isBetter(candidate, best)) best = candidate;
  }
  return best && { kind: best.kind, sure: best.sure, by: 'signature' };
}

function isBetter(one: { sure: boolean; score: number }, two: { sure: boolean; score: number }): boolean {
  return one.sure === two.sure ? one.score > two.score : one.sure;
}

function bestOf(value: Record<string, unknown>, kind: Kind): { sure: boolean; score: number } {
  const shapes = kind.variants ?? [kind];
  return shapes.map(shape => judged(value, shape)).reduce((best, next) => (isBetter(next, best) ? next : best));
}

function judged(value: Record<string, unknown>, shape: Kind | Variant): { sure: boolean; score: number } {
  return {
    sure: shape.signature.proof.some(condition => meets(value, condition)),
    score: score(value, shape.signature, shape.schema),
  };
}

function score(value: Record<string, unknown>, signature: Signature, schema: Schema): number {
  let sum = 0;
  for (const [pointer, weight] of Object.entries(signature.keys))
    if (atPointer(value, pointer) !== undefined) sum += weight;
  if (signature.open) return sum;
  const strange = Object.keys(value).filter(key => !Object.hasOwn(schema.properties ?? {}, key));
  return sum - STRANGE * strange.length;
}

const STRANGE = 0.75;

/** The shape that checks a value: the kind itself, or the dialect that the value is nearest to. */
export function shapeOf(kind: Kind, value: unknown): Kind | Variant {
  if (!kind.variants || !isObject(value)) return kind.variants?.[0] ?? kind;
  const judgements = kind.variants.map(variant => ({ variant, ...judged(value, variant) }));
  return judgements.reduce((best, next) => (isBetter(next, best) ? next : best)).variant;
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
