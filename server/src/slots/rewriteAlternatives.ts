import { decodeUri } from '../text/decodeUri';
import { atPointer, isObject } from '../text/jsonPointer';
import { type RawSchema, subschemasOf, withSubschemas } from './subschemas';

/**
 * Rewrites `anyOf` and `oneOf` of a JSON schema as conditions (`if`), where the value's type or one property tells the alternatives apart. The
 * same values stay valid. Errors then refer only to the intended alternative, and completion finds its properties.
 *
 * @param schema the schema, after `linkSchema`: references lead to places in it
 */
export function rewriteAlternatives(schema: RawSchema): RawSchema {
  // A reference into an alternative would lead nowhere afterwards.
  if (refersToAlternative(schema)) return schema;
  const known: Known = { root: schema, traits: new Map() };
  const change = (one: RawSchema): RawSchema => conditional(withSubschemas(one, change), known);
  return change(schema);
}

const KEYWORDS = ['anyOf', 'oneOf'] as const;
type Keyword = (typeof KEYWORDS)[number];

interface Known {
  root: RawSchema;
  /** The traits of schemas that were examined before: many references may lead to the same schema. */
  traits: Map<unknown, Traits>;
}

function conditional(schema: RawSchema, root: Known): RawSchema {
  let result = schema;
  for (const keyword of KEYWORDS) {
    const { [keyword]: alternatives, allOf, ...rest } = result;
    if (!Array.isArray(alternatives) || alternatives.length < 2 || alternatives.length > MOST) continue;
    const conditions = apart(alternatives, keyword, root);
    if (!conditions) continue;
    const [only, ...others] = conditions;
    const isPlain = others.length === 0 && Object.keys(only ?? {}).every(key => !(key in rest)) && allOf === undefined;
    result = isPlain
      ? { ...rest, ...only }
      : { ...rest, allOf: [...(Array.isArray(allOf) ? allOf : []), ...conditions] };
  }
  return result;
}

