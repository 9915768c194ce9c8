import type { ContentPiece, Exchange, ExchangeMessage, ModelCall } from '../../model/run';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { embeddedJson, stringifyJson } from '../../text/json/losslessJson';
import { isObject } from '../../text/jsonPointer';
import { spanEvents, type WrittenEvent } from '../otlp/span';
import {
  attributeReader,
  EVALUATION,
  MESSAGE_ATTRIBUTES,
  STEP_ATTRIBUTES,
  WRITTEN_MESSAGES,
} from '../otlp/spanAttributes';
import { chatMessages, knownMessages } from './chatMessages';
import {
  attributeNamed,
  firstAttribute,
  SPAN_CONVENTIONS,
  type SpanAttribute,
  type SpanAttributes,
  spanAttributes,
  spanUsage,
} from './spanAttributeNames';

/** The values of a trace span from which the chat messages of its step are read. */
export interface SpanContent {
  /** The type of the span, as `spanKind` returns it: `llm`, `tool`, `retriever`. */
  word: string | undefined;
  title: string;
  attributes: SpanAttributes;
  events: readonly SpanEvent[];
}

export interface SpanEvent {
  name: string;
  attributes: SpanAttributes;
}

/**
 * Reads the exchange of a span from its attributes, in any of the naming conventions that `SPAN_CONVENTIONS` lists. Undefined if the span has
 * no messages and names no model.
 */
export function spanExchange(span: SpanContent): Exchange | undefined {
  const { attributes, word } = span;
  const { input, output } = word === 'tool' ? toolMessages(span) : (memoryMessages(span) ?? modelMessages(span));
  const said = { input, output: [...output, ...evaluationMessages(span)] };
  const call = modelCall(attributes);
  if (said.input.length === 0 && said.output.length === 0 && !isModelCall(call)) return undefined;
  return { ...call, ...said };
}

type Said = Pick<Exchange, 'input' | 'output'>;

function isModelCall({ model, answeredBy }: ModelCall): boolean {
  return model !== undefined || answeredBy !== undefined;
}

function toolMessages({ attributes, title }: SpanContent): Said {
  const given = firstAttribute(attributes, SPAN_CONVENTIONS.arguments);
  const result = firstAttribute(attributes, SPAN_CONVENTIONS.result);
  const name = textOf(firstAttribute(attributes, SPAN_CONVENTIONS.tool)) ?? title.replace(/^execute_tool /, '');
  const id = textOf(firstAttribute(attributes, SPAN_CONVENTIONS.call));
  const named = { ...(id !== undefined && { id }), name };
  return {
    input: given
      ? [message('assistant', [{ type: 'tool_call', ...named, arguments: toolArguments(given.value) }], given)]
      : [],
    output: result
      ? [
          message(
            'tool',
            [{ type: 'tool_result', ...named, result: embeddedJson(result.value) ?? result.value }],
            result,
          ),
        ]
      : [],
  };
}

/** The evaluations of a span, in its own attributes or in events: verdict and explanation. */
function evaluationMessages({ attributes, events }: Pick<SpanContent, 'attributes' | 'events'>): ExchangeMessage[] {
  const { name, label, score, text } = SPAN_CONVENTIONS.evaluation;
  // A log record is its own event.
  return [...new Set([attributes, ...events.map(event => event.attributes)])].flatMap(evaluated => {
    const named = firstAttribute(evaluated, name);
    if (!named) return [];
    const [verdict, figure, why] = [label, score, text].map(names => textOf(firstAttribute(evaluated, names)));
    const judged = [verdict, verdict === undefined ? figure : figure && `(${figure})`].filter(Boolean).join(' ');
    const words = [judged, why].filter(Boolean).join('\n\n') || t`evaluated`;
    return [{ ...message(EVALUATION, [{ type: 'text', text: words }], named), name: textOf(named) ?? 'evaluation' }];
  });
}

/** Returns the query or the input of a memory, and the records that a search found; undefined for any other span. */
function memoryMessages({ attributes, word }: SpanContent): Said | undefined {
  const records = firstAttribute(attributes, SPAN_CONVENTIONS.records);
  const given = documentMessages(records);
  if (given.length === 0) return undefined;
  const query = queryMessages(attributes);
  return word === undefined || word === 'search_memory' || query.length > 0
    ? { input: query, output: given }
    : { input: given, output: [] };
}

