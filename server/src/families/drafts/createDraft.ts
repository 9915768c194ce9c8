import type { Kind } from '../../model/kind';
import type { Draft, Effect } from '../../model/run';
import { UNPRINTABLE } from '../../shared/shownText';
import { atPointer, isObject } from '../../text/jsonPointer';
import { copyString, memoizeLast } from '../../text/memoize';
import { parseInstant } from '../../text/parseTime';
import { plainMarkdown } from '../../text/plainMarkdown';

/**
 * The values of an envelope from which a step of a run is made, such as its sender and time, in normal form. The declared JSON pointers of its
 * kind find them.
 */
export interface EnvelopeFields {
  key?: string | undefined;
  run?: string | undefined;
  agent?: string | undefined;
  peer?: string | undefined;
  at?: bigint | undefined;
  title?: string | undefined;
}

type Fixed = 'kind' | 'title' | 'outcome';
type DraftValues = Pick<Draft, Fixed> & { [P in Exclude<keyof Draft, Fixed>]?: Draft[P] | undefined };

/** The values that all drafts of an envelope share. */
export type DraftBase = EnvelopeFields & Pick<DraftValues, 'parent' | 'order' | 'model' | 'path' | 'links'>;

/**
 * Creates a draft from its own values, completed by the fields of the envelope. Omits undefined and empty properties, since
 * a log has a draft for each line. Callers don't spread the fields into the values: each property after a spread takes a
 * microsecond.
 */
export function createDraft(values: DraftValues, base?: DraftBase): Draft {
  const draft: Draft = { kind: values.kind, title: values.title, outcome: values.outcome };
  // Assigned one by one in a fixed order: spreading objects would cost more than all other work on an envelope.
  const key = values.key ?? base?.key;
  if (key !== undefined) draft.key = key;
  if (values.isUnique !== undefined) draft.isUnique = values.isUnique;
  const run = values.run ?? base?.run;
  if (run !== undefined) draft.run = run;
  if (values.opensRun !== undefined) draft.opensRun = values.opensRun;
  if (values.space !== undefined) draft.space = values.space;
  const at = values.at ?? base?.at;
  if (at !== undefined) draft.at = at;
  const agent = values.agent ?? base?.agent;
  if (agent !== undefined) draft.agent = agent;
  const peer = values.peer ?? base?.peer;
  if (peer !== undefined) draft.peer = peer;
  const model = values.model ?? base?.model;
  if (model !== undefined) draft.model = model;
  if (values.agentVersion !== undefined) draft.agentVersion = values.agentVersion;
  if (values.service !== undefined) draft.service = values.service;
  if (values.conversation !== undefined) draft.conversation = values.conversation;
  if (values.side !== undefined) draft.side = values.side;
  if (values.pair !== undefined) draft.pair = values.pair;
  const parent = values.parent ?? base?.parent;
  if (parent !== undefined) draft.parent = parent;
  const order = values.order ?? base?.order;
  if (order !== undefined) draft.order = order;
  if (values.duration !== undefined) draft.duration = values.duration;
  if (values.failure !== undefined) draft.failure = values.failure;
  if (values.confidence !== undefined) draft.confidence = values.confidence;
  if (values.retry !== undefined) draft.retry = values.retry;
  if (values.status !== undefined) draft.status = values.status;
  if (values.about !== undefined) draft.about = values.about;
  if (values.marks !== undefined) draft.marks = values.marks;
  if (values.titleRank !== undefined) draft.titleRank = values.titleRank;
  if (values.repeats !== undefined) draft.repeats = values.repeats;
  const links = values.links ?? base?.links;
  if (links !== undefined) draft.links = links;
  const path = values.path ?? base?.path;
  if (path !== undefined) draft.path = path;
  if (values.effects !== undefined && values.effects.length > 0) draft.effects = values.effects;
  return draft;
}

/** The start of a step, from the time and the duration of its envelope, which is dated at the end of the step. */
export function startTime(end: bigint | undefined, duration: bigint | undefined): bigint | undefined {
  return end === undefined ? undefined : end - (duration ?? 0n);
}

