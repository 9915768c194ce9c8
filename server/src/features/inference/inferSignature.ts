import { t } from '../../shared/l10n';
import type { RawSchema } from '../../slots/subschemas';
import { formatPointer, isObject } from '../../text/jsonPointer';
import { tellingWeight } from '../../text/snakeCaseName';
import type { Profile } from './profileValues';

/** The conditions by which envelopes of an inferred kind are recognised among other JSON, and whether they suffice to be sure. */
interface InferredSignature {
  /** Undefined if the required properties suffice. */
  signature?: Record<string, unknown>;
  note: string;
  isSure: boolean;
}

/**
 * Infers the signature of an envelope kind: conditions that distinguish its envelopes from other JSON. Returns no signature if the required
 * properties of the schema are distinctive enough.
 */
export function inferSignature(schema: RawSchema, { properties = new Map(), values }: Profile): InferredSignature {
  const evidence = counterEvidence(properties);
  const terms = termsOf(schema, evidence.keys)
    .sort((one, other) => one.depth - other.depth)
    .slice(0, MOST_TERMS);
  const root = terms.filter(({ depth }) => depth === 1);
  const required = namesIn(schema.required).length;
  const spare = spareProof(root);
  if (required >= 5 && values.length >= MANY && spare) {
    return { note: t`all of its ${required} required properties`, isSure: true };
  }
  const nested = terms.length > root.length ? spareProof(terms) : undefined;
  const proof = [spare, nested].filter(one => one !== undefined);
  // The values of properties are better evidence than a few common names.
  const isEnough = spare !== undefined || weightOf(root) >= (nested ? SURE_OF_NAMES : ENOUGH);
  if (!spare && isEnough) {
    const all = root.map(({ at, when }) => (isObject(when) && 'is' in when ? when : at));
    proof.unshift({ count: root.length, of: root.length, condition: { all } });
  }
  if (proof.length === 0) proof.push(...withOptional(schema, root, properties, values.length));
  const [first] = proof;
  if (!first) {
    const note = t`too little tells it from other JSON: its envelopes are only a maybe; name them by "$schema"`;
    return { signature: { keys: keyWeights(schema, 0) }, note, isSure: false };
  }
  const isOpen = values.length >= 5 && newKeysExpected(properties, values.length) > 0.5;
  return {
    signature: {
      keys: keyWeights(schema, isEnough ? 1 : 0),
      proof: proof.map(({ condition }) => condition),
      ...(evidence.list.length > 0 && { evidence: evidence.list }),
      ...(isOpen && { open: true }),
    },
    note: first.count === first.of ? t`all of ${first.of} signs` : t`any ${first.count} of ${first.of} signs`,
    isSure: true,
  };
}

// With fewer samples, a property of all samples may be missing in the next one.
const MANY = 20;
const SURE = 2.6;
const ENOUGH = 2.2;
const SURE_OF_NAMES = 3;

interface Proof {
  condition: unknown;
  count: number;
  of: number;
}

/** Returns a proof from the smallest sufficient number of terms, at least three quarters of them. Undefined if no term can be spared. */
function spareProof(terms: readonly Term[]): Proof | undefined {
  const most = Math.max(1, Math.floor(terms.length / 4));
  const spare = Array.from({ length: most }, (_, at) => most - at).find(
    count => weightOf(terms.toSorted((one, other) => other.weight - one.weight).slice(count)) >= SURE,
  );
  if (spare === undefined) return undefined;
  const count = terms.length - spare;
  return { condition: { atLeast: count, of: terms.map(({ when }) => when) }, count, of: terms.length };
}

/** Returns proofs from all root terms plus some frequent optional properties, or from nearly all root terms plus more of these. */
function withOptional(
  { properties: schemas }: RawSchema,
  root: readonly Term[],
  properties: ReadonlyMap<string, Profile>,
  of: number,
): Proof[] {
  const others = [...properties]
    .filter(([key, { values }]) => values.length < of && values.length >= of * OFTEN && tellingWeight(key) > 0.5)
    .sort(([, one], [, other]) => other.values.length - one.values.length)
    .slice(0, MAX_TERMS);
  const least = Math.min(...others.map(([key]) => tellingWeight(key)));
  const count = Math.max(1, Math.ceil((ENOUGH - weightOf(root)) / least));
  if (others.length < count || root.length === 0) return [];
  // So little has to be exact.
  const exact = root.map(({ at, when }) => {
    const own = isObject(schemas) ? schemas[at.slice(1)] : undefined;
    return isObject(own) && Array.isArray(own.enum) ? { at, is: own.enum } : when;
  });
  const signs = others.map(([key]) => formatPointer([key]));
  const inner = others.slice(0, MAX_EVIDENCE).flatMap(([key, { properties: own }]) => {
    const names = [...(own?.keys() ?? [])].filter(name => tellingWeight(name) > 0.5).slice(0, MAX_NAMES);
    return names.length > 0 ? [{ any: names.map(name => formatPointer([key, name])) }] : [];
  });
  const total = root.length + others.length;
  const whole = {
    condition: { all: [...exact, { atLeast: count, of: signs }] },
    count: root.length + count,
    of: total,
  };
  if (signs.length + inner.length < count + 2) return [whole];
  const nearly = { atLeast: Math.max(1, root.length - 1), of: root.map(({ when }) => when) };
  const more = { atLeast: count + 2, of: [...signs, ...inner] };
  return [whole, { condition: { all: [nearly, more] }, count: root.length + count + 1, of: total }];
}

