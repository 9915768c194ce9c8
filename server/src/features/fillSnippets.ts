import type { Context } from '../analysis/analyse';
import { variantOf } from '../analysis/recognise';
import type { CataloguedAgent, CataloguedTool } from '../model/catalogue';
import type { EnvelopeSnippet } from '../model/family';
import type { Kind } from '../model/kind';
import type { Schema } from '../model/schema';
import type { Path, Span } from '../model/text';
import { embeddableToolSchema } from '../slots/embeddableToolSchema';
import { expandSnippet, fillTimeVariables } from '../slots/expandSnippet';
import { generateNothing, isMoment } from '../slots/sampleValue';
import { eachDeclared } from '../slots/schemaPaths';
import { choicePlaceholder, escapeSnippet, propertySnippets } from '../slots/schemaSnippet';
import { jsonTree, nodeAt, parseJson } from '../text/json/parseJson';
import { atPath, parsePointer } from '../text/jsonPointer';
import { formatSeconds, parseInstant } from '../text/parseTime';
import type { LastNumber } from '../text/similarNames';
import { freshId } from './freshId';
import { type NeighbourEnvelope, valuesBySlot } from './neighbourEnvelopes';

/** The parameters of `fillSnippets`, which adapts the snippet of a new envelope to its neighbours and the current time. */
interface InsertionOptions extends Pick<Context, 'families' | 'facts'> {
  /** The neighbouring envelopes, nearest first. */
  near: readonly NeighbourEnvelope[];
  /** Milliseconds since 1970. */
  now: number;
  lastNumber?: LastNumber | undefined;
}

/**
 * Returns a function that fills in the snippet of a new envelope for the place where it is inserted. It fills in unused ids; the workflow,
 * project and time format of the envelopes nearby; the agent whose turn it is; and a tool of the catalogue.
 */
export function fillSnippets(options: InsertionOptions): (snippet: EnvelopeSnippet) => EnvelopeSnippet {
  const nearbyValues = valuesBySlot(() => options.near);
  return given => {
    const snippet = { ...given, body: given.body.map(line => fillTimeVariables(line, options.now)) };
    const family = options.families.find(({ snippets }) => snippets.some(one => one.kind === snippet.kind));
    const kind = family?.kinds.find(({ id }) => id === snippet.kind.split(':')[0]);
    if (!family || !kind) return snippet;
    const text = snippet.body.join('\n');
    const isListing = family.kinds.some(({ listedAgents }) => listedAgents !== undefined);
    const fill: SnippetFill = { ...options, nearbyValues, kind, text, tools: isListing ? toolsIn(options) : [] };
    const values = newValues(fill);
    return values.length === 0
      ? snippet
      : { ...snippet, body: replaceSnippetValues(normalizeTabStops(text), values).split('\n') };
  };
}

interface SnippetFill extends InsertionOptions {
  nearbyValues: ReturnType<typeof valuesBySlot>;
  kind: Kind;
  text: string;
  /** The catalogued agents that have tools. */
  tools: readonly CataloguedAgent[];
}

function newValues(fill: SnippetFill): { path: Path; value: NewValue }[] {
  const { kind, text } = fill;
  const whole = parseSnippet(text);
  const values: { path: Path; value: NewValue }[] = [];
  eachDeclared(variantOf(kind, whole).schema, whole, (path, schema, current) => {
    const value = typeof current === 'string' ? newValue(schema, path, fill) : undefined;
    if (value) values.push({ path, value });
  });
  const [agent] = fill.tools;
  const [tool] = agent?.tools.values() ?? [];
  if (kind.toolCall && tool)
    values.push({ path: parsePointer(kind.toolCall.args), value: { body: argumentsOf(tool) } });
  return values;
}

function newValue(schema: Schema, path: Path, fill: SnippetFill): NewValue | undefined {
  const { 'x-slot': slot, 'x-defines': defines, enum: allowed } = schema;
  const { nearbyValues, near, now } = fill;
  if (isMoment(schema)) return ofText(newTime(near, nearbyValues('time'), now));
  switch (slot) {
    case undefined:
      return undefined;
    case 'agent':
      return newAgent(path, fill, name => allowed?.includes(name) ?? true);
    case 'tool':
      return newTool(fill);
  }
  if (defines) return ofText(freshId(slot, () => nearbyValues(slot), fill.lastNumber));
  const isAnswering = slot === 'call-id' || isPair(path, fill.kind);
  const unanswered = isAnswering ? lastUnanswered(near) : undefined;
  return ofText(unanswered ?? (SHARED.has(slot) ? nearbyValues(slot)[0] : undefined));
}

// The ids that all envelopes of a run share.
const SHARED: ReadonlySet<string> = new Set(['workflow-id', 'trace-id', 'feature-id', 'call-id', 'project']);

