import type { RawSchema } from '../../slots/subschemas';
import { formatPointer, isObject } from '../../text/pointer';
import { plainName } from './profileValues';

interface InferredSignature {
  /** Undefined where the required properties suffice. */
  signature?: Record<string, unknown>;
  note: string;
  isSure: boolean;
}

/** Infers how envelopes with a schema are told from other JSON, if their required properties alone would not do. */
export function inferSignature(schema: RawSchema, samples: number): InferredSignature {
  const terms = termsOf(schema);
  const total = weightOf(terms);
  const required = namesIn(schema.required);
  const most = Math.floor(terms.length / 3);
  const spare = Array.from({ length: most }, (_, at) => most - at).find(
    count => weightOf(withoutHeaviest(terms, count)) >= SURE,
  );
  if (required.length >= 5 && total >= SURE && samples >= MANY) {
    return { note: `all of its ${required.length} required properties`, isSure: true };
  }
  const conditions = terms.map(({ when }) => when);
  if (spare !== undefined) {
    const count = terms.length - spare;
    const proof = [{ atLeast: count, of: conditions }];
    return {
      signature: { keys: keyWeights(schema, 1), proof },
      note: `any ${count} of ${terms.length} signs`,
      isSure: true,
    };
  }
  if (total >= ENOUGH) {
    if (required.length >= 3) return { note: `all of its ${required.length} required properties`, isSure: true };
    const proof = [{ all: conditions }];
    return { signature: { keys: keyWeights(schema, 1), proof }, note: `all of ${terms.length} signs`, isSure: true };
  }
  const note = 'too little tells it from other JSON: envelopes are only a maybe, name them by "$schema"';
  return { signature: { keys: keyWeights(schema, 0) }, note, isSure: false };
}

const SURE = 3;
const ENOUGH = 2.5;
// Of fewer samples, the properties that all have may be missing in the next one.
const MANY = 50;

interface Term {
  when: unknown;
  /** How much it tells. */
  weight: number;
}

/** What all samples have: properties, those of objects in them, and constants. */
function termsOf(schema: RawSchema, before: readonly string[] = []): Term[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  return namesIn(schema.required)
    .slice(0, MAX_TERMS)
    .flatMap((key): Term[] => {
      const path = [...before, key];
      const own = isObject(properties[key]) ? properties[key] : {};
      const at = formatPointer(path);
      const weight = tellingWeight(key) * (before.length > 0 ? INNER : 1);
      if (typeof own.const === 'string' && own.const.length >= 3) {
        return [
          { when: at, weight: weight / 2 },
          { when: { at, is: [own.const] }, weight: CONSTANT },
        ];
      }
      const inner = before.length === 0 && own.type === 'object' ? termsOf(own, path) : [];
      return [{ when: at, weight }, ...inner];
    });
}

const MAX_TERMS = 40;
const INNER = 0.6;
const CONSTANT = 1.5;

function namesIn(required: unknown): string[] {
  return Array.isArray(required) ? required.filter(one => typeof one === 'string') : [];
}

function weightOf(terms: readonly Term[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

function withoutHeaviest(terms: readonly Term[], count: number): Term[] {
  return terms.toSorted((one, other) => other.weight - one.weight).slice(count);
}

/** How much the name of a property tells: names of several words are rare. */
function tellingWeight(key: string): number {
  const name = plainName(key);
  if (GENERIC.has(name)) return 0.4;
  return name.includes('_') ? 1.2 : 0.9;
}

const GENERIC = new Set(
  [
    'id name type kind status state data value values version title description message messages text content url path',
    'timestamp time date created updated created_at updated_at metadata meta config options params args result results error',
    'errors code success ok source target key items list tags level event body headers method user role file files input output',
    'start end duration count total label summary comment email role model step index',
  ].flatMap(line => line.split(' ')),
);

/** The weights that a declaration without signature has, or so little that they never suffice. */
function keyWeights(schema: RawSchema, least: 0 | 1): Record<string, number> {
  const required = namesIn(schema.required);
  const names = [...new Set([...required, ...(isObject(schema.properties) ? Object.keys(schema.properties) : [])])];
  const weights = names.slice(0, MAX_KEYS).map(key => [key, required.includes(key) ? 1 : 0.5] as const);
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  const share = least === 1 ? 1 : Math.min(1, MOST_UNPROVEN / Math.max(sum, 1));
  return Object.fromEntries(
    weights.map(([key, weight]) => [formatPointer([key]), Math.round(weight * share * 1000) / 1000]),
  );
}

const MAX_KEYS = 300;
const MOST_UNPROVEN = 3.4;
