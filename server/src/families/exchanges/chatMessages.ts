import type { ContentPiece, ExchangeMessage } from '../../model/run';
import { embeddedJson, stringifyJson } from '../../text/json/losslessJson';
import { isObject } from '../../text/jsonPointer';

type Block = Record<string, unknown>;

/** Reads the content of a message: a text, a block, or a list of blocks. Any other value becomes text. */
export function messagePieces(content: unknown): ContentPiece[] {
  if (content === undefined || content === null || content === '') return [];
  if (Array.isArray(content)) return content.flatMap(messagePieces);
  if (!isObject(content)) return [textPiece(content)];
  return blockPieces(content) ?? [textPiece(content)];
}

/**
 * Reads one block of a message in any of the common dialects: OpenAI (chat and responses), Anthropic, Gemini, Bedrock,
 * OpenTelemetry, Vercel AI SDK, LangChain, Pydantic AI. Undefined for any other object.
 */
function blockPieces(block: Block): ContentPiece[] | undefined {
  for (const wrapper of WRAPPERS) {
    const inner = block[wrapper];
    if (isObject(inner)) return blockPieces(inner);
  }
  for (const [key, read] of UNTYPED) {
    const inner = block[key];
    if (isObject(inner)) return read({ ...block, ...inner });
  }
  const type = block['type'] ?? block['part_kind'] ?? block['content_type'] ?? block['kind'];
  const read = typeof type === 'string' ? TYPED.get(type.toLowerCase().replaceAll('-', '_')) : undefined;
  // A function without arguments is the definition of a tool.
  if (type === 'function' && isObject(block['function']) && block['function']['arguments'] === undefined)
    return undefined;
  if (read) return read(block);
  if (typeof block['tool.name'] === 'string') return toolCall(block);
  if (type === undefined && typeof block['text'] === 'string' && block['role'] === undefined) {
    return block['thought'] === true ? reasoning(block) : text(block);
  }
  return undefined;
}

/** Reads a call of a tool: a block of its own, or an element of a message's `tool_calls`. */
export function toolCall(block: Block): ContentPiece[] {
  const called = isObject(block['function']) ? { ...block, ...block['function'] } : block;
  const name = firstText(called, ['name', 'tool_name', 'toolName', 'tool.name', 'tool', 'recipient_name', 'function']);
  const id = firstText(called, CALL_IDS) ?? firstText(called, ['id']);
  const given = first(called, [
    'arguments',
    'input',
    'args',
    'tool.args',
    'parameters',
    'content',
    'action',
    'server_tool_call',
  ]);
  return [
    { type: 'tool_call', ...(id && { id }), name: name ?? 'tool', arguments: embeddedJson(given) ?? given ?? {} },
  ];
}

/** Reads the result of a tool. */
export function toolResult(block: Block): ContentPiece[] {
  const id = firstText(block, CALL_IDS) ?? firstText(block, ['id']);
  const name = firstText(block, ['name', 'tool_name', 'toolName', 'function']);
  const { error } = block;
  const { written, images } = splitImages(
    first(block, ['response', 'result', 'output', 'content', 'return', 'text', 'server_tool_call_response']),
  );
  // A call that failed may say so beside an empty result.
  const message = isObject(error) && typeof error['message'] === 'string' ? error['message'] : undefined;
  const result = written === '' || written === null ? (message ?? written) : written;
  const isError =
    block['is_error'] === true || block['isError'] === true || block['status'] === 'error' || isObject(error);
  return [
    { type: 'tool_result', ...(id && { id }), ...(name && { name }), result, ...(isError && { isError }) },
    ...images,
  ];
}

const CALL_IDS = ['tool_call_id', 'tool_use_id', 'call_id', 'callId', 'toolCallId', 'toolUseId', 'tool_call.id'];
// OpenInference nests its blocks.
const WRAPPERS = ['message_content', 'tool_call'];