function queryMessages(attributes: SpanAttributes): ExchangeMessage[] {
  return messagesOf(firstAttribute(attributes, SPAN_CONVENTIONS.query), 'input');
}

/** The arguments of a tool call. OpenAI's Agents and others write the whole call, with the arguments in it. */
function toolArguments(value: unknown): unknown {
  const given = embeddedJson(value) ?? value;
  const [call] = Array.isArray(given) && given.length === 1 ? given : [];
  return isObject(call) && Object.hasOwn(call, 'tool.args')
    ? (embeddedJson(call['tool.args']) ?? call['tool.args'])
    : given;
}

function modelMessages({ attributes, events, word }: SpanContent): Said {
  const fromEvents = eventMessages(events);
  const speaks = word === undefined ? false : SPEAKERS.has(word);
  const system = messagesOf(firstAttribute(attributes, SPAN_CONVENTIONS.system), 'system');
  const given = messagesOf(firstAttribute(attributes, SPAN_CONVENTIONS.input), speaks ? 'user' : 'input');
  const answered =
    vercelOutput(attributes) ??
    messagesOf(firstAttribute(attributes, SPAN_CONVENTIONS.output), speaks ? 'assistant' : 'output');
  const documents = documentMessages(firstAttribute(attributes, SPAN_CONVENTIONS.documents));
  const asked = given.length > 0 ? given : queryMessages(attributes);
  const input = asked.length > 0 ? [...system, ...asked] : fromEvents.input.length > 0 ? fromEvents.input : system;
  const output = documents.length > 0 ? documents : answered.length > 0 ? answered : fromEvents.output;
  if (input.length > 0) return withInstructions({ input, output: withoutRepeated(input, output) });
  if (output.length > 0) return splitConversation(output);
  const all = word === undefined ? undefined : firstAttribute(attributes, SPAN_CONVENTIONS.messages);
  return all ? conversation(all.value, all.path) : { input: [], output: [] };
}

/** Reads a whole conversation; empty for a value that has no messages. */
export function conversation(value: unknown, path: Path): Said {
  return splitConversation(knownMessages(value, 'user', 0)?.map(one => ({ ...one, path })) ?? []);
}

/** The operations whose texts are a user's or an assistant's. */
const SPEAKERS: ReadonlySet<string> = new Set(['llm', 'agent']);

/** Moves instructions from the output to the input: the body of a response may repeat those of its request. */
function withInstructions({ input, output }: Said): Said {
  const first = output.findIndex(({ role }) => role !== 'system');
  if (first <= 0) return { input, output };
  const isKnown = input.some(({ role }) => role === 'system');
  return { input: isKnown ? input : [...output.slice(0, first), ...input], output: output.slice(first) };
}

/** The output without the messages of the input: a node of a graph returns all messages so far. */
function withoutRepeated(input: readonly ExchangeMessage[], output: ExchangeMessage[]): ExchangeMessage[] {
  const isSame = (one: ExchangeMessage, index: number) => {
    const other = output[index];
    return other?.role === one.role && stringifyJson(other.pieces) === stringifyJson(one.pieces);
  };
  return output.length > input.length && input.every(isSame) ? output.slice(input.length) : output;
}

/** Splits a whole conversation: the assistant's messages after the last message of another role are the output. */
function splitConversation(all: readonly ExchangeMessage[]): Said {
  const first = all.findLastIndex(({ role }) => role !== 'assistant' && role !== 'document') + 1;
  return { input: all.slice(0, first), output: all.slice(first) };
}

function messagesOf(attribute: SpanAttribute | undefined, role: string): ExchangeMessage[] {
  if (!attribute) return [];
  return chatMessages(attribute.value, role)
    .filter(one => !isDefinition(one))
    .map(one => ({ ...one, path: attribute.path }));
}

/** Returns whether a message is the definition of a tool, which Langfuse's LangChain handler writes as a message of a tool. */
function isDefinition({ role, pieces: [one] }: ExchangeMessage): boolean {
  return role === 'tool' && one?.type === 'tool_result' && isObject(one.result) && one.result['type'] === 'function';
}