const OFTEN = 0.1;

/**
 * Estimates the number of new properties in the next sample: the number of properties that only one sample has, divided by the number of
 * samples.
 */
function newKeysExpected(properties: ReadonlyMap<string, Profile>, of: number): number {
  return [...properties.values()].filter(({ values }) => values.length === 1).length / of;
}

interface Term {
  /** The JSON pointer of the property. */
  at: string;
  when: unknown;
  /** How strongly the term suggests the kind. */
  weight: number;
  depth: number;
}

/** Returns what all samples have in common: properties, properties of nested objects, and constants. */
function termsOf(schema: RawSchema, guarded: ReadonlySet<string>, before: readonly string[] = []): Term[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  return namesIn(schema.required)
    .slice(0, MAX_TERMS)
    .flatMap((key): Term[] => {
      const path = [...before, key];
      const own = isObject(properties[key]) ? properties[key] : {};
      const at = formatPointer(path);
      const depth = path.length;
      const weight = tellingWeight(key) * (depth > 1 ? INNER : 1) + (depth === 1 && guarded.has(key) ? GUARDED : 0);
      if (typeof own.const === 'string' && own.const.length >= 3) {
        return [
          { at, when: at, weight: weight / 2, depth },
          { at, when: { at, is: [own.const] }, weight: CONSTANT, depth },
        ];
      }
      const inner = before.length === 0 && own.type === 'object' ? termsOf(own, guarded, path) : [];
      return [{ at, when: withType(at, own.type), weight, depth }, ...inner];
    });
}

/** Returns the condition that a property has its type; if its samples have several types, that the property exists. */
function withType(at: string, type: unknown): unknown {
  if (type === 'integer') return { at, type: 'number' };
  return typeof type === 'string' ? { at, type } : at;
}

/** Returns evidence against a kind: lists of objects with elements of other types, and objects without any of their usual properties. */
function counterEvidence(properties: ReadonlyMap<string, Profile>): { keys: Set<string>; list: unknown[] } {
  const keys = new Set<string>();
  const list: unknown[] = [];
  for (const [key, profile] of [...properties].slice(0, MAX_TERMS)) {
    const when = strangeContent(key, profile);
    if (when === undefined || list.length >= MAX_EVIDENCE) continue;
    keys.add(key);
    list.push({ when, weight: -COUNTER });
  }
  return { keys, list };
}

function strangeContent(key: string, { items, properties, values, types }: Profile): unknown {
  const at = formatPointer([key]);
  if (items && items.values.length >= FEW && items.types.size === 1 && items.types.has('object')) {
    return { at, some: { not: { at: '', type: 'object' } } };
  }
  if (!properties || types.size > 1) return undefined;
  const usual = [...properties].filter(([, member]) => member.values.length > 1).map(([name]) => name);
  const filled = values.filter(isObject).filter(one => Object.keys(one).length > 0);
  const isKnown = filled.every(one => usual.some(name => Object.hasOwn(one, name)));
  if (filled.length < FEW || !isKnown || usual.length > MAX_NAMES) return undefined;
  return { all: [{ at, some: { all: [] } }, { not: { any: usual.map(name => formatPointer([key, name])) } }] };
}

const FEW = 3;
const COUNTER = 3.5;

const MAX_TERMS = 40;
// A signature has at most some hundred conditions.
const MOST_TERMS = 60;
const MAX_NAMES = 12;
const MAX_EVIDENCE = 10;
const INNER = 0.6;
// The additional weight of a property whose value is tested, too.
const GUARDED = 0.3;
const CONSTANT = 1.5;

function namesIn(required: unknown): string[] {
  return Array.isArray(required) ? required.filter(one => typeof one === 'string') : [];
}

function weightOf(terms: readonly Term[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

/** Returns weights of properties. With `share` 1 they just suffice if one required property is missing; with 0 they never do. */
function keyWeights(schema: RawSchema, share: 0 | 1): Record<string, number> {
  const required = namesIn(schema.required);
  const names = [...new Set([...required, ...(isObject(schema.properties) ? Object.keys(schema.properties) : [])])];
  const own = Math.min(1, CERTAIN / Math.max(1, required.length - 1));
  const weights = names.slice(0, MAX_KEYS).map(key => [key, required.includes(key) ? own : own / 4] as const);
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  const factor = share === 1 ? 1 : Math.min(1, MOST_UNPROVEN / Math.max(sum, 1));
  // Rounded up, so that their sum is no less.
  return Object.fromEntries(
    weights.map(([key, weight]) => [formatPointer([key]), Math.ceil(weight * factor * 1000) / 1000]),
  );
}

const MAX_KEYS = 300;
// The score from which on a kind is sure.
const CERTAIN = 4;
const MOST_UNPROVEN = 3.4;
