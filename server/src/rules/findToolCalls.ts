import type { Kind } from '../model/kind';
import type { Path } from '../model/text';
import { mayBeJson } from '../text/json/losslessJson';
import { parseStrictJson } from '../text/json/parseJson';
import { atPath, isObject } from '../text/jsonPointer';
import { memoizeLast } from '../text/memoize';
import { type Call, readCall } from './calledTool';

/** A tool call that was found in an envelope or in its messages, with its arguments. */
export interface FoundCall extends Call {
  /** Undefined if the call has no arguments, or they are a text that is no JSON. */
  args: unknown;
  /** The arguments, or the whole call, are JSON in a string: `at` is the path of that string, so paths within the arguments are unknown. */
  isInText?: true;
}

/**
 * Returns the calls in a value that can be compared with a catalogue: the call that the value's kind declares, or, for a kind that is only
 * read, the calls in its messages. Never throws.
 */
export const findToolCalls = memoizeLast((value: unknown, kind: Kind): readonly FoundCall[] => {
  const call = comparesCalls(kind) ? readCall(value, kind) : undefined;
  if (call) return [declaredCall(value, call, kind)];
  return kind.readOnly ? callsInMessages(value, kind.hasOwnTools === true) : [];
});

/** Returns whether calls in envelopes of a kind are compared with a catalogue: not those that were rejected by it. */
export function comparesCalls({ id, readOnly, toolCall }: Kind): boolean {
  return readOnly === true || (toolCall !== undefined && id !== 'toolcall/quarantined-call');
}

/** The call of a kind that says where it calls a tool. Protocols of others may write arguments as text, and name a tool with its server. */
function declaredCall(value: unknown, call: Call, { id }: Kind): FoundCall {
  const given = atPath(value, call.at.args);
  if (id === 'toolcall/call') return { ...call, args: given };
  const { server, tool } = call.agent === undefined && call.tool !== undefined ? toolOfServer(call.tool) : {};
  return {
    ...call,
    ...(server !== undefined && { agent: server, tool }),
    ...(typeof given === 'string' ? { args: jsonIn(given), isInText: true as const } : { args: given }),
  };
}

/** Bounds the work for one value: a session in one file may have very many messages. */
const MAX_VALUES = 200_000;
const MAX_CALLS = 2000;
const MAX_TEXT_LENGTH = 200_000;
/** The maximum nesting of JSON in strings: a message in a string, and arguments in a string of that message. */
const MAX_TEXT_DEPTH = 2;

interface Place {
  value: unknown;
  parent?: Place;
  key?: string | number;
  /** The place of the outermost string that contains this value as JSON. */
  text?: Place;
  textDepth: number;
}

/**
 * Finds the calls in messages of any dialect. Returns a repeated call with the same id once.
 *
 * @param isOnlyOfServers leaves out calls of tools that do not belong to an MCP server
 */
function callsInMessages(root: unknown, isOnlyOfServers: boolean): FoundCall[] {
  const calls: FoundCall[] = [];
  const ids = new Set<string>();
  const pending: Place[] = [{ value: root, textDepth: 0 }];
  for (let count = 0; pending.length > 0 && count < MAX_VALUES && calls.length < MAX_CALLS; count++) {
    const place = pending.pop() as Place;
    const { value, textDepth } = place;
    if (typeof value === 'string') {
      if (textDepth >= MAX_TEXT_DEPTH || value.length > MAX_TEXT_LENGTH || isContent(place) || !mayHaveCalls(value))
        continue;
      pending.push({ value: jsonIn(value), text: place.text ?? place, textDepth: textDepth + 1 });
    } else if (Array.isArray(value)) {
      for (let index = Math.min(value.length, MAX_VALUES) - 1; index >= 0; index--)
        pending.push(inside(place, value[index], index));
    } else if (isObject(value) && !isResult(value)) {
      const block = callBlock(value);
      if (!block) {
        const keys = Object.keys(value);
        for (let index = Math.min(keys.length, MAX_VALUES) - 1; index >= 0; index--)
          pending.push(inside(place, value[keys[index] as string], keys[index] as string));
        continue;
      }
      const { id } = block;
      if (id !== undefined && ids.has(id)) continue;
      if (id !== undefined) ids.add(id);
      const call = foundCall(place, block, isOnlyOfServers);
      if (call) calls.push(call);
    }
  }
  return calls;
}