const UNTYPED: readonly [key: string, read: (block: Block) => ContentPiece[]][] = [
  ['functionCall', toolCall],
  ['function_call', toolCall],
  ['toolUse', toolCall],
  ['functionResponse', toolResult],
  ['function_response', toolResult],
  ['toolResult', toolResult],
  ['inlineData', file],
  ['inline_data', file],
  ['fileData', file],
  ['file_data', file],
  ['reasoningContent', reasoning],
];

const TYPED: ReadonlyMap<string, (block: Block) => ContentPiece[]> = new Map([
  ...[
    'text',
    'input_text',
    'output_text',
    'summary_text',
    'system_prompt',
    'user_prompt',
    'refusal',
    'retry_prompt',
  ].map(name => [name, text] as const),
  ...['thinking', 'reasoning', 'reasoning_content', 'redacted_thinking'].map(name => [name, reasoning] as const),
  ...[
    'tool_use',
    'tool_call',
    'function',
    'function_call',
    'custom_tool_call',
    'server_tool_use',
    'mcp_call',
    'mcp_tool_use',
    'local_shell_call',
    'web_search_call',
    'server_tool_call',
  ].map(name => [name, toolCall] as const),
  ...[
    'tool_result',
    'tool_call_response',
    'tool_response',
    'tool_return',
    'function_call_output',
    'function_call_result',
    'custom_tool_call_output',
    'local_shell_call_output',
    'mcp_tool_result',
    'web_search_tool_result',
    'server_tool_call_response',
  ].map(name => [name, toolResult] as const),
  ...['image', 'image_url', 'input_image', 'image_file'].map(name => [name, image] as const),
  ...['file', 'input_file', 'document', 'blob', 'uri', 'media', 'audio', 'input_audio', 'video'].map(
    name => [name, file] as const,
  ),
]);

function text(block: Block): ContentPiece[] {
  const found = first(block, ['text', 'content', 'refusal', 'value']);
  if (found === undefined || found === '') return [];
  return isObject(found) || Array.isArray(found) ? messagePieces(found) : [textPiece(found)];
}

function reasoning(block: Block): ContentPiece[] {
  const found = first(block, ['thinking', 'text', 'reasoning', 'content', 'reasoningText', 'summary']);
  return messagePieces(found).flatMap((piece): ContentPiece[] =>
    piece.type === 'text' || piece.type === 'reasoning' ? [{ type: 'reasoning', text: piece.text }] : [],
  );
}

function image(block: Block): ContentPiece[] {
  return [{ type: 'image', ...reference(block, 'image/png') }];
}

function file(block: Block): ContentPiece[] {
  const found = reference(block, 'application/octet-stream');
  const isImage = found.mediaType?.startsWith('image/') ?? block['modality'] === 'image';
  return [{ type: isImage ? 'image' : 'file', ...found }];
}

function reference(block: Block, otherwise: string): { mediaType?: string; name?: string; uri?: string } {
  const inner = ['source', 'image_url', 'image', 'file', 'input_audio'].map(key => block[key]).find(isObject) ?? {};
  const all = { ...block, ...inner };
  const mediaType = firstText(all, ['mediaType', 'media_type', 'mimeType', 'mime_type']);
  const name = firstText(all, ['filename', 'name', 'file_name', 'title']);
  const address = firstText(all, ['uri', 'url', 'image_url', 'image', 'file_uri', 'fileUri', 'file_id', 'file_url']);
  const data = firstText(all, ['data', 'content', 'file_data']);
  const uri = address ?? (data && (data.startsWith('data:') ? data : `data:${mediaType ?? otherwise};base64,${data}`));
  return { ...(mediaType && { mediaType }), ...(name && { name }), ...(uri && { uri }) };
}

/** Splits the result of a tool into its images, and the rest: as text if it is a list of text blocks, otherwise as it is. */
export function splitImages(result: unknown): { written: unknown; images: ContentPiece[] } {
  const blocks: readonly unknown[] = Array.isArray(result) ? result : [];
  const images = blocks.filter(isImage).flatMap(image);
  const rest = images.length > 0 ? blocks.filter(block => !isImage(block)) : result;
  return { written: images.length > 0 && blocks.length === images.length ? '' : plainResult(rest), images };
}

