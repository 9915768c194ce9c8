import type { Path } from '../../model/text';
import { isObject } from '../../text/jsonPointer';
import { identifier, shortLine } from '../drafts/createDraft';
import { type AttributeReader, attributeReader } from './spanAttributes';

/** An OpenTelemetry span with the same property names, whichever exporter wrote it. The values are not converted. */
export interface Span {
  path: Path;
  run?: string | undefined;
  key?: string | undefined;
  parent?: string | undefined;
  name: unknown;
  start: unknown;
  end: unknown;
  /** A number or a name. */
  status: unknown;
  /** The message of an error. */
  message: unknown;
  attributes: AttributeReader;
  /** Its events. */
  events?: readonly WrittenEvent[];
  /** The attributes of its resource. */
  resource?: AttributeReader | undefined;
  /** The name of its service; absent if unknown. */
  service?: string | undefined;
}

/** An event of a span. */
export interface WrittenEvent {
  name: string;
  /** A list of keys with typed values, or a plain object. */
  attributes: unknown;
  /** The path of the attributes in the span. */
  path: Path;
}

/** The events of a span, up to a limit: those of OTLP and printed spans, or the logs of Jaeger. */
export function spanEvents({ events, logs }: { events?: unknown; logs?: unknown }): WrittenEvent[] {
  if (Array.isArray(events)) {
    return events.slice(0, MOST_EVENTS).flatMap((event, index): WrittenEvent[] => {
      if (!isObject(event) || typeof event['name'] !== 'string') return [];
      return [{ name: event['name'], attributes: event['attributes'], path: ['events', index, 'attributes'] }];
    });
  }
  if (!Array.isArray(logs)) return [];
  return logs.slice(0, MOST_EVENTS).flatMap((log, index): WrittenEvent[] => {
    const fields = isObject(log) && Array.isArray(log['fields']) ? log['fields'] : [];
    const named = fields.find(field => isObject(field) && field['key'] === 'event');
    const name = isObject(named) ? named['value'] : undefined;
    return typeof name === 'string' ? [{ name, attributes: fields, path: ['logs', index, 'fields'] }] : [];
  });
}

const MOST_EVENTS = 10_000;

/**
 * The operation of a span: `llm`, `tool`, `agent`, `embedding`, or as its library calls it. Undefined for a span that
 * follows none of the conventions.
 */
export function spanKind(attributes: AttributeReader, name: unknown): string | undefined {
  for (const attribute of OPERATION_ATTRIBUTES) {
    const word = wordOf(attributes(attribute));
    if (word !== undefined && word !== 'unknown') return OPERATION_WORDS.get(word) ?? word;
  }
  if (TOOL_NAME_ATTRIBUTES.some(attribute => typeof attributes(attribute) === 'string')) return 'tool';
  // By convention the name begins with the operation.
  return typeof name === 'string' ? OPERATION_WORDS.get(name.slice(0, LONGEST).split(' ')[0] ?? '') : undefined;
}

/** The attributes that name the operation of a span; the first one with a known value counts. */
export const OPERATION_ATTRIBUTES = [
  'gen_ai.operation.name',
  'openinference.span.kind',
  'traceloop.span.kind',
  'llm.request.type',
  'ai.operationId',
  'mlflow.spanType',
  'langsmith.span.kind',
];
/** The attributes that name the tool of a call: some libraries name no operation for it. */
export const TOOL_NAME_ATTRIBUTES = ['gen_ai.tool.name', 'ai.toolCall.name'];
const LONGEST = 30;

/** Our operations by the words that libraries use. */
export const OPERATION_WORDS: ReadonlyMap<string, string> = new Map([
  ['chat', 'llm'],
  ['call_llm', 'llm'],
  ['completion', 'llm'],
  ['text_completion', 'llm'],
  ['generate_content', 'llm'],
  ['execute_tool', 'tool'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'agent'],
  ['invoke_workflow', 'workflow'],
  ['embeddings', 'embedding'],
  // Claude Code names the operation in the name of the span alone.
  ['claude_code.interaction', 'agent'],
  ['claude_code.llm_request', 'llm'],
  ['claude_code.tool', 'tool'],
]);

