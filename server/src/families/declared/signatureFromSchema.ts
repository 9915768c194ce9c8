import type { Condition, Signature } from '../../model/kind';
import type { Schema } from '../../model/schema';
import { schemaAt, withIncluded } from '../../slots/applicableSchemas';
import { formatPointer, parsePointer } from '../../text/jsonPointer';
import { tellingWeight } from '../../text/snakeCaseName';
import { SURE } from '../recognitionWeights';

/**
 * Derives the conditions that recognise an envelope from its schema, for a declaration that gives none. A match is sure only if the schema
 * requires at least three properties, or one with a constant text, since other JSON often has one or two properties of the same names. An
 * envelope may lack one or two of the required properties if their names are rare in other JSON.
 */
export function signatureFromSchema(schema: Schema): Signature {
  const { required = [], properties = {} } = withIncluded(schema);
  const fixed = required.flatMap((key): Condition[] => {
    const only = properties[key]?.const ?? (properties[key]?.enum?.length === 1 ? properties[key].enum[0] : undefined);
    return typeof only === 'string' && only.length >= SHORTEST ? [{ at: formatPointer([key]), is: [only] }] : [];
  });
  const isEnough = required.length >= ENOUGH || fixed.length > 0;
  const names = new Set([...required, ...Object.keys(properties)]);
  const weights = [...names].map((key): [string, number] => [key, required.includes(key) ? 1 : 0.5]);
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  const share = isEnough ? 1 : Math.min(1, MOST_UNPROVEN / sum);
  return {
    keys: Object.fromEntries(weights.map(([key, weight]) => [formatPointer([key]), weight * share])),
    evidence: isEnough ? [{ when: enough(required, fixed), weight: SURE }] : [],
  };
}

/**
 * Returns the condition that is enough for a sure match: all required properties with their fixed texts, or, if the names are rare, all but one
 * or two of the properties.
 */
function enough(required: readonly string[], fixed: readonly Condition[]): Condition {
  const pointers = required.map(key => formatPointer([key]));
  const all: Condition = { all: [...pointers, ...fixed] };
  const weights = required.map(tellingWeight).sort((one, other) => one - other);
  const missing = [MOST_MISSING, 1].find(count => {
    const least = weights.slice(0, Math.max(0, weights.length - count));
    return least.length >= ENOUGH && least.reduce((sum, weight) => sum + weight, 0) >= TELLING;
  });
  // A property may be missing, and another one misnamed.
  return missing === undefined ? all : { any: [all, { atLeast: required.length - missing, of: pointers }] };
}

const MOST_MISSING = 2;
// The same limit as for a signature that is inferred from samples.
const TELLING = 2.6;

const ENOUGH = 3;
const SHORTEST = 3;
const MOST_UNPROVEN = SURE - 0.5;

/**
 * Returns, for each kind, the values of one required property that distinguishes the kinds: the named property, or the one that most kinds
 * have.
 */
export function wordsOfKinds(
  kinds: Readonly<Record<string, { schema: unknown }>>,
  named: string | undefined,
): Map<string, { at: string; is: string[] }> {
  // Unless it is named, only a constant is a name: a list of states tells kinds apart by chance.
  const most = named === undefined ? 1 : Number.POSITIVE_INFINITY;
  const found = Object.entries(kinds).flatMap(([name, kind]) => {
    const schema = kind.schema as Schema;
    const places =
      named === undefined ? (withIncluded(schema).required ?? []).map(key => formatPointer([key])) : [named];
    return places
      .map(at => ({ name, at, is: listedWords(schema, at) }))
      .filter(({ is }) => is.length > 0 && is.length <= most);
  });
  const counts = new Map<string, number>();
  for (const { at } of found) counts.set(at, (counts.get(at) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  const told = found.filter(({ at }) => at === best?.[0]);
  const words = told.flatMap(({ is }) => is);
  // A word of two kinds tells neither.
  if (told.length < 2 || new Set(words).size < words.length) return new Map();
  return new Map(told.map(({ name, at, is }) => [name, { at, is }]));
}

function listedWords(schema: Schema, at: string): string[] {
  const { const: only, enum: several = [] } = schemaAt(schema, {}, parsePointer(at)) ?? {};
  const words = only === undefined ? several : [only];
  return words.every(word => typeof word === 'string') ? words : [];
}
