import type { Draft } from '../../model/run';
import { parseInstant } from '../../text/instant';
import { identifier, langGraphNode, shortLine } from '../drafts/draft';
import { operationDraft } from '../drafts/operationDraft';
import { SPAN_CONVENTIONS, spanUsage } from '../exchanges/spanConventions';
import type { AttributeReader } from './attributes';
import { type Span, spanKind } from './span';

/** The draft of a span from its own attributes. */
export function spanDraft(span: Span): Draft {
  const { path, run, key, parent, name, status, message, attributes, service } = span;
  const start = parseInstant(span.start);
  const end = parseInstant(span.end);
  const word = spanKind(attributes, name);
  const title = shortLine(name) ?? word ?? 'span';
  const outcome = outcomeOf(status, attributes, { started: start !== undefined, ended: end !== undefined });
  return operationDraft({
    path,
    run,
    key,
    parent,
    start,
    end,
    agent: agentOf(attributes),
    model:
      first(attributes, SPAN_CONVENTIONS.answeredBy, shortLine) ?? first(attributes, SPAN_CONVENTIONS.model, shortLine),
    service,
    kind: word === undefined ? 'otlp/span' : `otlp/span:${word}`,
    title,
    outcome,
    failure: shortLine(message) ?? first(attributes, FAILURES, shortLine),
    tool:
      word === 'tool'
        ? {
            tool: first(attributes, SPAN_CONVENTIONS.tool, shortLine) ?? title.replace(/^execute_tool /, ''),
            id: first(attributes, SPAN_CONVENTIONS.call, identifier),
          }
        : undefined,
    ...spanUsage(attributes),
  });
}

const FAILURES = ['exception.message', 'error.message', 'error.type'];

// Most successful spans are "Unset", which means that no error was reported.
function outcomeOf(
  status: unknown,
  attributes: AttributeReader,
  { started, ended }: Record<'started' | 'ended', boolean>,
) {
  const code = typeof status === 'string' ? status.replace(/^STATUS_CODE_/i, '').toLowerCase() : status;
  if (code === 1 || code === '1' || code === 'ok') return 'ok';
  if (code === 2 || code === '2' || code === 'error' || shortLine(attributes('error.type')) !== undefined)
    return 'failed';
  if (ended) return 'ok';
  return started ? 'pending' : 'unknown';
}

function agentOf(attributes: AttributeReader): string | undefined {
  return first(attributes, AGENT_ATTRIBUTES, shortLine) ?? langGraphNode(attributes('metadata'));
}

/** The attributes that name the agent of a span; the first that has a value counts. */
export const AGENT_ATTRIBUTES = [
  'gen_ai.agent.name',
  'agent.name',
  'agent_name',
  'graph.node.id',
  'langgraph_node',
  'metadata.langgraph_node',
];

function first<T>(
  attributes: AttributeReader,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const name of names) {
    const found = read(attributes(name));
    if (found !== undefined) return found;
  }
  return undefined;
}