function vercelOutput(attributes: SpanAttributes): ExchangeMessage[] | undefined {
  const said = firstAttribute(attributes, ['ai.response.text', 'ai.response.object']);
  const thought = attributeNamed(attributes, 'ai.response.reasoning');
  const called = attributeNamed(attributes, 'ai.response.toolCalls');
  const place = said ?? called ?? thought;
  if (!place) return undefined;
  const pieces = [
    ...(thought ? [{ type: 'reasoning' as const, text: String(thought.value) }] : []),
    ...(said ? [{ type: 'text' as const, text: String(said.value) }] : []),
    ...chatMessages({ role: 'assistant', tool_calls: embeddedJson(called?.value) ?? [] }, 'assistant').flatMap(
      one => one.pieces,
    ),
  ];
  return [message('assistant', pieces, place)];
}

/** Documents or records of a memory: each with content, metadata, id and score. OpenTelemetry's may lack the content. */
function documentMessages(attribute: SpanAttribute | undefined): ExchangeMessage[] {
  const list = attribute && (embeddedJson(attribute.value) ?? attribute.value);
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map(item => {
    const document = isObject(item['document']) ? item['document'] : item;
    const content = document['content'] ?? document['document.content'] ?? document['page_content'] ?? document['text'];
    const written = document['metadata'] ?? document['document.metadata'];
    const metadata = embeddedJson(written) ?? written;
    const source = isObject(metadata) ? (metadata['source'] ?? metadata['title']) : undefined;
    const name = [source, document['id'], document['document.id']].find(
      found => typeof found === 'string' && found !== '',
    );
    const text = typeof content === 'string' ? content : stringifyJson(content ?? document, 2);
    return {
      ...message('document', [{ type: 'text', text }], attribute as SpanAttribute),
      ...(name !== undefined && { name: String(name) }),
    };
  });
}

function message(role: string, pieces: ContentPiece[], { path }: SpanAttribute): ExchangeMessage {
  return { role, pieces, path };
}

/**
 * Messages in events: one for each message (`gen_ai.user.message`, `gen_ai.choice`), one for all (`gen_ai.client.inference.operation.details`), or one each
 * for prompt and completion.
 */
function eventMessages(events: readonly SpanEvent[]): Said {
  const said: Said = { input: [], output: [] };
  for (const { name, attributes } of events) {
    const whole = modelMessagesIn(attributes);
    said.input.push(...whole.input);
    said.output.push(...whole.output);
    const [, role = 'assistant'] = EVENT.exec(name) ?? [];
    if (!EVENT.test(name) || whole.input.length > 0 || whole.output.length > 0) continue;
    const body = Object.fromEntries(
      [...attributes].map(([key, { value }]) => [key.replace(/^gen_ai\.event\./, ''), embeddedJson(value) ?? value]),
    );
    const content = isObject(body['content']) ? body['content'] : body;
    const [first] = attributes.values();
    const found = chatMessages({ role, ...content }, role).map(one => ({
      ...one,
      ...(first && { path: first.path.slice(0, -1) }),
    }));
    (name === CHOICE ? said.output : said.input).push(...found);
  }
  return said;
}

const EVENT = /^gen_ai\.(?:(system|user|assistant|tool)\.message|choice)$/;
const CHOICE = 'gen_ai.choice';

function modelMessagesIn(attributes: SpanAttributes): Said {
  const system = messagesOf(firstAttribute(attributes, SPAN_CONVENTIONS.system), 'system');
  return {
    input: [...system, ...messagesOf(firstAttribute(attributes, ['gen_ai.input.messages', 'gen_ai.prompt']), 'user')],
    output: messagesOf(firstAttribute(attributes, ['gen_ai.output.messages', 'gen_ai.completion']), 'assistant'),
  };
}

