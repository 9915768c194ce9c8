import type { ExchangeMessage, MessagePart } from '../../model/exchange';
import { embeddedJson } from '../../text/json/embeddedJson';
import { isObject } from '../../text/pointer';
import { blockParts, messageParts, toolCall, toolResult } from './messageParts';

/**
 * Reads messages as programs write them: a list, one message, the body of a request or a response to a model, a text, or the
 * JSON of any of these. What is none of them becomes one message with its text.
 *
 * @param role of messages that name none
 */
export function chatMessages(value: unknown, role: string): ExchangeMessage[] {
  if (value === undefined || value === null || value === '') return [];
  return knownMessages(value, role, 0) ?? [{ role, parts: messageParts(value) }];
}

/** Reads messages; undefined for a value that has none. */
export function knownMessages(value: unknown, role: string, depth: number): ExchangeMessage[] | undefined {
  if (depth > DEEPEST) return undefined;
  if (typeof value === 'string') {
    const inner = embeddedJson(value);
    return inner && knownMessages(inner, role, depth + 1);
  }
  if (Array.isArray(value)) return messagesInList(value, role, depth);
  if (!isObject(value)) return undefined;
  const own = messageOf(value, role);
  // What a tool is called with may look like a request to a model: a sub-agent gets a prompt.
  return own ?? (isToolBlock(value) ? undefined : wrappedMessages(value, role, depth));
}

function isToolBlock({ type, name }: Record<string, unknown>): boolean {
  return (
    (type === 'tool_use' || type === 'tool_call' || type === 'tool_result') && (type === 'tool_result' || isName(name))
  );
}

// The body of a request, in a list, in a string: more levels than that are no messages.
const DEEPEST = 6;

function messagesInList(list: readonly unknown[], role: string, depth: number): ExchangeMessage[] | undefined {
  if (list.length === 0) return undefined;
  const found: ExchangeMessage[] = [];
  // Blocks side by side, without a role of their own, are one message.
  let blocks: MessagePart[] = [];
  const endBlocks = () => {
    if (blocks.length > 0) found.push({ role, parts: blocks });
    blocks = [];
  };
  for (const item of list) {
    const messages = knownMessages(item, role, depth + 1);
    if (messages) {
      endBlocks();
      found.push(...messages);
      continue;
    }
    const parts = isObject(item) ? blockParts(item) : typeof item === 'string' ? messageParts(item) : undefined;
    if (!parts) return undefined;
    blocks.push(...parts);
  }
  endBlocks();
  return found;
}

function messageOf(value: Record<string, unknown>, otherwise: string): ExchangeMessage[] | undefined {
  const role = roleOf(value);
  const item = role === undefined ? responseItem(value) : undefined;
  if (item) return [item];
  if (role === undefined || !CONTENTS.some(key => Object.hasOwn(value, key))) return undefined;
  const parts = partsOf(value, role);
  const name = [value['name'], value['source'], value['agent_name']].find(isName);
  const isCall = role === 'tool' && parts.length > 0 && parts.every(part => part.type === 'tool_call');
  return [
    { role: isCall ? 'assistant' : role || otherwise, ...(name !== undefined && role !== 'tool' && { name }), parts },
  ];
}

const CONTENTS = [
  'content',
  'contents',
  'parts',
  'text',
  'tool_calls',
  'toolCalls',
  'function_call',
  'additional_kwargs',
  'reasoning_content',
  'refusal',
];

/** All parts of a message: reasoning first, then what it says, then its calls. */
function partsOf(value: Record<string, unknown>, role: string): MessagePart[] {
  const content = value['content'] ?? value['parts'] ?? value['contents'] ?? value['text'] ?? value['refusal'];
  const extra = isObject(value['additional_kwargs']) ? value['additional_kwargs'] : {};
  const thought = value['reasoning_content'] ?? value['reasoning'] ?? extra['reasoning_content'];
  const parts: MessagePart[] =
    typeof thought === 'string' && thought !== '' ? [{ type: 'reasoning', text: thought }] : [];
  const said = contentParts(content);
  // A message of a tool is its result, unless its blocks say so themselves.
  if (role === 'tool' && !said.some(part => part.type === 'tool_result' || part.type === 'tool_call'))
    parts.push(...toolResult(value));
  else parts.push(...said);
  const calls = [value['tool_calls'], value['toolCalls'], extra['tool_calls']].find(
    list => Array.isArray(list) && list.length > 0,
  );
  const known = new Set(parts.flatMap(part => (part.type === 'tool_call' ? [part.id] : [])));
  for (const call of [...(Array.isArray(calls) ? calls : []), value['function_call'] ?? extra['function_call']]) {
    if (!isObject(call)) continue;
    const [part] = blockParts(call)?.filter(({ type }) => type === 'tool_call') ?? toolCall(call);
    if (part?.type === 'tool_call' && (part.id === undefined || !known.has(part.id))) parts.push(part);
  }
  return parts;
}

