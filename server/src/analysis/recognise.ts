import type { Family, Kind, Recognition, Signature, Variant } from '../model/family';
import type { Schema } from '../model/schema';
import { atPath, isObject, pathOf } from '../text/pointer';
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
  const kinds = kindsOf(families);
  const $schema = isObject(value) && Object.hasOwn(value, '$schema') ? value.$schema : undefined;
  if (typeof $schema === 'string') {
    const kind = kinds.find(one => isSchemaOf($schema, one));
    return kind && { kind, sure: true, by: '$schema' };
  }
  if (association === 'none') return undefined;
  if (association) return { kind: association, sure: true, by: 'association' };
  return isObject(value) ? bySignature(value, kinds) : undefined;
}

const allKinds = new WeakMap<readonly Family[], Kind[]>();

function kindsOf(families: readonly Family[]): Kind[] {
  const kinds = allKinds.get(families) ?? families.flatMap(family => family.kinds);
  allKinds.set(families, kinds);
  return kinds;
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
    const { sure, score } = bestOf(value, kind);
    if (!sure && score < ENOUGH) continue;
    if (!best || isBetter({ sure, score }, best)) best = { kind, sure, score };
  }
  return best && { kind: best.kind, sure: best.sure, by: 'signature' };
}

function isBetter(one: { sure: boolean; score: number }, two: { sure: boolean; score: number }): boolean {
  return one.sure === two.sure ? one.score > two.score : one.sure;
}

function bestOf(value: Record<string, unknown>, kind: Kind): { sure: boolean; score: number } {
  if (!kind.variants) return judged(value, kind);
  return kind.variants.map(shape => judged(value, shape)).reduce((best, next) => (isBetter(next, best) ? next : best));
}

function judged(value: Record<string, unknown>, shape: Kind | Variant): { sure: boolean; score: number } {
  return {
    sure: shape.signature.proof.some(condition => meets(value, condition)),
    score: score(value, shape.signature, shape.schema),
  };
}

function score(value: Record<string, unknown>, signature: Signature, schema: Schema): number {
  const { keys, declared } = read(signature, schema);
  let sum = 0;
  for (const { root, path, weight } of keys) {
    // Most signatures share few keys with a value, and this is asked of every line of every log.
    if (Object.hasOwn(value, root) && (path.length === 1 || atPath(value, path) !== undefined)) sum += weight;
  }
  if (signature.open) return sum;
  for (const key in value) if (!declared.has(key)) sum -= STRANGE;
  return sum;
}

interface ReadSignature {
  keys: { root: string; path: string[]; weight: number }[];
  /** The root keys that the schema declares. */
  declared: ReadonlySet<string>;
}

const readSignatures = new WeakMap<Signature, ReadSignature>();

function read(signature: Signature, { properties = {} }: Schema): ReadSignature {
  let known = readSignatures.get(signature);
  if (!known) {
    const keys = Object.entries(signature.keys).map(([pointer, weight]) => {
      const path = pathOf(pointer);
      return { root: path[0] ?? '', path, weight };
    });
    known = { keys, declared: new Set(Object.keys(properties)) };
    readSignatures.set(signature, known);
  }
  return known;
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