/** Reads an envelope's fields: the first pointer that finds a usable value counts. */
export function readFields(value: unknown, pointers: Kind['fieldPointers']): EnvelopeFields {
  return {
    key: firstAt(value, pointers.id, identifier),
    run: firstAt(value, pointers.run, runName),
    agent: firstAt(value, pointers.agent, shortLine),
    peer: firstAt(value, pointers.peer, shortLine),
    at: firstAt(value, pointers.at, parseInstant),
    title: readTitle(value, pointers),
  };
}

/** Reads only the title. */
export function readTitle(value: unknown, pointers: Kind['fieldPointers']): string | undefined {
  return firstAt(value, pointers.title, shortLine);
}

/** A value as one short line without line breaks, invisible or bidirectional characters; undefined if blank or elided. */
export function shortLine(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  // Fast path: the first characters suffice for nearly all texts; regular expressions would scan long ones completely.
  const plain = plainStart(value);
  if (plain > LONGEST_LINE) return shortened(value, value);
  const text = plain === value.length || PLAIN.test(value) ? value : cleaned(value);
  if (text === '' || (text.length <= 3 && ELIDED.test(text))) return undefined;
  return text.length > LONGEST_LINE || value.length > LOOKED_AT ? shortened(text, value) : text;
}

/** Joins lines and shortens the result; undefined if all are undefined. */
export function joinLines(separator: string, ...lines: readonly (string | undefined)[]): string | undefined {
  let text: string | undefined;
  for (const one of lines) if (one !== undefined) text = text === undefined ? one : text + separator + one;
  return shortLine(text);
}

/** A value as an id or a path; undefined if it is too long. Never truncates it, which would make another id. */
export function identifier(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.length > LONGEST_IDENTIFIER) return undefined;
  // Nearly all ids; and of these, a placeholder is short.
  if (value.length > 3 && !UNUSUAL.test(value)) return value;
  const text = plainStart(value) === value.length || PLAIN.test(value) ? value : cleaned(value);
  return text === '' || (text.length <= 3 && ELIDED.test(text)) ? undefined : text;
}

/**
 * An id in a record. In JSON-RPC `1` and `"1"` are different ids: the text is written in quotes.
 *
 * @param id what `identifier` makes of a value that may be the id of the message
 */
export function idInRecord(record: unknown, id: string | undefined): string | undefined {
  if (id === undefined || !isNumberLike(id) || !isObject(record)) return id;
  return Object.hasOwn(record, 'jsonrpc') && record['id'] === id ? `"${id}"` : id;
}

/** Returns whether an id may be a number. Called for each id of a log: few begin like one. */
export function isNumberLike(id: string): boolean {
  const code = id.charCodeAt(0);
  return (code === 45 || (code >= 48 && code <= 57)) && String(Number(id)) === id;
}

/** The id of a run; undefined for a placeholder such as `{trace_id}` or `a|b`. The lines of a log have one run, or a few. */
export const runName = memoizeLast((value: unknown): string | undefined => {
  const name = identifier(value);
  return name === undefined || TEMPLATE.test(name) ? undefined : name;
});

/** The objects in a list; empty for a value that is not a list. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A write effect for each artifact, with the operation that its property names. */
export function writeEffects(artifacts: unknown, operation: string): Effect[] {
  return objectsIn(artifacts).flatMap((artifact): Effect[] => {
    const path = identifier(artifact['path']);
    return path === undefined ? [] : [{ do: 'write', path, operation: shortLine(artifact[operation]) ?? 'write' }];
  });
}