/** The facts of a model call besides its messages. */
export function modelCall(attributes: SpanAttributes): ModelCall {
  const at = (names: readonly string[]) => firstAttribute(attributes, names)?.value;
  const model = textOf(firstAttribute(attributes, SPAN_CONVENTIONS.model));
  const answered = textOf(firstAttribute(attributes, SPAN_CONVENTIONS.answeredBy));
  const provider = textOf(firstAttribute(attributes, SPAN_CONVENTIONS.provider));
  const reason = at(SPAN_CONVENTIONS.finishReason);
  const finishReason = [embeddedJson(reason) ?? reason].flat().find(one => typeof one === 'string');
  const { tokens, cost } = spanUsage(name => attributes.get(name)?.value);
  const parameters = modelParameters(attributes);
  const tools = toolNames(at(SPAN_CONVENTIONS.tools));
  return {
    ...(model !== undefined && { model }),
    ...(answered !== undefined && answered !== model && { answeredBy: answered }),
    ...(provider !== undefined && { provider }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(typeof finishReason === 'string' && { finishReason }),
    ...(tokens?.total && { tokens }),
    ...(cost && { cost }),
    ...(tools.length > 0 && { tools }),
  };
}

/** Model parameters: from JSON, and from attributes such as `gen_ai.request.temperature`. */
function modelParameters(attributes: SpanAttributes): NonNullable<ModelCall['parameters']> {
  const parameters: NonNullable<ModelCall['parameters']> = {};
  const add = (name: string, value: unknown) => {
    if (NOT_PARAMETERS.test(name) || value === '' || name.length > LONGEST_NAME) return;
    if (
      typeof value === 'string' ? value.length <= LONGEST_NAME : typeof value === 'number' || typeof value === 'boolean'
    ) {
      parameters[name] = value as string | number | boolean;
    }
  };
  const written = firstAttribute(attributes, SPAN_CONVENTIONS.parameters)?.value;
  const read = embeddedJson(written) ?? written;
  for (const [name, value] of Object.entries(isObject(read) ? read : {})) add(name, value);
  for (const [key, { value }] of attributes) {
    const name = /^(?:gen_ai\.request|ai\.settings)\.(\w+)$/.exec(key)?.[1];
    if (name !== undefined) add(name, value);
  }
  return parameters;
}

const NOT_PARAMETERS = /^(?:model|model_name|_?type|tools|messages|functions|__proto__)$/;
const LONGEST_NAME = 100;

/** The names of tools from their definitions, in the dialects of the providers. */
function toolNames(value: unknown): string[] {
  const list = embeddedJson(value) ?? value;
  if (!Array.isArray(list)) return [];
  return list.flatMap(item => {
    const read = isObject(item) && isObject(item['tool']) ? item['tool'] : item;
    const schema =
      isObject(read) && read['json_schema'] !== undefined
        ? (embeddedJson(read['json_schema']) ?? read['json_schema'])
        : (embeddedJson(read) ?? read);
    if (!isObject(schema)) return [];
    const name = isObject(schema['function']) ? schema['function']['name'] : schema['name'];
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
}

function textOf(attribute: SpanAttribute | undefined): string | undefined {
  const value = attribute?.value;
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

/** The exchange that our export of a run wrote: in the `extra` of a step, or in the attributes of a span. Undefined if we did not write it. */
export function writtenExchange(value: Record<string, unknown>): Exchange | undefined {
  const { extra, model_name: model, attributes } = value;
  if (Array.isArray(attributes)) return exchangeInSpan(attributes, spanEvents(value));
  const said = isObject(extra) ? extra[WRITTEN_MESSAGES] : undefined;
  if (!isObject(said)) return undefined;
  const side = (name: 'input' | 'output', role: string) =>
    chatMessages(said[name], role).map(message => ({ ...message, path: ['extra', WRITTEN_MESSAGES, name] }));
  return {
    ...(typeof model === 'string' && { model }),
    input: side('input', 'user'),
    output: side('output', 'assistant'),
  };
}

function exchangeInSpan(list: unknown[], written: readonly WrittenEvent[]): Exchange | undefined {
  if (typeof attributeReader(list)(STEP_ATTRIBUTES.kind) !== 'string') return undefined;
  const attributes = spanAttributes(list, ['attributes']);
  const events = written.map(event => ({ name: event.name, attributes: spanAttributes(event.attributes, event.path) }));
  const side = (name: string, role: string) => {
    const { value, path } = attributeNamed(attributes, name) ?? {};
    return chatMessages(value, role).map(message => ({ ...message, ...(path && { path }) }));
  };
  return {
    ...modelCall(attributes),
    input: side(MESSAGE_ATTRIBUTES.input, 'user'),
    output: [...side(MESSAGE_ATTRIBUTES.output, 'assistant'), ...evaluationMessages({ attributes, events })],
  };
}