function isImage(block: unknown): block is Block {
  return isObject(block) && TYPED.get(String(block['type'])) === image && reference(block, '').uri !== undefined;
}

function plainResult(result: unknown): unknown {
  if (!Array.isArray(result) || result.length === 0) return result ?? null;
  const texts = result.map(block => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : undefined));
  return texts.every(one => one !== undefined) ? texts.join('\n') : result;
}

/** A value as text. */
export function textPiece(value: unknown): ContentPiece {
  return { type: 'text', text: typeof value === 'string' ? value : stringifyJson(value, 2) };
}

function first(block: Block, names: readonly string[]): unknown {
  return names
    .map(name => (Object.hasOwn(block, name) ? block[name] : undefined))
    .find(found => found !== undefined && found !== null);
}

function firstText(block: Block, names: readonly string[]): string | undefined {
  return names
    .map(name => (Object.hasOwn(block, name) ? block[name] : undefined))
    .find((found): found is string => typeof found === 'string' && found !== '');
}

/**
 * Reads chat messages from a JSON value, in any form in which programs log them: one message, a list of messages, the body of a request to
 * a model or of the response, a text, or any of these as JSON in a text. Any other value becomes one message with the value as text.
 *
 * @param role the role of messages that name none
 */
export function chatMessages(value: unknown, role: string): ExchangeMessage[] {
  if (value === undefined || value === null || value === '') return [];
  return knownMessages(value, role, 0) ?? [{ role, pieces: messagePieces(value) }];
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
  // The arguments of a tool call may look like a request to a model: a sub-agent gets a prompt.
  return own ?? (isToolBlock(value) ? undefined : wrappedMessages(value, role, depth));
}

function isToolBlock({ type, name }: Record<string, unknown>): boolean {
  return (
    (type === 'tool_use' || type === 'tool_call' || type === 'tool_result') && (type === 'tool_result' || isName(name))
  );
}

// The deepest nesting of messages, such as the body of a request, in a list, in a string.
const DEEPEST = 6;

function messagesInList(list: readonly unknown[], role: string, depth: number): ExchangeMessage[] | undefined {
  if (list.length === 0) return undefined;
  const found: ExchangeMessage[] = [];
  // Blocks side by side, without a role of their own, are one message.
  let blocks: ContentPiece[] = [];
  const endBlocks = () => {
    if (blocks.length > 0) found.push({ role, pieces: blocks });
    blocks = [];
  };
  let isChat = false;
  let isGuess = false;
  for (const item of list) {
    const known = knownMessages(item, role, depth + 1);
    const pieces = known ? undefined : isObject(item) ? blockPieces(item) : textPieces(item);
    if (pieces) {
      blocks.push(...pieces);
      continue;
    }
    const messages = known ?? messageWithoutContents(item);
    if (!messages) return undefined;
    isChat ||= known !== undefined;
    isGuess ||= known === undefined;
    endBlocks();
    found.push(...messages);
  }
  endBlocks();
  return isGuess && !isChat ? undefined : found;
}

function textPieces(value: unknown): ContentPiece[] | undefined {
  return typeof value === 'string' ? messagePieces(value) : undefined;
}

/** An object with a role, whose contents are not known: a message if it stands beside others. */
function messageWithoutContents(value: unknown): ExchangeMessage[] | undefined {
  const role = isObject(value) ? roleOf(value) : undefined;
  return role === undefined ? undefined : [{ role, pieces: messagePieces(value) }];
}

