import type { Condition, Evidence, FieldPointers, KindDeclaration, Signature } from '../../model/kind';
import type { DeclarationFault } from '../../model/rule';
import type { Path } from '../../model/text';
import type { RawSchema } from '../../slots/subschemas';
import { hasLoneSurrogate } from '../../text/characters';
import { fileNameOf } from '../../text/decodeUri';
import { isObject, parsePointer } from '../../text/pointer';
import { type ReadProtocolOptions, readDeclaredSchema } from './readDeclaredSchema';
import { readPointer, readRuleCondition } from './readSignature';

/** A place inside other JSON where an envelope may stand. */
export interface InsidePlace {
  /** A pointer; with `/*` at its end, to a list of them. */
  at: string;
  /** What the JSON around it must meet. */
  when?: Condition;
}

/** Reads the clause `in` of a kind: pointers, or objects with a pointer and a condition. */
function readInside(value: unknown, path: Path, faults: DeclarationFault[]): InsidePlace[] {
  return (Array.isArray(value) ? value.slice(0, MOST) : []).flatMap((one, index): InsidePlace[] => {
    const here = [...path, index];
    const at = isObject(one) ? readPointer(one.at, [...here, 'at'], faults) : readPointer(one, here, faults);
    const when =
      isObject(one) && one.when !== undefined ? readRuleCondition(one.when, [...here, 'when'], faults) : undefined;
    if (at === undefined || (isObject(one) && one.when !== undefined && when === undefined)) return [];
    if (at !== '' && at !== '/*') return [{ at, ...(when !== undefined && { when }) }];
    faults.push({
      path: here,
      message: 'An envelope stands inside of something: give a pointer with a property, such as "/result".',
    });
    return [];
  });
}

const MOST = 20;

/** A place, with the kind whose envelopes may stand there. */
export interface PlaceOfKind {
  /** Of the kind that may stand there. */
  name: string;
  place: InsidePlace;
  /** A reference to the kind's schema. */
  inner: RawSchema;
}

/** The places inside other JSON that some kinds name. */
export function placesInside(
  kinds: readonly (readonly [string, unknown])[],
  { uri, files }: ReadProtocolOptions,
  faults: DeclarationFault[],
): PlaceOfKind[] {
  return kinds.flatMap(([name, kind]) => {
    const places = isObject(kind) ? readInside(kind.in, ['kinds', name, 'in'], faults) : [];
    const schema = isObject(kind) ? kind.schema : undefined;
    return files ? places.map(place => ({ name, place, inner: schemaReference(schema, name, uri) })) : [];
  });
}

/** Whether the schema of a kind declares the first property of a pointer. */
export function hasPlace(kind: unknown, at: string, reads: ReadProtocolOptions): boolean {
  const written = isObject(kind) ? readDeclaredSchema(kind.schema, [], reads, []) : undefined;
  const [root = ''] = parsePointer(at);
  return isObject(written?.properties) && Object.hasOwn(written.properties, root);
}

/** A reference to the schema of a kind, from its declaration. */
function schemaReference(schema: unknown, name: string, uri: string): RawSchema {
  return { $ref: typeof schema === 'string' ? schema : `${encoded(fileNameOf(uri))}#/kinds/${name}/schema` };
}

function encoded(name: string): string {
  return hasLoneSurrogate(name) ? name : encodeURIComponent(name);
}

/** The schema of something with an envelope at a pointer. */
export function schemaAround(pointer: string, inner: RawSchema): RawSchema {
  return parsePointer(pointer).reduceRight<RawSchema>(
    (schema, step) =>
      step === '*'
        ? { type: 'array', items: schema }
        : { type: 'object', required: [step], properties: { [step]: schema }, additionalProperties: true },
    inner,
  );
}

/** Requires the schema of a kind in the lists that another one has, if it has them. */
export function withListed(schema: RawSchema, lists: readonly { at: string; inner: RawSchema }[]): RawSchema {
  if (lists.length === 0) return schema;
  const added = lists.map(({ at, inner }) =>
    parsePointer(at).reduceRight<RawSchema>(
      (below, step) => (step === '*' ? { items: below } : { properties: { [step]: below } }),
      inner,
    ),
  );
  return { ...schema, allOf: [...(Array.isArray(schema.allOf) ? schema.allOf : []), ...added] };
}

/** A kind as it is read inside of something else: each pointer in it begins there. */
export function insideKind<K extends Pick<KindDeclaration, 'signature' | 'fieldPointers' | 'carries' | 'usage'>>(
  kind: K,
  { at, when }: InsidePlace,
): Pick<K, 'signature' | 'fieldPointers' | 'carries' | 'usage'> {
  const { carries, fieldPointers, usage } = kind;
  const moved = (fields: Partial<Record<string, string[]>>) =>
    Object.fromEntries(Object.entries(fields).map(([field, pointers = []]) => [field, pointers.map(one => at + one)]));
  return {
    signature: insideSignature(kind.signature, at, when),
    fieldPointers: moved(fieldPointers) as FieldPointers,
    ...(usage && { usage: moved(usage) as NonNullable<KindDeclaration['usage']> }),
    ...(carries && { carries: { ...carries, items: at + carries.items } }),
  };
}

function insideSignature({ keys, evidence }: Signature, at: string, when: Condition | undefined): Signature {
  const [root = ''] = parsePointer(at);
  const weights = Object.entries(keys).map(([pointer, weight]): Evidence => ({ when: at + pointer, weight }));
  return {
    keys: { [`/${root.replaceAll('~', '~0').replaceAll('/', '~1')}`]: 0 },
    evidence: [
      ...weights,
      ...evidence.map(one => ({ ...one, when: insideCondition(one.when, at) })),
      ...(when === undefined ? [] : [{ when: { not: when }, weight: -RULED_OUT }]),
    ],
    open: true,
  };
}

// More than any evidence for a kind.
const RULED_OUT = 100;

function insideCondition(condition: Condition, at: string): Condition {
  if (typeof condition === 'string') return at + condition;
  const all = (of: readonly Condition[]) => of.map(one => insideCondition(one, at));
  if ('all' in condition) return { all: all(condition.all) };
  if ('any' in condition) return { any: all(condition.any) };
  if ('atLeast' in condition) return { ...condition, of: all(condition.of) };
  if ('not' in condition) return { not: insideCondition(condition.not, at) };
  const moved = { ...condition, at: at + condition.at };
  return 'same' in moved ? { ...moved, same: at + moved.same } : moved;
}
