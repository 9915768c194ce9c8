import type { TokenCounts } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/jsonPointer';
import { tokenCounts, totalAmount } from '../drafts/usageEffects';
import { SCALAR_TYPES } from '../otlp/spanAttributes';

/**
 * The attribute names under which spans store messages and facts. They follow the conventions of OpenTelemetry for generative AI,
 * OpenInference, OpenLLMetry, Vercel AI SDK, MLflow, Langfuse, Logfire and Claude Code. The first name with a value counts. A name such as
 * `llm.input_messages` also reads attributes such as `llm.input_messages.0.…`, as a list.
 */
export const SPAN_CONVENTIONS = {
  system: ['gen_ai.system_instructions', 'gen_ai.system.instructions'],
  input: [
    'gen_ai.input.messages',
    'llm.input_messages',
    'gen_ai.prompt',
    'ai.prompt.messages',
    'ai.prompt',
    'llm.prompts',
    'langfuse.observation.input',
    'mlflow.spanInputs',
    'traceloop.entity.input',
    'embedding.embeddings',
    'input.value',
    'input',
    'user_prompt',
  ],
  output: [
    'gen_ai.output.messages',
    'llm.output_messages',
    'gen_ai.completion',
    'gen_ai.output',
    'llm.completions',
    'langfuse.observation.output',
    'mlflow.spanOutputs',
    'traceloop.entity.output',
    'output.value',
    'output',
  ],
  /** The input and output messages of a call together. */
  messages: ['pydantic_ai.all_messages', 'all_messages_events', 'events'],
  documents: [
    'gen_ai.retrieval.documents',
    'retrieval.documents',
    'reranker.output_documents',
    'db.query.retrieved_documents',
  ],
  /** The query of a retrieval or a memory. */
  query: ['gen_ai.retrieval.query.text', 'gen_ai.memory.query.text'],
  /** The records of a memory: those that a search found, otherwise those to be stored. */
  records: ['gen_ai.memory.records'],
  evaluation: {
    name: ['gen_ai.evaluation.name'],
    score: ['gen_ai.evaluation.score.value'],
    label: ['gen_ai.evaluation.score.label'],
    text: ['gen_ai.evaluation.explanation'],
  },
  conversation: [
    'gen_ai.conversation.id',
    'session.id',
    'langfuse.session.id',
    'mlflow.trace.session',
    'traceloop.association.properties.session_id',
    'ai.telemetry.metadata.sessionId',
    'langsmith.trace.session_id',
    'gcp.vertex.agent.session_id',
    'gen_ai.session.id',
  ],
  agentVersion: ['gen_ai.agent.version'],
  workflow: ['gen_ai.workflow.name', 'traceloop.workflow.name'],
  arguments: [
    'gen_ai.tool.call.arguments',
    'gen_ai.tool.args',
    'ai.toolCall.args',
    'ai.toolCall.input',
    'tool_arguments',
    'tool.parameters',
    'mlflow.spanInputs',
    'langfuse.observation.input',
    'traceloop.entity.input',
    'input.value',
    'input',
  ],
  result: [
    'gen_ai.tool.call.result',
    'gen_ai.tool.message',
    'ai.toolCall.result',
    'ai.toolCall.output',
    'tool_response',
    'mlflow.spanOutputs',
    'langfuse.observation.output',
    'traceloop.entity.output',
    'output.value',
    'gen_ai.output',
    'output',
  ],
  tool: [
    'gen_ai.tool.name',
    'tool.name',
    'ai.toolCall.name',
    'tool_call.function.name',
    'traceloop.entity.name',
    'tool_name',
  ],
  call: ['gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id', 'tool.id'],
  model: [
    'gen_ai.request.model',
    'llm.model_name',
    'ai.model.id',
    'llm.request.model',
    'embedding.model_name',
    'mlflow.llm.model',
  ],
  answeredBy: ['gen_ai.response.model', 'ai.response.model', 'llm.response.model'],
  provider: ['gen_ai.provider.name', 'llm.provider', 'gen_ai.system', 'llm.system', 'ai.model.provider'],
  parameters: ['llm.invocation_parameters', 'model_request_parameters'],
  finishReason: ['gen_ai.response.finish_reasons', 'ai.response.finishReason', 'llm.finish_reason'],
  tools: ['gen_ai.tool.definitions', 'llm.tools', 'gen_ai.request.tools', 'llm.request.functions', 'ai.prompt.tools'],
  tokens: {
    total: ['gen_ai.usage.total_tokens', 'llm.token_count.total', 'llm.usage.total_tokens', 'ai.usage.totalTokens'],
    input: [
      'gen_ai.usage.input_tokens',
      'gen_ai.usage.prompt_tokens',
      'llm.token_count.prompt',
      'ai.usage.promptTokens',
      'ai.usage.inputTokens',
    ],
    /** The addends of the input as Anthropic counts: uncached tokens, and tokens that the cache read or wrote. */
    inputAddends: ['input_tokens', 'cache_read_tokens', 'cache_creation_tokens'],
    output: [
      'gen_ai.usage.output_tokens',
      'gen_ai.usage.completion_tokens',
      'llm.token_count.completion',
      'ai.usage.completionTokens',
      'ai.usage.outputTokens',
      'output_tokens',
    ],
    cached: [
      'gen_ai.usage.cache_read.input_tokens',
      'gen_ai.usage.cache_read_input_tokens',
      'gen_ai.usage.details.cache_read_tokens',
      'llm.token_count.prompt_details.cache_read',
      'ai.usage.cachedInputTokens',
      'cache_read_tokens',
    ],
    written: [
      'gen_ai.usage.cache_creation.input_tokens',
      'gen_ai.usage.cache_write.input_tokens',
      'gen_ai.usage.cache_creation_input_tokens',
      'gen_ai.usage.details.cache_write_tokens',
      'llm.token_count.prompt_details.cache_write',
      'ai.usage.inputTokenDetails.cacheWriteTokens',
      'cache_creation_tokens',
    ],
    reasoning: [
      'gen_ai.usage.reasoning.output_tokens',
      'gen_ai.usage.reasoning_tokens',
      'gen_ai.usage.details.reasoning_tokens',
      'llm.token_count.completion_details.reasoning',
      'ai.usage.reasoningTokens',
    ],
  },
  cost: {
    total: ['gen_ai.usage.cost', 'gen_ai.usage.total_cost', 'llm.cost.total', 'operation.cost'],
    input: ['gen_ai.usage.input_cost', 'llm.cost.prompt'],
    output: ['gen_ai.usage.output_cost', 'llm.cost.completion'],
  },
} as const;