function messageOf(value: Record<string, unknown>, otherwise: string): ExchangeMessage[] | undefined {
  const role = roleOf(value);
  const item = role === undefined ? responseItem(value) : undefined;
  if (item) return [item];
  if (role === undefined || !CONTENTS.some(key => Object.hasOwn(value, key))) return undefined;
  const pieces = piecesOf(value, role);
  const name = [value['name'], value['source'], value['agent_name']].find(isName);
  const isCall = role === 'tool' && pieces.length > 0 && pieces.every(piece => piece.type === 'tool_call');
  return [
    { role: isCall ? 'assistant' : role || otherwise, ...(name !== undefined && role !== 'tool' && { name }), pieces },
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

/** All pieces of a message: first reasoning, then content, then calls. */
function piecesOf(value: Record<string, unknown>, role: string): ContentPiece[] {
  const content = value['content'] ?? value['parts'] ?? value['contents'] ?? value['text'] ?? value['refusal'];
  const extra = isObject(value['additional_kwargs']) ? value['additional_kwargs'] : {};
  const thought = value['reasoning_content'] ?? value['reasoning'] ?? extra['reasoning_content'];
  const pieces: ContentPiece[] =
    typeof thought === 'string' && thought !== '' ? [{ type: 'reasoning', text: thought }] : [];
  const said = contentPieces(content);
  // A tool's message is a result, unless its blocks already are.
  if (role === 'tool' && !said.some(piece => piece.type === 'tool_result' || piece.type === 'tool_call'))
    pieces.push(...toolResult(value));
  else pieces.push(...said);
  const calls = [value['tool_calls'], value['toolCalls'], extra['tool_calls']].find(
    list => Array.isArray(list) && list.length > 0,
  );
  const known = new Set(pieces.flatMap(piece => (piece.type === 'tool_call' ? [piece.id] : [])));
  for (const call of [...(Array.isArray(calls) ? calls : []), value['function_call'] ?? extra['function_call']]) {
    if (!isObject(call)) continue;
    const [piece] = blockPieces(call)?.filter(({ type }) => type === 'tool_call') ?? toolCall(call);
    if (piece?.type === 'tool_call' && (piece.id === undefined || !known.has(piece.id))) pieces.push(piece);
  }
  return pieces;
}

/** The pieces of a message's content. Some libraries write its blocks as JSON in a string. */
function contentPieces(content: unknown): ContentPiece[] {
  const inner = embeddedJson(content);
  if (Array.isArray(inner) && inner.length > 0) {
    const blocks = inner.map(block => (isObject(block) ? blockPieces(block) : undefined));
    if (blocks.every(pieces => pieces !== undefined)) return blocks.flat();
  }
  return messagePieces(content);
}

/** The role of a message; undefined for an object that is no message. */
function roleOf(value: Record<string, unknown>): string | undefined {
  const { role, type, author, id } = value;
  if (typeof role === 'string') return ROLES.get(role.toLowerCase()) ?? role;
  if (isObject(author) && typeof author['role'] === 'string') return author['role'];
  if (typeof type !== 'string') return undefined;
  // LangChain names the class of a serialised message.
  if (type === 'constructor' && Array.isArray(id))
    return LANGCHAIN.get(String(id.at(-1)).replace(/Message(Chunk)?$/, ''));
  return LANGCHAIN.get(type.replace(/Message(Chunk)?$/, '')) ?? AUTOGEN.get(type);
}

const ROLES: ReadonlyMap<string, string> = new Map(
  Object.entries({ human: 'user', ai: 'assistant', model: 'assistant', chatbot: 'assistant', function: 'tool' }),
);
// The classes of messages, which LangChain also writes in small letters.
const LANGCHAIN: ReadonlyMap<string, string> = new Map(
  Object.entries({ Human: 'user', AI: 'assistant', System: 'system', Tool: 'tool', Function: 'tool' }).flatMap(
    ([name, role]) => [name, name.toLowerCase()].map(one => [one, role] as const),
  ),
);
const AUTOGEN: ReadonlyMap<string, string> = new Map(
  Object.entries({ UserMessage: 'user', AssistantMessage: 'assistant' }),
);

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
  const pieces = blockPieces(value);
  return pieces && { role: /_(output|result)$/.test(type) ? 'tool' : 'assistant', pieces };
}

/** The messages in the body of a request or a response, or in a library's wrapper around one. */
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

// The keys of OpenAI's choices and OpenInference's messages; of Ollama and Gemini; of LangChain's results.
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
  return typeof value === 'string' && value !== '' ? [{ role, pieces: [{ type: 'text', text: value }] }] : undefined;
}
