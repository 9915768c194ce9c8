import { SPAN_CONVENTIONS } from '../../families/exchanges/spanConventions';
import { AGENT_ATTRIBUTES } from '../../families/otlp/spanDraft';
import type { QueryTerm } from '../../features/runs/filter/queryTerms';
import type { Pushed } from '../filter/planFilter';

/** How Tempo applies a term of the filter. */
export function tempoPushes({ name, operator, value, isNot }: QueryTerm): Pushed {
  // A condition is about some span; that no span is such can't be asked.
  if (isNot) return undefined;
  if (operator === '' || !KEYS.has(name)) return operator === '' || name === '' ? 'all' : undefined;
  if (name === 'status') return 'failed'.startsWith(value) || 'succeeded'.startsWith(value) ? 'some' : undefined;
  if (name === 'id') return TRACE_ID.test(value) ? 'some' : undefined;
  return 'all';
}

const KEYS: ReadonlySet<string> = new Set(['id', 'agent', 'tool', 'status']);
const TRACE_ID = /^[0-9a-f]{32}$/;

export const TEMPO_KEYS = [...KEYS];

/** The root spans of all traces that match, with the attributes that the list needs. */
export function listQuery(terms: readonly QueryTerm[]): string {
  const spansets = terms.map(term => `{ ${condition(term)} }`);
  const select = ['nestedSetParent', 'name', 'status', 'statusMessage', ...LISTED.map(spanAttribute)];
  return `${[...spansets, `{ ${ROOT} }`].join(' && ')} | select(${select.join(', ')})`;
}

const ROOT = 'nestedSetParent < 0';

/** What the list needs of a root span besides its own fields. */
export const LISTED = [
  ...['gen_ai.operation.name', 'openinference.span.kind', 'traceloop.span.kind', 'ai.operationId'],
  ...AGENT_ATTRIBUTES,
  ...['gen_ai.input.messages', 'gen_ai.prompt', 'ai.prompt', 'input.value', 'traceloop.entity.input', 'input'],
  'error.type',
];

function condition(term: QueryTerm): string {
  const { name, operator, value, words } = term;
  if (operator === '' || !KEYS.has(name)) return anyOf([...WORD_FIELDS, ...AGENTS, ...TOOLS], words);
  switch (name) {
    case 'status':
      return 'failed'.startsWith(value)
        ? `${ROOT} && (status = error || span.error.type != nil)`
        : `${ROOT} && status != error`;
    case 'id':
      return `trace:id = ${quoted(value)}`;
    case 'agent':
      return anyOf([...AGENTS, 'resource.service.name'], value);
    default:
      return `${anyOf(TOOLS, value)} || name =~ ${quoted(`(?is)execute_tool .*${escapeRegex(value)}.*`)}`;
  }
}

const AGENTS = AGENT_ATTRIBUTES.map(spanAttribute);
const TOOLS = SPAN_CONVENTIONS.tool.map(spanAttribute);
const WORD_FIELDS = ['name', 'statusMessage', 'resource.service.name'];

/** The fields in which words are searched: what spans say by the conventions. */
export const SAID_FIELDS = [
  ...['name', 'statusMessage'],
  ...[
    ...['gen_ai.input.messages', 'gen_ai.output.messages', 'gen_ai.system_instructions', 'gen_ai.prompt'],
    ...['gen_ai.completion', 'gen_ai.tool.call.arguments', 'gen_ai.tool.call.result', 'input.value', 'output.value'],
    ...['input', 'output', 'traceloop.entity.input', 'traceloop.entity.output', 'ai.prompt', 'ai.response.text'],
    ...['ai.toolCall.args', 'ai.toolCall.result', 'llm.input_messages.0.message.content'],
    ...['llm.output_messages.0.message.content', 'exception.message', 'error.message'],
  ].map(spanAttribute),
];

/** The spans that contain all words in one field; those fields are in the answer, since they are in the query. */
export function searchQuery(terms: readonly QueryTerm[], words: readonly string[]): string {
  const fields = SAID_FIELDS.map(field => `(${words.map(word => `${field} =~ ${containing(word)}`).join(' && ')})`);
  const said = `{ ${fields.join(' || ')} }`;
  // The spans of the last spanset are those of the answer: the others only choose traces.
  return [...terms.map(term => `{ ${condition(term)} }`), said].join(' && ').concat(' | select(name)');
}

function anyOf(fields: readonly string[], text: string): string {
  return fields.map(field => `${field} =~ ${containing(text)}`).join(' || ');
}

/** Anchored at both ends in some releases, at none in others: this is the same in both. */
function containing(text: string): string {
  return quoted(`(?is).*${escapeRegex(text)}.*`);
}

/** Escapes a text for a regular expression of Go. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

/** A text as a string of TraceQL. Control characters and halves of pairs match nothing there. */
export function quoted(text: string): string {
  const plain = text.replace(/[\p{Cc}\u2028\u2029]|\p{Cs}/gu, ' ');
  return `"${plain.replace(/[\\"]/g, '\\$&')}"`;
}

function spanAttribute(name: string): string {
  return `span.${name}`;
}