/** An attribute of a span. */
export interface SpanAttribute {
  value: unknown;
  /** The path of the value in the span. */
  path: Path;
}

/** Attributes by name. */
export type SpanAttributes = ReadonlyMap<string, SpanAttribute>;

/** The attribute with this name, or those of a list `name.0.…` as nested lists and objects; undefined if there are none. */
export function attributeNamed(attributes: SpanAttributes, name: string): SpanAttribute | undefined {
  const whole = attributes.get(name);
  if (whole && !isBlank(whole.value)) return whole;
  const prefix = `${name}.`;
  const members: [keys: string[], attribute: SpanAttribute][] = [];
  for (const [key, attribute] of attributes) {
    if (key.startsWith(prefix)) members.push([key.slice(prefix.length).split('.'), attribute]);
  }
  const [first] = members;
  if (!first || !members.some(([[index = '']]) => INDEX.test(index))) return undefined;
  return { value: nested(members), path: first[1].path };
}

/** The first of several names that has a value. */
export function firstAttribute(attributes: SpanAttributes, names: readonly string[]): SpanAttribute | undefined {
  for (const name of names) {
    const found = attributeNamed(attributes, name);
    if (found) return found;
  }
  return undefined;
}

// Claude Code writes `<REDACTED>` for withheld texts.
function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === '<REDACTED>';
}

const INDEX = /^\d{1,6}$/;
const DEEPEST = 12;

