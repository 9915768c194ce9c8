import type { Draft, Outcome } from '../../model/run';
import type { Path } from '../../model/text';
import { parseInstant } from '../../text/time/instant';
import { identifier, shortLine } from '../drafts/draft';
import { langGraphNode } from '../drafts/langGraphNode';
import { type Operation, operationDraft } from '../drafts/operationDraft';
import { SPAN_CONVENTIONS } from '../exchanges/spanConventions';
import type { AttributeReader } from '../otlp/attributeReader';
import { observationAttributes, observationMetadata, observationType } from './observation';
import { observationCost, observationTokens } from './observationUsage';

/** What an observation has from its trace, and from the record that it is in. */
interface ObservationContext {
  path: Path;
  trace?: { run: string | undefined; about: string | undefined };
  side?: Draft['side'] | undefined;
}

/** The draft of an observation. */
export function observationDraft(
  observation: Record<string, unknown>,
  { path, trace, side }: ObservationContext,
): Draft {
  const end = parseInstant(observation['endTime']);
  const metadata = observationMetadata(observation);
  const attributes = observationAttributes(metadata);
  const type = observationType(observation, attributes);
  const name = shortLine(observation['name']);
  return operationDraft({
    key: identifier(observation['id']),
    run: trace?.run ?? identifier(observation['traceId']),
    parent: identifier(observation['parentObservationId']),
    start: parseInstant(observation['startTime']),
    end,
    agent: agentOf(metadata, attributes) ?? (type === 'agent' ? name : undefined),
    model:
      shortLine(observation['model']) ??
      shortLine(observation['providedModelName']) ??
      firstLine(attributes, SPAN_CONVENTIONS.answeredBy) ??
      firstLine(attributes, SPAN_CONVENTIONS.model),
    kind: `langfuse/observation:${type}`,
    title: name ?? shortLine(observation['model']) ?? (side === 'answer' ? '' : type),
    outcome: outcomeOf(observation, type, end !== undefined),
    failure: shortLine(observation['statusMessage']),
    about: trace?.about ?? shortLine(observation['traceName']) ?? name,
    path,
    tool: type === 'tool' ? toolOf(attributes, name) : undefined,
    tokens: observationTokens(observation),
    cost: observationCost(observation),
    side,
  });
}

// An event is a point in time. An observation with an output has ended in some way that was not recorded; without one
// it may still be running.
function outcomeOf({ level, output }: Record<string, unknown>, type: string, ended: boolean): Outcome {
  if (level === 'ERROR') return 'failed';
  if (ended || type === 'event') return 'ok';
  return output === undefined || output === null ? 'pending' : 'unknown';
}

function agentOf(metadata: Record<string, unknown>, attributes: AttributeReader): string | undefined {
  return firstLine(attributes, AGENTS) ?? langGraphNode(metadata);
}

const AGENTS = ['gen_ai.agent.name', 'agent_name', 'graph.node.id'];

function toolOf(attributes: AttributeReader, name: string | undefined): Operation['tool'] {
  const id = identifier(SPAN_CONVENTIONS.call.map(attributes).find(found => found !== undefined));
  return { tool: firstLine(attributes, SPAN_CONVENTIONS.tool) ?? name, id };
}

function firstLine(attributes: AttributeReader, names: readonly string[]): string | undefined {
  for (const name of names) {
    const line = shortLine(attributes(name));
    if (line !== undefined) return line;
  }
  return undefined;
}
