import type { ContentPiece, WrittenExchange, WrittenMessage } from '../../model/run';
import { stringifyJson } from '../../text/json/losslessJson';
import { isObject } from '../../text/jsonPointer';

/**
 * Returns the value of an OpenTelemetry span's attribute by its name: a text, number or boolean, or an object as written in the file. Undefined
 * if the span has no attribute of this name.
 */
export type AttributeReader = (name: string) => unknown;

/** Reads attributes: a list of keys with typed values, as in the protocol, or a plain object. */
export function attributeReader(found: unknown): AttributeReader {
  if (isObject(found)) return name => (Object.hasOwn(found, name) ? plain(found[name]) : undefined);
  if (!Array.isArray(found) || found.length === 0) return () => undefined;
  const values = new Map<unknown, unknown>();
  for (const attribute of found) if (isObject(attribute)) values.set(attribute['key'], attribute['value']);
  return name => plain(values.get(name));
}

function plain(value: unknown): unknown {
  if (!isObject(value)) return value;
  for (const type of SCALAR_TYPES) if (Object.hasOwn(value, type)) return value[type];
  return value;
}

// Libraries of Protocol Buffers may keep the names of the schema.
export const SCALAR_TYPES = [
  ...['stringValue', 'intValue', 'doubleValue', 'boolValue'],
  ...['string_value', 'int_value', 'double_value', 'bool_value'],
];

type Value = string | number | readonly string[] | undefined;

/** Writes attributes as the protocol does: keys with typed values. Omits undefined values. */
export function attributeList(attributes: Readonly<Record<string, Value>>): { key: string; value: object }[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: typedValue(value) }],
  );
}

function typedValue(value: string | number | readonly string[]): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'object') return { arrayValue: { values: value.map(typedValue) } };
  // Integers have 64 bits there, more than JSON numbers hold.
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

// The rest are our own attributes in exported traces, for the writer and the reader.

/** Attributes of a resource. */
export const RUN_ATTRIBUTES = {
  id: 'agent_envelopes.run.id',
  title: 'agent_envelopes.run.title',
  status: 'agent_envelopes.run.status',
  family: 'agent_envelopes.run.family',
} as const;

/** The property of a written step's `extra` with its input and output messages. */
export const WRITTEN_MESSAGES = 'agent_envelopes.messages';

/** Attributes of a span. Times are nanoseconds, since 1970 or of duration, as texts; effects are JSON. */
export const STEP_ATTRIBUTES = {
  index: 'agent_envelopes.step.index',
  key: 'agent_envelopes.step.key',
  kind: 'agent_envelopes.step.kind',
  title: 'agent_envelopes.step.title',
  outcome: 'agent_envelopes.step.outcome',
  at: 'agent_envelopes.step.at',
  duration: 'agent_envelopes.step.duration',
  agent: 'agent_envelopes.step.agent',
  peer: 'agent_envelopes.step.peer',
  confidence: 'agent_envelopes.step.confidence',
  model: 'agent_envelopes.step.model',
  service: 'agent_envelopes.step.service',
  retry: 'agent_envelopes.step.retry',
  effects: 'agent_envelopes.step.effects',
  envelope: 'agent_envelopes.envelope',
  answer: 'agent_envelopes.answer',
} as const;

/** Facts that a span has in its own fields, and a trajectory's step in its `extra`: the enclosing step, and why it failed. */
export const TRAJECTORY_ATTRIBUTES = {
  parent: 'agent_envelopes.step.parent',
  failure: 'agent_envelopes.step.failure',
} as const;

/**
 * The messages of a step as attributes of OpenTelemetry's conventions for generative AI, which any collector can show. Leaves
 * out texts that are too long for an attribute.
 *
 * @param isTool whether the step is the call of a tool: arguments and result have attributes of their own
 */
export function saidAttributes(
  { input, output: all, finishReason }: WrittenExchange,
  isTool: boolean,
): Record<string, string | readonly string[] | undefined> {
  const output = all.filter(({ role }) => role !== EVALUATION);
  const pieces = isTool ? [...input, ...output].flatMap(message => message.parts) : [];
  const call = pieces.find(piece => piece.type === 'tool_call');
  const result = pieces.find(piece => piece.type === 'tool_result');
  return {
    [MESSAGE_ATTRIBUTES.input]: input.length > 0 ? bounded(input.map(writtenMessage)) : undefined,
    [MESSAGE_ATTRIBUTES.output]:
      output.length > 0 ? bounded(output.map(message => answer(message, finishReason))) : undefined,
    'gen_ai.response.finish_reasons': finishReason === undefined ? undefined : [finishReason],
    'gen_ai.tool.call.arguments': call && bounded(call.arguments),
    'gen_ai.tool.call.result': result && bounded(result.result),
  };
}

/** The role of a message with the judgement of an answer: it has an event of its own, as no model said it. */
export const EVALUATION = 'evaluation';

/** The attributes with lists of messages as JSON. */
export const MESSAGE_ATTRIBUTES = { input: 'gen_ai.input.messages', output: 'gen_ai.output.messages' } as const;

/** The longest attribute, in characters. */
const LONGEST = 262_144;

function bounded(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return text.length > LONGEST ? undefined : text;
}

function writtenMessage({ role, name, parts: pieces }: WrittenMessage): object {
  return { role, ...(name !== undefined && { name }), parts: pieces.map(writtenPiece) };
}

/** An output message with its finish reason, which the convention requires; if unknown, it follows from the last piece. */
function answer(message: WrittenMessage, told: string | undefined): object {
  const isCall = message.parts.at(-1)?.type === 'tool_call';
  return { ...writtenMessage(message), finish_reason: told ?? (isCall ? 'tool_call' : 'stop') };
}

function writtenPiece(piece: ContentPiece): object {
  switch (piece.type) {
    case 'text':
    case 'reasoning':
      return { type: piece.type, content: piece.text };
    case 'tool_call':
      return piece;
    case 'tool_result': {
      const { id, name, result, isError } = piece;
      return { type: 'tool_call_response', id, name, response: result, ...(isError && { is_error: true }) };
    }
    default:
      return writtenFile(piece);
  }
}

/** A file by its content or its address. One with neither is a part of our own, as the conventions have none for it. */
function writtenFile({ type, mediaType, name, uri }: Extract<ContentPiece, { type: 'image' | 'file' }>): object {
  const [, dataType, content] = /^data:([^;,]*)(?:;[^,]*)?;base64,(.*)$/s.exec(uri ?? '') ?? [];
  const mime = mediaType ?? (dataType || undefined);
  const [, modality = type === 'image' ? 'image' : 'document'] = /^(image|audio|video)\//.exec(mime ?? '') ?? [];
  const about = { mime_type: mime, modality, name };
  if (content !== undefined) return { type: 'blob', ...about, content };
  return uri === undefined ? { type: 'media', ...about } : { type: 'uri', ...about, uri };
}