function inside(parent: Place, value: unknown, key: string | number): Place {
  return { value, parent, key, textDepth: parent.textDepth, ...(parent.text && { text: parent.text }) };
}

// A tool's result may be the content of a file that has calls in it, so these don't count.
function isResult({ type, role }: Record<string, unknown>): boolean {
  return role === 'tool' || (typeof type === 'string' && RESULT.test(type));
}

const RESULT = /(?:result|output|response)$/;

// JSON that somebody writes or that a tool prints, other than a message that a program stores as text.
function isContent({ key }: Place): boolean {
  return typeof key === 'string' && CONTENT.has(key);
}

const CONTENT = new Set(['content', 'text', 'result', 'response', 'message']);

function jsonIn(text: string): unknown {
  const { value, fault } = parseStrictJson(text, 'json');
  return fault ? undefined : value;
}

// A cheap test: only texts with the words of a call are parsed.
function mayHaveCalls(text: string): boolean {
  return mayBeJson(text) && /tool_use|tool_call|function/i.test(text);
}

/** A content block that calls a tool, with the paths of the tool's name and arguments. */
interface CallBlock {
  id: string | undefined;
  name: string;
  given: unknown;
  namePath: Path;
  argsPath: Path;
}

/** Reads a block that calls a tool; undefined for any other object, such as a tool's definition. */
function callBlock(block: Record<string, unknown>): CallBlock | undefined {
  const { type, function_name: calledFunction } = block;
  const called = block['function'];
  if (type === 'tool_use') return named(block, [], 'name', ['input']);
  if (isObject(called)) return named(block, ['function'], 'name', ['arguments']);
  if (typeof called === 'string') return named(block, [], 'function', ['arguments']);
  if (typeof calledFunction === 'string') return named(block, [], 'function_name', ['arguments']);
  if (type === 'function_call' || type === 'tool_call') return named(block, [], 'name', ['arguments', 'args']);
  for (const key of ['functionCall', 'function_call'])
    if (isObject(block[key])) return named(block, [key], 'name', ['args', 'arguments']);
  return undefined;
}

function named(
  block: Record<string, unknown>,
  at: Path,
  nameKey: string,
  argKeys: readonly string[],
): CallBlock | undefined {
  const holder = atPath(block, at);
  if (!isObject(holder)) return undefined;
  const name = holder[nameKey];
  const argsKey = argKeys.find(key => holder[key] !== undefined);
  if (typeof name !== 'string' || argsKey === undefined) return undefined;
  const ids = [block['id'], block['call_id'], block['tool_call_id'], holder['id']];
  const id = ids.find(one => typeof one === 'string' && one !== '');
  return {
    id: typeof id === 'string' ? id : undefined,
    name,
    given: holder[argsKey],
    namePath: [...at, nameKey],
    argsPath: [...at, argsKey],
  };
}

function foundCall(
  place: Place,
  { name, given, namePath, argsPath }: CallBlock,
  isOnlyOfServers: boolean,
): FoundCall | undefined {
  const { server, tool } = toolOfServer(name);
  if (isOnlyOfServers && server === undefined) return undefined;
  const isText = typeof given === 'string';
  const around = pathOf(place.text ?? place);
  return {
    agent: server,
    tool,
    args: isText ? jsonIn(given) : given,
    at: place.text
      ? { tool: around, args: around }
      : { tool: [...around, ...namePath], args: [...around, ...argsPath] },
    ...((isText || place.text) && { isInText: true }),
  };
}

// Programs call a tool of an MCP server by both names.
function toolOfServer(name: string): { server?: string; tool: string } {
  const [, server, tool] = /^mcp__(.{1,100}?)__(.+)$/s.exec(name) ?? [];
  return server !== undefined && tool !== undefined ? { server, tool } : { tool: name };
}

function pathOf(place: Place): Path {
  const path: (string | number)[] = [];
  for (let here: Place | undefined = place; here; here = here.parent) if (here.key !== undefined) path.push(here.key);
  return path.reverse();
}