function ofText(text: string | undefined): NewValue | undefined {
  return text === undefined ? undefined : { text };
}

// Formats the time like the neighbours; without an example in UTC, which every protocol accepts.
function newTime(near: readonly NeighbourEnvelope[], times: readonly string[], now: number): string {
  const before = valuesBySlot(() => near.filter(({ isBefore }) => isBefore).slice(0, MOST_TIMES))('time');
  const at = timeAfter(before, now);
  for (const time of times.slice(0, MOST_TIMES)) {
    const like = formatTimeLike(time, at);
    if (like !== undefined) return like;
  }
  return formatSeconds(at);
}

const MOST_TIMES = 50;

function newAgent(path: Path, fill: SnippetFill, isAllowed: (name: string) => boolean): NewValue | undefined {
  const { facts, kind, text, tools } = fill;
  if (tools.length > 0) return { choices: tools.map(({ name }) => name) };
  const offered = snippetChoicesAt(text, path);
  if (offered.length === 0) return undefined;
  const acting = actingAgent(fill);
  // The user's own names precede those that the protocol proposes.
  const all = [...new Set([...facts.agents, ...offered])];
  const isActing = isAt(path, kind.fieldPointers.agent);
  // No agent writes or hands over to itself.
  const choices = isActing
    ? [acting, ...all].filter((one, index, list) => one !== undefined && list.indexOf(one) === index)
    : [...all.filter(one => one !== acting), ...all.filter(one => one === acting)];
  return { choices: choices.filter(one => one !== undefined).filter(isAllowed) };
}

/**
 * Returns the agent whose turn it is: the recipient of the preceding envelope's hand-off. Without a hand-off, the first of
 * the user's own agents, or the agent that the snippet names.
 */
function actingAgent({ near, kind, text, facts }: SnippetFill): string | undefined {
  const last = near.find(({ isBefore }) => isBefore) ?? latestBeside(near);
  for (const effect of last?.drafts.flatMap(({ effects = [] }) => effects) ?? []) {
    if (effect.do === 'handoff') return effect.to;
  }
  if (facts.agents[0] !== undefined) return facts.agents[0];
  const [pointer] = kind.fieldPointers.agent ?? [];
  const agent = pointer === undefined ? undefined : atPath(parseSnippet(text), parsePointer(pointer));
  return typeof agent === 'string' ? agent : undefined;
}

/** Returns the latest envelope of the other files; undefined if the file itself has envelopes. */
function latestBeside(near: readonly NeighbourEnvelope[]): NeighbourEnvelope | undefined {
  if (near.some(({ isBeside }) => !isBeside)) return undefined;
  let latest: { one: NeighbourEnvelope; at: bigint } | undefined;
  for (const one of near) {
    const at = one.drafts[0]?.at;
    if (at !== undefined && (!latest || at > latest.at)) latest = { one, at };
  }
  return latest?.one;
}

function newTool({ tools }: SnippetFill): NewValue | undefined {
  const [agent] = tools;
  return agent && { choices: [...agent.tools.keys()] };
}

function toolsIn({ facts: { catalogue } }: InsertionOptions): CataloguedAgent[] {
  return [...(catalogue?.agents.values() ?? [])].filter(({ tools, isServer }) => tools.size > 0 && !isServer);
}

/** Returns the required arguments of a tool as snippet text. */
function argumentsOf({ parameters }: CataloguedTool): string {
  const schema = embeddableToolSchema(parameters);
  const members = (schema.required ?? []).map((name): [string, Schema] => [name, schema.properties?.[name] ?? {}]);
  const bodies = propertySnippets(members, schema, { oneLine: true, generateValue: generateNothing });
  return bodies.length === 0 ? '{$1}' : `{ ${bodies.join(', ')} }`;
}

/** Returns whether the value at a path is the id by which a response refers to its request. */
function isPair(path: Path, { side, fieldPointers }: Kind): boolean {
  return side === 'answer' && isAt(path, fieldPointers.pair ?? fieldPointers.id);
}

function isAt(path: Path, pointers: readonly string[] = []): boolean {
  return pointers.some(pointer => parsePointer(pointer).join('\0') === path.join('\0'));
}

/** Returns the id of the nearest request without a response. */
function lastUnanswered(near: readonly NeighbourEnvelope[]): string | undefined {
  const drafts = near.flatMap(one => one.drafts);
  const answered = new Set(drafts.filter(({ side }) => side === 'answer').map(({ pair }) => pair));
  return drafts.find(({ side, pair }) => side === 'ask' && pair !== undefined && !answered.has(pair))?.pair;
}

/** The replacement of a value in a snippet: fixed text, a choice of several texts, or snippet text whose tab stops count from 1. */
type NewValue = { text: string } | { choices: readonly string[] } | { body: string };