function refersToAlternative(schema: RawSchema): boolean {
  const { $ref } = schema;
  if (typeof $ref === 'string' && /\/(?:anyOf|oneOf)\//.test($ref)) return true;
  return subschemasOf(schema).some(([one]) => refersToAlternative(one));
}

const MOST = 500;

/** Returns schemas equivalent to the alternatives; undefined if the alternatives can't be distinguished. */
function apart(alternatives: readonly unknown[], keyword: Keyword, root: Known): RawSchema[] | undefined {
  const traits = alternatives.map(one => traitsOf(one, root));
  return (
    constants(alternatives) ?? byType(alternatives, traits, keyword, root) ?? byProperty(alternatives, traits, keyword)
  );
}

/** Combines constants to one list of values, each with its description. */
function constants(alternatives: readonly unknown[]): RawSchema[] | undefined {
  const values = alternatives.map(one =>
    isObject(one) && Object.keys(one).every(key => CONSTANT.has(key)) ? one.const : undefined,
  );
  if (
    values.some(value => value === undefined) ||
    new Set(values.map(value => JSON.stringify(value))).size < values.length
  ) {
    return undefined;
  }
  const about = alternatives.map(one => aboutOf(one));
  const hasText = about.some(text => text !== '');
  return [{ enum: values, ...(hasText && { enumDescriptions: about }) }];
}

const CONSTANT: ReadonlySet<string> = new Set([
  'const',
  'title',
  'description',
  'markdownDescription',
  '$comment',
  'type',
]);

function aboutOf(alternative: unknown): string {
  if (!isObject(alternative)) return '';
  const { markdownDescription, description, title } = alternative;
  return String([markdownDescription, description, title].find(text => typeof text === 'string') ?? '');
}

function byType(
  alternatives: readonly unknown[],
  traits: readonly Traits[],
  keyword: Keyword,
  root: Known,
): RawSchema[] | undefined {
  const groups = groupBy(traits.map(({ types }) => types));
  if (!groups || groups.length < 2) return undefined;
  const told = groups.filter(group => !isNull(group));
  const conditions = told.map(({ values: types, members }): RawSchema => {
    const own = members.map(at => alternatives[at]);
    const then = own.length === 1 ? own[0] : conditional({ [keyword]: own }, root);
    const isMeant = told.length === 1 ? { not: { type: 'null' } } : { type: single(types) };
    return { if: isMeant, then };
  });
  return [...conditions, { type: groups.flatMap(({ values }) => [...values]) }];
}

function isNull({ values, members }: Group): boolean {
  return values.size === 1 && values.has('null') && members.length === 1;
}

function byProperty(
  alternatives: readonly unknown[],
  traits: readonly Traits[],
  keyword: Keyword,
): RawSchema[] | undefined {
  if (!traits.every(({ types }) => types?.size === 1 && types.has('object'))) return undefined;
  const names = [...(traits[0]?.constants.keys() ?? [])];
  const grouped = names.flatMap(name => {
    const groups = groupBy(traits.map(({ constants: own }) => own.get(name)));
    return groups && groups.length > 1 ? [{ name, groups }] : [];
  });
  const best = grouped.sort((one, other) => other.groups.length - one.groups.length)[0];
  if (!best) return undefined;
  const { name, groups } = best;
  const about = groups.flatMap(({ values, members }) => [...values].map(() => aboutOf(alternatives[members[0] ?? 0])));
  const conditions = groups.map(({ values, members }): RawSchema => {
    const own = members.map(at => alternatives[at]);
    const isMeant = values.size === 1 ? { const: [...values][0] } : { enum: [...values] };
    return {
      if: { required: [name], properties: { [name]: isMeant } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: own.length === 1 ? own[0] : { [keyword]: own },
    };
  });
  const property = {
    enum: groups.flatMap(({ values }) => [...values]),
    ...(about.some(Boolean) && { enumDescriptions: about }),
  };
  return [...conditions, { type: 'object', required: [name], properties: { [name]: property } }];
}

interface Group {
  values: ReadonlySet<unknown>;
  /** Indexes of alternatives. */
  members: number[];
}

/** Groups alternatives with equal sets of values; undefined if one has no set, or two sets overlap. */
function groupBy(sets: readonly (ReadonlySet<unknown> | undefined)[]): Group[] | undefined {
  const groups: Group[] = [];
  for (const [at, values] of sets.entries()) {
    if (!values || values.size === 0) return undefined;
    const near = groups.find(one => [...one.values].some(value => values.has(value)));
    if (!near) groups.push({ values, members: [at] });
    else if (near.values.size === values.size && [...near.values].every(value => values.has(value)))
      near.members.push(at);
    else return undefined;
  }
  return groups;
}

/** Traits that distinguish the values of a schema from other values. */
interface Traits {
  /** Undefined if any type is allowed. */
  types: ReadonlySet<string> | undefined;
  /** The values that required properties may have, where they are listed. */
  constants: ReadonlyMap<string, ReadonlySet<unknown>>;
}

const NO_TRAITS: Traits = { types: undefined, constants: new Map() };

function traitsOf(schema: unknown, known: Known, depth = 0): Traits {
  if (!isObject(schema) || depth > DEEPEST) return NO_TRAITS;
  const before = known.traits.get(schema);
  if (before) return before;
  // A schema that refers to itself has no traits of its own.
  known.traits.set(schema, NO_TRAITS);
  const traits = readTraits(schema, known, depth);
  known.traits.set(schema, traits);
  return traits;
}

function readTraits(schema: RawSchema, known: Known, depth: number): Traits {
  const { type, $ref, allOf, required, properties, const: only } = schema;
  const inner = [
    ...(typeof $ref === 'string' && $ref.startsWith('#') ? [atPointer(known.root, decodeUri($ref.slice(1)))] : []),
    ...(Array.isArray(allOf) ? allOf : []),
  ].map(one => traitsOf(one, known, depth + 1));
  const names = Array.isArray(type)
    ? type
    : type === undefined
      ? only === undefined
        ? undefined
        : [only === null ? 'null' : Array.isArray(only) ? 'array' : typeof only]
      : [type];
  // Each whole number is a number, too.
  const own = names && new Set(names.map(name => (name === 'integer' ? 'number' : String(name))));
  const constants = new Map(inner.flatMap(one => [...one.constants]));
  for (const name of Array.isArray(required) ? required : []) {
    const property = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const values = isObject(property) ? listedValues(property) : undefined;
    if (values) constants.set(String(name), values);
  }
  return { types: own ?? inner.find(({ types }) => types)?.types, constants };
}

const DEEPEST = 8;

function listedValues({ const: only, enum: several }: RawSchema): ReadonlySet<unknown> | undefined {
  const values = only === undefined ? several : [only];
  const isListed =
    Array.isArray(values) && values.every(value => typeof value === 'string' || typeof value === 'number');
  return isListed && values.length <= MOST ? new Set(values) : undefined;
}

function single(values: ReadonlySet<unknown>): unknown {
  return values.size === 1 ? [...values][0] : [...values];
}