/** Parts of a content. Some libraries write its blocks as JSON in a string. */
function contentParts(content: unknown): MessagePart[] {
  const inner = embeddedJson(content);
  if (Array.isArray(inner) && inner.length > 0) {
    const blocks = inner.map(block => (isObject(block) ? blockParts(block) : undefined));
    if (blocks.every(parts => parts !== undefined)) return blocks.flat();
  }
  return messageParts(content);
}

/** The role of a message; undefined for an object that is none. */
function roleOf(value: Record<string, unknown>): string | undefined {
  const { role, type, author, id } = value;
  if (typeof role === 'string') return ROLES.get(role.toLowerCase()) ?? role;
  if (isObject(author) && typeof author['role'] === 'string') return author['role'];
  if (typeof type !== 'string') return undefined;
  // LangChain names the class of a serialised message.
  if (type === 'constructor' && Array.isArray(id))
    return LANGCHAIN.get(String(id.at(-1)).replace(/Message(Chunk)?$/, ''));
  return LANGCHAIN.get(type.replace(/Message(Chunk)?$/, '')) ?? TYPES.get(type);
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['function', 'tool'],
  ['chatbot', 'assistant'],
]);
const LANGCHAIN: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['Human', 'user'],
  ['ai', 'assistant'],
  ['AI', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['system', 'system'],
  ['System', 'system'],
  ['tool', 'tool'],
  ['Tool', 'tool'],
  ['function', 'tool'],
  ['Function', 'tool'],
]);
// AutoGen.
const TYPES: ReadonlyMap<string, string> = new Map([
  ['UserMessage', 'user'],
  ['SystemMessage', 'system'],
  ['AssistantMessage', 'assistant'],
]);

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;
}

const LONGEST_NAME = 100;

/** An item of OpenAI's Responses API that is no message. */
function responseItem(value: Record<string, unknown>): ExchangeMessage | undefined {
  const { type } = value;
  if (
    typeof type !== 'string' ||
    !/^(function_call|custom_tool_call|reasoning|local_shell_call|web_search_call)(_output|_result)?$/.test(type)
  )
    return undefined;
  const parts = blockParts(value);
  return parts && { role: /_(output|result)$/.test(type) ? 'tool' : 'assistant', parts };
}

/** The messages in the body of a request or a response, or in what a library wraps around them. */
function wrappedMessages(value: Record<string, unknown>, role: string, depth: number): ExchangeMessage[] | undefined {
  for (const key of MESSAGE_KEYS) {
    const inner = value[key];
    if (isObject(inner)) {
      const found = knownMessages({ role, ...inner }, role, depth + 1) ?? knownMessages(inner, role, depth + 1);
      if (found) return found;
    }
  }
  // A serialised message of LangChain.
  if (isObject(value['kwargs'])) return knownMessages({ ...value, ...value['kwargs'] }, role, depth + 1);
  for (const key of LIST_KEYS) {
    const inner = value[key];
    if (inner === undefined || inner === null) continue;
    const found = knownMessages(inner, role, depth + 1) ?? textMessages(inner, role);
    if (!found) continue;
    const system = SYSTEM_KEYS.map(name => value[name]).find(one => one !== undefined && one !== null);
    return [...chatMessages(system, 'system'), ...found];
  }
  return undefined;
}

// Of OpenAI's choices and OpenInference's messages; of Ollama and Gemini; of LangChain's results.
const MESSAGE_KEYS = ['message', 'content', 'data'];
const LIST_KEYS = [
  'messages',
  'choices',
  'contents',
  'candidates',
  'generations',
  'output',
  'prompt',
  'input',
  'text',
  'response',
];
const SYSTEM_KEYS = ['system', 'instructions', 'system_instruction', 'systemInstruction'];

function textMessages(value: unknown, role: string): ExchangeMessage[] | undefined {
  return typeof value === 'string' && value !== '' ? [{ role, parts: [{ type: 'text', text: value }] }] : undefined;
}