function firstAt<T>(
  value: unknown,
  pointers: readonly string[] | undefined,
  read: (found: unknown) => T | undefined,
): T | undefined {
  if (pointers) {
    for (const pointer of pointers) {
      const found = read(atPointer(value, pointer));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

const LONGEST_LINE = 72;
// Not `…`, which would double the string's memory.
const CUT = '...';
/** The number of characters after `CUT`. */
const LAST_PART = 20;
const LONGEST_IDENTIFIER = 250;
// Enough for a line after whitespace is collapsed; the rest is ignored.
const LOOKED_AT = 400;

const UNUSUAL = /[^!-~]/;
const PLAIN = /^[!-~](?:[ -~]{0,247}[!-~])?$/;
const ELIDED = /^(?:\.{3}|…)$/;
const TEMPLATE = /\{{1,2}[^{}]{1,80}\}{1,2}|\|/;

function cleaned(text: string): string {
  return copyString(text.trimStart().slice(0, LOOKED_AT).replace(UNPRINTABLE, ' ').trim());
}

/**
 * The length of the prefix that a line shows unchanged: it has no whitespace at its ends and none repeated. Up to two more
 * than the length of a line, since a character after the line may be whitespace.
 */
function plainStart(text: string): number {
  const end = Math.min(text.length, LONGEST_LINE + 2);
  let before = BLANK;
  let i = 0;
  for (; i < end; i++) {
    const code = text.charCodeAt(i);
    if (!isPlain(code) || (code === BLANK && before === BLANK)) break;
    before = code;
  }
  return before === BLANK ? i - 1 : i;
}

const BLANK = 32;

// The only character in these ranges that changes the direction of writing.
const ARABIC_MARK = 0x61c;

// ASCII and the letters of many scripts, up to the first other whitespace.
function isPlain(code: number): boolean {
  return (code >= BLANK && code <= 0x7e) || (code > 0xa0 && code < 0x1680 && code !== ARABIC_MARK);
}

/**
 * Shortens a text to its beginning and its end, which often distinguishes texts with equal beginnings.
 *
 * @param text the beginning of the text on one line
 * @param whole the text as written
 */
function shortened(text: string, whole: string): string {
  const first = text.slice(0, LONGEST_LINE - CUT.length - LAST_PART);
  const last = plainEnd(whole) ?? cleaned(whole.slice(-LONGEST_LINE)).slice(-LAST_PART);
  // At a space that is near, else between two characters.
  const end = first.lastIndexOf(' ');
  const start = last.indexOf(' ');
  const before = end >= first.length - LONGEST_BREAK ? first.slice(0, end) : first.replace(/[\uD800-\uDBFF]$/, '');
  const after = start >= 0 && start <= LONGEST_BREAK ? last.slice(start) : last.replace(/^[\uDC00-\uDFFF]/, '');
  // Joined, since a template would keep the whole text in memory.
  return [before, CUT, after].join('');
}

/** The end of a long text; undefined if it needs cleaning, which is rare. */
function plainEnd(text: string): string | undefined {
  const end = text.charCodeAt(text.length - 1) === BLANK ? text.length - 1 : text.length;
  let after = BLANK;
  for (let i = end - 1; i >= end - LAST_PART; i--) {
    const code = text.charCodeAt(i);
    if (!isPlain(code) || (code === BLANK && after === BLANK)) return undefined;
    after = code;
  }
  // Cleaning would drop a first character that is a blank.
  return after === BLANK ? undefined : text.slice(end - LAST_PART, end);
}

/** The number of characters that a text may lose to end with a whole word. */
const LONGEST_BREAK = 10;

/** A Markdown text as one short line of plain text. */
export function spokenLine(value: unknown): string | undefined {
  return (typeof value === 'string' ? shortLine(plainMarkdown(value)) : undefined) ?? shortLine(value);
}

/** The LangGraph node of a step, from metadata: an object, or its JSON. */
export function langGraphNode(metadata: unknown): string | undefined {
  if (isObject(metadata)) return shortLine(metadata['langgraph_node']);
  const [, node] = (typeof metadata === 'string' && NODE.exec(metadata)) || [];
  return node === undefined ? undefined : shortLine(copyString(node));
}

const NODE = /"langgraph_node"\s*:\s*"([^"\\]{1,200})"/;