/** Parses the value that a snippet inserts if no tab stop is edited. */
function parseSnippet(text: string): unknown {
  return parseJson(
    expandSnippet(text, () => ''),
    'json',
  ).value;
}

/** Returns the choices that a snippet offers for the value at a path; empty without a choice. */
function snippetChoicesAt(text: string, path: Path): string[] {
  const span = spanAt(text, path);
  const choices = span && /\$\{\d+\|((?:[^|\\]|\\.)*)\|\}/.exec(text.slice(span.start, span.end))?.[1];
  return choices ? choices.split(/(?<!\\),/).map(one => one.replace(/\\([\\,|])/g, '$1')) : [];
}

/** Replaces the values at some paths of a snippet. Keeps the order of the tab stops. */
function replaceSnippetValues(text: string, values: readonly { path: Path; value: NewValue }[]): string {
  const placed = values.flatMap(({ path, value }) => {
    const at = spanAt(text, path);
    return at ? [{ at, value }] : [];
  });
  let result = text;
  for (const { at, value } of placed.toSorted((one, two) => two.at.start - one.at.start)) {
    result = result.slice(0, at.start) + written(value, result.slice(at.start, at.end)) + result.slice(at.end);
  }
  return result;
}

/** Renumbers a snippet's tab stops with gaps, so that new tab stops fit between them. */
function normalizeTabStops(text: string): string {
  return renumbered(text, stop => stop * ROOM);
}

const ROOM = 100;

function written(value: NewValue, before: string): string {
  const stop = Number(/(?<!\\)\$\{?(\d+)/.exec(before)?.[1] ?? 0);
  if ('body' in value) return renumbered(value.body, own => stop + Math.min(own, ROOM - 1));
  const texts = 'choices' in value ? value.choices : [value.text];
  const [first = ''] = texts;
  const inQuotes = (text: string) => JSON.stringify(text).slice(1, -1);
  if (stop === 0) return `"${escapeSnippet(inQuotes(first))}"`;
  if (texts.length > 1) return `"${choicePlaceholder(texts.map(inQuotes), stop)}"`;
  return `"\${${stop}:${escapeSnippet(inQuotes(first))}}"`;
}

function renumbered(text: string, to: (stop: number) => number): string {
  return text.replace(/\\[\\$}]|\$(\{?)(\d+)/g, (whole, brace: string, stop?: string) =>
    stop === undefined ? whole : `$${brace}${to(Number(stop))}`,
  );
}

function spanAt(text: string, path: Path): Span | undefined {
  const tree = jsonTree(masked(text));
  const node = tree && nodeAt(tree, path);
  return node && { start: node.offset, end: node.offset + node.length };
}

// Turns a snippet into JSON with the same offsets: a tab stop in place of a value becomes a number, any other tab stop blanks.
function masked(text: string): string {
  const strings = /"(?:[^"\\]|\\.)*"|\$\{\d+[:|][^}]*\}|\$\{\w+\}|\$\d+/g;
  return text.replace(strings, (piece, at: number) => {
    if (piece.startsWith('"')) return piece;
    const isValue = piece.startsWith('${') || /:\s*$/.test(text.slice(0, at));
    return (isValue ? '0' : ' ').padEnd(piece.length);
  });
}

/**
 * Formats a moment like an example: same time zone, same number of decimals. Undefined if the example has no zone.
 *
 * @param now milliseconds since 1970
 */
function formatTimeLike(like: string, now: number): string | undefined {
  const style = STYLE.exec(like);
  if (!style) return undefined;
  const [, between = 'T', fraction = '', zone = 'Z'] = style;
  const away = minutesOf(zone);
  const iso = new Date(now + away * 60_000).toISOString();
  const decimals =
    fraction === ''
      ? ''
      : `${fraction[0]}${iso
          .slice(20, 23)
          .padEnd(fraction.length - 1, '0')
          .slice(0, fraction.length - 1)}`;
  return `${iso.slice(0, 10)}${between}${iso.slice(11, 19)}${decimals}${zone}`;
}

/** Returns now, or one second after the latest of these times if that is later. In milliseconds since 1970. */
function timeAfter(times: readonly string[], now: number): number {
  const instants = times.flatMap(time => parseInstant(time) ?? []).map(instant => Number(instant / 1_000_000n));
  const last = Math.max(...instants.filter(instant => instant <= LATEST), 0);
  return last < now ? now : last + 1000;
}

const STYLE = /^\d{4}-\d\d-\d\d([Tt ])\d\d:\d\d(?::\d\d)?([.,]\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;
// A later time is a typing error, not an example.
const LATEST = Date.UTC(2100, 0);

function minutesOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