/** Nests values by their keys: `0.message.role` becomes `[{ message: { role } }]`. */
function nested(members: readonly [keys: string[], attribute: SpanAttribute][]): unknown {
  const root = new Map<string, unknown>();
  for (const [keys, { value }] of members) {
    if (keys.length > DEEPEST) continue;
    let here = root;
    for (const key of keys.slice(0, -1)) {
      const next = here.get(key);
      const inner = next instanceof Map ? next : new Map<string, unknown>();
      here.set(key, inner);
      here = inner;
    }
    here.set(keys.at(-1) as string, value);
  }
  return plainTree(root);
}

function plainTree(tree: unknown): unknown {
  if (!(tree instanceof Map)) return tree;
  const entries = [...(tree as Map<string, unknown>)];
  if (entries.every(([key]) => INDEX.test(key))) {
    return entries.sort(([one], [other]) => Number(one) - Number(other)).map(([, value]) => plainTree(value));
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, plainTree(value)]));
}

/** Reads attributes with their paths: a list of keys with typed values, as in the protocol, or a plain object. */
export function spanAttributes(found: unknown, path: Path): SpanAttributes {
  const attributes = new Map<string, SpanAttribute>();
  if (isObject(found)) {
    for (const [key, value] of Object.entries(found)) attributes.set(key, typedValue(value, [...path, key]));
  } else if (Array.isArray(found)) {
    for (const [index, item] of found.entries()) {
      if (!isObject(item) || typeof item['key'] !== 'string') continue;
      attributes.set(item['key'], typedValue(item['value'], [...path, index, 'value']));
    }
  }
  return attributes;
}

function typedValue(value: unknown, path: Path): SpanAttribute {
  if (isObject(value)) {
    for (const type of TYPES) if (Object.hasOwn(value, type)) return { value: anyValue(value), path: [...path, type] };
  }
  return { value, path };
}

const TYPES = [...SCALAR_TYPES, 'arrayValue', 'kvlistValue', 'array_value', 'kvlist_value'];

/** The plain value of OTLP's `AnyValue`; any other value is unchanged. */
function anyValue(value: unknown, depth = 0): unknown {
  if (!isObject(value) || depth > DEEPEST) return value;
  const { arrayValue = value['array_value'], kvlistValue = value['kvlist_value'] } = value;
  if (isObject(arrayValue)) {
    const { values } = arrayValue;
    return Array.isArray(values) ? values.map(item => anyValue(item, depth + 1)) : [];
  }
  if (isObject(kvlistValue)) {
    const { values } = kvlistValue;
    if (!Array.isArray(values)) return {};
    return Object.fromEntries(
      values.filter(isObject).map(({ key, value: item }) => [String(key), anyValue(item, depth + 1)]),
    );
  }
  const type = TYPES.find(name => Object.hasOwn(value, name));
  return type === undefined ? value : value[type];
}

/** The tokens and the cost of a span, in any of the conventions. */
export function spanUsage(valueAt: (attribute: string) => unknown): {
  tokens: TokenCounts | undefined;
  cost: number | undefined;
} {
  const { tokens, cost } = SPAN_CONVENTIONS;
  const values = (names: readonly string[]) => names.map(valueAt);
  const counts = tokenCounts({
    total: values(tokens.total),
    input: [...values(tokens.input), totalAmount([], values(tokens.inputAddends))],
    output: values(tokens.output),
    cached: values(tokens.cached),
    written: values(tokens.written),
    reasoning: values(tokens.reasoning),
  });
  const costs = [cost.input, cost.output].map(names => totalAmount(values(names), []));
  return { tokens: counts, cost: totalAmount(values(cost.total), costs) };
}

/**
 * The input and output of an operation as attributes, under the first names of the conventions for a tool or a model.
 *
 * @param path the path of the holder
 */
export function sideAttributes(
  holder: Record<string, unknown>,
  [input, output]: readonly [input: string, output: string],
  path: Path = [],
): [name: string, attribute: SpanAttribute][] {
  const side = (key: string, ...names: string[]): [string, SpanAttribute][] => {
    const value = holder[key];
    const isBlank = value === undefined || value === null || value === '';
    return isBlank ? [] : names.map(name => [name, { value, path: [...path, key] }]);
  };
  return [
    ...side(input, 'gen_ai.input.messages', 'gen_ai.tool.call.arguments'),
    ...side(output, 'gen_ai.output.messages', 'gen_ai.tool.call.result'),
  ];
}
