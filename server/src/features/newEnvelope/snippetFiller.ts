import type { Context } from '../../analysis/analyse';
import { shapeOf } from '../../analysis/recognise';
import type { CataloguedAgent, CataloguedTool } from '../../model/catalogue';
import type { EnvelopeSnippet } from '../../model/family';
import type { Kind } from '../../model/kind';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { eachDeclared } from '../../slots/eachDeclared';
import { normalizeSchema } from '../../slots/normalizeSchema';
import { propertySnippets } from '../../slots/schemaSnippet';
import { generateNothing } from '../../slots/valueGenerator';
import { atPath, parsePointer } from '../../text/pointer';
import { formatTimeLike, timeAfter } from './formatTimeLike';
import { freshId } from './freshId';
import { type NeighbourEnvelope, valuesBySlot } from './neighbourEnvelopes';
import {
  type NewValue,
  normalizeTabStops,
  parseSnippet,
  replaceSnippetValues,
  snippetChoicesAt,
} from './snippetValues';

interface Surroundings extends Pick<Context, 'families' | 'facts'> {
  /** The nearest first. */
  near: readonly NeighbourEnvelope[];
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Makes whole envelopes right for where they are to stand: with ids of their own, in the workflow and the project of their neighbours, with
 * times written as theirs are, from the agent that is next, to a tool that there is.
 */
export function snippetFiller(around: Surroundings): (snippet: EnvelopeSnippet) => EnvelopeSnippet {
  const said = valuesBySlot(() => around.near);
  return snippet => {
    const family = around.families.find(({ snippets }) => snippets.some(one => one.kind === snippet.kind));
    const kind = family?.kinds.find(({ id }) => id === snippet.kind.split(':')[0]);
    if (!family || !kind) return snippet;
    const text = snippet.body.join('\n');
    const isListing = family.kinds.some(({ listedAgents }) => listedAgents !== undefined);
    const making: Making = { ...around, said, kind, text, tools: isListing ? toolsIn(around) : [] };
    const values = newValues(making);
    return values.length === 0
      ? snippet
      : { ...snippet, body: replaceSnippetValues(normalizeTabStops(text), values).split('\n') };
  };
}

interface Making extends Surroundings {
  said: ReturnType<typeof valuesBySlot>;
  kind: Kind;
  text: string;
  /** Of the agents that have any. */
  tools: readonly CataloguedAgent[];
}

function newValues(making: Making): { path: Path; value: NewValue }[] {
  const { kind, text } = making;
  const whole = parseSnippet(text);
  const values: { path: Path; value: NewValue }[] = [];
  eachDeclared(shapeOf(kind, whole).schema, whole, (path, schema, current) => {
    const value = typeof current === 'string' ? newValue(schema, path, making) : undefined;
    if (value) values.push({ path, value });
  });
  const [agent] = making.tools;
  const [tool] = agent?.tools.values() ?? [];
  if (kind.toolCall && tool)
    values.push({ path: parsePointer(kind.toolCall.args), value: { body: argumentsOf(tool) } });
  return values;
}

function newValue({ 'x-slot': slot, 'x-defines': defines }: Schema, path: Path, making: Making): NewValue | undefined {
  const { said, near, now } = making;
  switch (slot) {
    case undefined:
      return undefined;
    case 'time':
      return ofText(newTime(near, said('time'), now));
    case 'agent':
      return newAgent(path, making);
    case 'tool':
      return newTool(making);
  }
  if (defines) return ofText(freshId(slot, () => said(slot)));
  const isAnswering = slot === 'call-id' || isPair(path, making.kind);
  const unanswered = isAnswering ? lastUnanswered(near) : undefined;
  return ofText(unanswered ?? (SHARED.has(slot) ? said(slot)[0] : undefined));
}

// What names the same thing in all envelopes of a run.
const SHARED: ReadonlySet<string> = new Set(['workflow-id', 'trace-id', 'feature-id', 'call-id', 'project']);

function ofText(text: string | undefined): NewValue | undefined {
  return text === undefined ? undefined : { text };
}

// Without one to go by in UTC, which every protocol takes.
function newTime(near: readonly NeighbourEnvelope[], times: readonly string[], now: number): string {
  const before = valuesBySlot(() => near.filter(({ isBefore }) => isBefore).slice(0, MOST_TIMES))('time');
  const at = timeAfter(before, now);
  for (const time of times.slice(0, MOST_TIMES)) {
    const like = formatTimeLike(time, at);
    if (like !== undefined) return like;
  }
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

const MOST_TIMES = 50;

function newAgent(path: Path, making: Making): NewValue | undefined {
  const { facts, kind, text, tools } = making;
  if (tools.length > 0) return { choices: tools.map(({ name }) => name) };
  const offered = snippetChoicesAt(text, path);
  if (offered.length === 0) return undefined;
  const acting = actingAgent(making);
  const all = [...new Set([...offered, ...facts.agents])];
  const isActing = isAt(path, kind.fieldPointers.agent);
  // Nobody writes or hands over to itself.
  const choices = isActing
    ? [acting, ...all].filter((one, index, list) => one !== undefined && list.indexOf(one) === index)
    : [...all.filter(one => one !== acting), ...all.filter(one => one === acting)];
  return { choices: choices.filter(one => one !== undefined) };
}

/** The agent that is next: whom the last envelope before hands over to. Undefined where none does. */
function actingAgent({ near, kind, text }: Making): string | undefined {
  for (const { drafts } of near.filter(({ isBefore }) => isBefore).slice(0, 1)) {
    for (const effect of drafts.flatMap(({ effects = [] }) => effects)) if (effect.do === 'handoff') return effect.to;
  }
  const [pointer] = kind.fieldPointers.agent ?? [];
  const agent = pointer === undefined ? undefined : atPath(parseSnippet(text), parsePointer(pointer));
  return typeof agent === 'string' ? agent : undefined;
}

function newTool({ tools }: Making): NewValue | undefined {
  const [agent] = tools;
  return agent && { choices: [...agent.tools.keys()] };
}

function toolsIn({ facts: { catalogue } }: Surroundings): CataloguedAgent[] {
  return [...(catalogue?.agents.values() ?? [])].filter(({ tools }) => tools.size > 0);
}

/** All that a tool requires, as snippet text. */
function argumentsOf({ parameters }: CataloguedTool): string {
  const schema = normalizeSchema(parameters);
  const members = (schema.required ?? []).map((name): [string, Schema] => [name, schema.properties?.[name] ?? {}]);
  const bodies = propertySnippets(members, schema, { oneLine: true, makeUp: generateNothing });
  return bodies.length === 0 ? '{$1}' : `{ ${bodies.join(', ')} }`;
}

/** Whether a path is where an answer says what it answers. */
function isPair(path: Path, { side, fieldPointers }: Kind): boolean {
  return side === 'answer' && isAt(path, fieldPointers.pair ?? fieldPointers.id);
}

function isAt(path: Path, pointers: readonly string[] = []): boolean {
  return pointers.some(pointer => parsePointer(pointer).join('\0') === path.join('\0'));
}

/** What the nearest ask that nobody has answered is answered by. */
function lastUnanswered(near: readonly NeighbourEnvelope[]): string | undefined {
  const drafts = near.flatMap(one => one.drafts);
  const answered = new Set(drafts.filter(({ side }) => side === 'answer').map(({ pair }) => pair));
  return drafts.find(({ side, pair }) => side === 'ask' && pair !== undefined && !answered.has(pair))?.pair;
}
