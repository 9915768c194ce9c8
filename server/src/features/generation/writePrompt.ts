import type { RawSchema } from '../../slots/subschemas';
import { isObject } from '../../text/jsonPointer';
import {
  type ContractSchema,
  descriptionOf,
  listIn,
  namedIn,
  onlyRequired,
  takenIn,
  typesOf,
  valuesOf,
} from './contractSchemas';

/**
 * Generates the description of kinds of envelopes for a prompt, in Markdown. For each kind, it has the type and meaning of each property,
 * an example, and the rules.
 *
 * @param rulesOf returns the rules for the envelopes of a kind
 */
export function writePrompt(
  contracts: readonly ContractSchema[],
  rulesOf: (kind: string) => readonly PromptRule[],
): string {
  return contracts.map(contract => promptOf(contract, rulesOf(contract.kind))).join('\n');
}

/** A rule of a protocol, described for a prompt. */
export interface PromptRule {
  id: string;
  about: string;
}

function promptOf({ title, schema, definitions }: ContractSchema, rules: readonly PromptRule[]): string {
  const example = listIn(schema, 'examples').find(isObject);
  const refs = new Map(definitions.map(({ ref, schema: target }) => [ref, target]));
  const rows: string[] = [];
  addProperties(schema, { rows, refs, depth: 0, around: [], outer: [], budget: { left: MOST_VISITS } });
  const about = descriptionOf(schema);
  return [
    `# ${oneLine(title)}\n`,
    ...(about === undefined ? [] : [`${about}\n`]),
    'Answer with one JSON object and nothing else: no text around it, no code fence.\n',
    ...(rows.length > 0 ? ['## Properties\n', `${rows.join('\n')}\n`] : []),
    ...(rules.length > 0
      ? ['## Faults to avoid\n', `${rules.map(({ about: sentence }) => `- ${oneLine(sentence)}`).join('\n')}\n`]
      : []),
    ...(example === undefined ? [] : ['## Example\n', `${fenced(JSON.stringify(example, undefined, 2))}\n`]),
  ].join('\n');
}

interface Listing {
  rows: string[];
  refs: ReadonlyMap<string, unknown>;
  depth: number;
  /** The schemas around, which are not listed again inside of themselves. */
  around: readonly RawSchema[];
  /** The schemas around that apply to the same object. */
  outer: readonly RawSchema[];
  /** Schemas that are still read: alternatives without properties make no rows. */
  budget: { left: number };
}

const DEEPEST = 6;
const MOST_ROWS = 2000;
const MOST_VISITS = 10_000;

function addProperties(schema: RawSchema, listing: Listing): void {
  const { rows, refs, depth, around, outer, budget } = listing;
  const members = takenIn(schema, ref => refs.get(ref)).filter(one => !around.includes(one));
  if (rows.length > MOST_ROWS || budget.left-- <= 0) return;
  const all = [...outer, ...members];
  const add = (one: unknown, member: RawSchema, same: readonly RawSchema[] = []) => {
    if (!isObject(one)) return;
    addProperties(one, { ...listing, depth: depth + 1, around: [...around, schema, member], outer: same });
  };
  const required = new Set(all.flatMap(one => listIn(one, 'required')));
  const known = new Set(outer.flatMap(one => namedIn(one, 'properties').map(([name]) => name)));
  const described = members.flatMap(member =>
    namedIn(member, 'properties').map(([name, one]) => ({ name, one, member, isKnown: false })),
  );
  const others = onlyRequired(members).map(([name, one]) => ({ name, one, member: schema, isKnown: known.has(name) }));
  for (const { name, one: written, member, isKnown } of [...described, ...others]) {
    const one = followed(written, refs);
    if (!isObject(one)) continue;
    const about = descriptionOf(one);
    const type = isKnown ? [] : [typeText(one, refs)];
    const what = [...type, required.has(name) ? 'required' : 'optional', ...limits(one)].join(', ');
    rows.push(
      `${'  '.repeat(depth)}- \`${name}\` (${what})${about === undefined ? '' : `: ${indented(about, depth + 1)}`}`,
    );
    if (depth >= DEEPEST) continue;
    add(one, member);
    add(followed(one.items, refs), member);
  }
  for (const member of depth < DEEPEST ? members : []) {
    for (const one of alternativesIn(member)) {
      const before = rows.push(`${'  '.repeat(depth)}- either:`);
      add(followed(one, refs), member, all);
      if (rows.length === before) rows.pop();
    }
  }
  if (schema.additionalProperties === false && around.length === 0) rows.push('\nNo other properties are allowed.');
}

function alternativesIn(schema: RawSchema): unknown[] {
  return [...listIn(schema, 'anyOf'), ...listIn(schema, 'oneOf')];
}

function followed(schema: unknown, refs: ReadonlyMap<string, unknown>): unknown {
  let at = schema;
  // References may lead in a circle.
  for (let steps = 0; isObject(at) && typeof at.$ref === 'string' && steps < DEEPEST; steps++) at = refs.get(at.$ref);
  return at;
}

function typeText(schema: RawSchema, refs: Listing['refs']): string {
  const values = valuesOf(schema);
  if (values)
    return `one of ${values
      .slice(0, 50)
      .map(value => `\`${JSON.stringify(value)}\``)
      .join(', ')}`;
  const types = typesOf(schema);
  if (types.includes('array') && isObject(schema.items))
    return `list of ${typesOf(schema.items).join(' or ') || 'values'}`;
  const others = alternativesIn(schema).map(one => followed(one, refs));
  const texts = others.map(one => (isObject(one) && !alternativesIn(one).length ? typeText(one, refs) : 'any value'));
  const known = texts.includes('any value') ? [] : [...new Set(texts)];
  return types.join(' or ') || known.join(' or ') || 'any value';
}

function limits(schema: RawSchema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = schema;
  const range = (least: unknown, most: unknown, noun: string) => {
    if (typeof least === 'number' && typeof most === 'number') return [`${least} to ${most}${noun}`];
    if (typeof least === 'number') return [`at least ${least}${noun}`];
    return typeof most === 'number' ? [`at most ${most}${noun}`] : [];
  };
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' elements'),
    ...(typeof pattern === 'string' ? [`matches \`${pattern.replaceAll('`', "'")}\``] : []),
    ...(typeof format === 'string' ? [format === 'iso-date-time' ? 'an ISO 8601 time' : format] : []),
  ];
}

/** Indents a text so that it belongs to a list item at this depth. */
function indented(text: string, depth: number): string {
  return text.split(/\r\n?|\n/).join(`\n${'  '.repeat(depth)}`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Puts a text into a code block with a fence that the text does not contain. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}
