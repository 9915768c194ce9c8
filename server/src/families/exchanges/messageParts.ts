import type { MessagePart } from '../../model/exchange';
import { embeddedJson } from '../../text/json/embeddedJson';
import { stringifyJson } from '../../text/json/stringifyJson';
import { isObject } from '../../text/pointer';

type Block = Record<string, unknown>;

/** Reads the content of a message: a text, a block, or a list of blocks. What is no known block becomes text. */
export function messageParts(content: unknown): MessagePart[] {
  if (content === undefined || content === null || content === '') return [];
  if (Array.isArray(content)) return content.flatMap(messageParts);
  if (!isObject(content)) return [textPart(content)];
  return blockParts(content) ?? [textPart(content)];
}

/**
 * Reads one block of a message in any of the common dialects: OpenAI (chat and responses), Anthropic, Gemini, Bedrock,
 * OpenTelemetry, Vercel AI SDK, LangChain, Pydantic AI. Undefined for any other object.
 */
export function blockParts(block: Block): MessagePart[] | undefined {
  for (const wrapper of WRAPPERS) {
    const inner = block[wrapper];
    if (isObject(inner)) return blockParts(inner);
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

/** Reads a call of a tool: its own block, or an element of a message's `tool_calls`. */
export function toolCall(block: Block): MessagePart[] {
  const called = isObject(block['function']) ? { ...block, ...block['function'] } : block;
  const name = firstText(called, ['name', 'tool_name', 'toolName', 'tool.name', 'tool', 'recipient_name', 'function']);
  const id = firstText(called, CALL_IDS) ?? firstText(called, ['id']);
  const given = first(called, ['arguments', 'input', 'args', 'tool.args', 'parameters', 'content', 'action']);
  return [
    { type: 'tool_call', ...(id && { id }), name: name ?? 'tool', arguments: embeddedJson(given) ?? given ?? {} },
  ];
}

/** Reads the result of a tool. */
export function toolResult(block: Block): MessagePart[] {
  const id = firstText(block, CALL_IDS) ?? firstText(block, ['id']);
  const name = firstText(block, ['name', 'tool_name', 'toolName', 'function']);
  const { error } = block;
  const written = plainResult(first(block, ['response', 'result', 'output', 'content', 'return', 'text']));
  // A call that failed may say so beside an empty result.
  const message = isObject(error) && typeof error['message'] === 'string' ? error['message'] : undefined;
  const result = written === '' || written === null ? (message ?? written) : written;
  const isError =
    block['is_error'] === true || block['isError'] === true || block['status'] === 'error' || isObject(error);
  return [{ type: 'tool_result', ...(id && { id }), ...(name && { name }), result, ...(isError && { isError }) }];
}

const CALL_IDS = ['tool_call_id', 'tool_use_id', 'call_id', 'callId', 'toolCallId', 'toolUseId', 'tool_call.id'];
// OpenInference nests its blocks.
const WRAPPERS = ['message_content', 'tool_call'];

const UNTYPED: readonly [key: string, read: (block: Block) => MessagePart[]][] = [
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

const TYPED: ReadonlyMap<string, (block: Block) => MessagePart[]> = new Map([
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
  ].map(name => [name, toolResult] as const),
  ...['image', 'image_url', 'input_image', 'image_file'].map(name => [name, image] as const),
  ...['file', 'input_file', 'document', 'blob', 'uri', 'media', 'audio', 'input_audio', 'video'].map(
    name => [name, file] as const,
  ),
]);

function text(block: Block): MessagePart[] {
  const found = first(block, ['text', 'content', 'refusal', 'value']);
  if (found === undefined || found === '') return [];
  return isObject(found) || Array.isArray(found) ? messageParts(found) : [textPart(found)];
}

function reasoning(block: Block): MessagePart[] {
  const found = first(block, ['thinking', 'text', 'reasoning', 'content', 'reasoningText', 'summary']);
  return messageParts(found).flatMap((part): MessagePart[] =>
    part.type === 'text' || part.type === 'reasoning' ? [{ type: 'reasoning', text: part.text }] : [],
  );
}

function image(block: Block): MessagePart[] {
  return [{ type: 'image', ...reference(block, 'image/png') }];
}

function file(block: Block): MessagePart[] {
  const found = reference(block, 'application/octet-stream');
  return [{ type: found.mediaType?.startsWith('image/') ? 'image' : 'file', ...found }];
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

/** A result that is a list of text blocks, as the text; any other as it is. */
function plainResult(result: unknown): unknown {
  if (!Array.isArray(result) || result.length === 0) return result ?? null;
  const texts = result.map(block => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : undefined));
  return texts.every(one => one !== undefined) ? texts.join('\n') : result;
}

function textPart(value: unknown): MessagePart {
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
