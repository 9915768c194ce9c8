import type { AttributeReader } from './attributeReader';

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
/** Those of a call of a tool, for which some libraries name no operation. */
export const TOOL_NAME_ATTRIBUTES = ['gen_ai.tool.name', 'ai.toolCall.name'];
const LONGEST = 30;

/** What the words of libraries are called here. */
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

/** The operations of the Vercel AI SDK: what asks a model, perhaps many times, and each time that it does. */
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