/** The operations of the Vercel AI SDK: `agent` may call a model several times, `llm` is one of these calls. */
export const VERCEL_OPERATIONS: ReadonlyMap<string, string> = new Map([
  ...['generatetext', 'streamtext', 'generateobject', 'streamobject'].map(name => [`ai.${name}`, 'agent'] as const),
  ...['generatetext.dogenerate', 'streamtext.dostream', 'generateobject.dogenerate', 'streamobject.dostream'].map(
    name => [`ai.${name}`, 'llm'] as const,
  ),
  ...['embed', 'embed.doembed', 'embedmany', 'embedmany.doembed'].map(name => [`ai.${name}`, 'embedding'] as const),
  ['ai.toolcall', 'tool'],
]);

function wordOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST) return undefined;
  const word = value.toLowerCase();
  if (word.startsWith('ai.')) return VERCEL_OPERATIONS.get(word);
  return /^[a-z][a-z0-9_-]*$/.test(word) ? word : undefined;
}

/**
 * Normalises the id of a trace or span to lower-case hexadecimal, as the protocol writes it: some Protocol Buffers libraries
 * write base64, which would make another run. Returns other ids unchanged; undefined for no id, or all zeros.
 */
export function hexId(value: unknown): string | undefined {
  const id = identifier(value);
  if (id === undefined || ZERO.test(id)) return undefined;
  if (HEX.test(id)) return id.toLowerCase();
  if (!BASE64.test(id)) return id;
  // Not `Buffer`: an exported page reads ids in a browser.
  const bytes = atob(id.replaceAll('-', '+').replaceAll('_', '/'));
  // Some write the base64 of the hexadecimal text.
  const isText = HEX.test(bytes);
  const hex = isText
    ? bytes.toLowerCase()
    : [...bytes].map(byte => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return ZERO.test(hex) ? undefined : hex;
}

const ZERO = /^0+$/;
const HEX = /^[0-9a-f]+$/i;
// Eight, sixteen or 32 bytes, in the standard or the URL-safe alphabet.
const BASE64 = /^(?:[\w+/-]{22}==|[\w+/-]{11}=|[\w+/-]{43}=)$/;

/** The service of a resource; undefined for a library's default name. */
export function serviceName(resource: unknown): string | undefined {
  return isObject(resource) ? namedService(attributeReader(resource['attributes'])('service.name')) : undefined;
}

/** The name of a service; undefined for a library's default. */
export function namedService(value: unknown): string | undefined {
  const name = shortLine(value);
  return name?.startsWith('unknown_service') ? undefined : name;
}

/**
 * Derives the id of a trace or span from a text: equal for equal texts.
 *
 * @param digits 16 or 32, hexadecimal
 */
export function deterministicId(text: string, digits: 16 | 32): string {
  let id = '';
  for (let seed = 1; id.length < digits; seed++) id += hashed(text, seed);
  return ZERO.test(id) ? id.replace(/0$/, '1') : id;
}

/** Returns whether an id is a valid span id. */
export function isSpanId(id: string): boolean {
  return SPAN_ID.test(id) && !ZERO.test(id);
}

export function isTraceId(id: string): boolean {
  return TRACE_ID.test(id) && !ZERO.test(id);
}

const SPAN_ID = /^[0-9a-f]{16}$/;
const TRACE_ID = /^[0-9a-f]{32}$/;

/** 64 bits in hexadecimal: two multiplicative hashes of 32 bits, mixed at the end as in `cyrb53`. */
function hashed(text: string, seed: number): string {
  let one = 0xdeadbeef ^ seed;
  let other = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return eightDigits(one) + eightDigits(other);
}

function eightDigits(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
