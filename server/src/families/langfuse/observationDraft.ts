import type { Draft, Effect, Outcome, RunStatus } from '../../model/run';
import type { Path } from '../../model/text';
import { parseInstant } from '../../text/time/instant';
import { draftOf, identifier, shortLine } from '../drafts/draft';
import { langGraphNode } from '../drafts/langGraphNode';
import { usageEffects } from '../drafts/usageEffects';
import { SPAN_CONVENTIONS } from '../exchanges/spanConventions';
import type { AttributeReader } from '../otlp/attributeReader';
import { observationAttributes, observationMetadata, observationType } from './observation';
import { observationCost, observationTokens } from './observationUsage';

/** The draft of an observation. Missing values come from its trace. */
export function observationDraft(
  observation: Record<string, unknown>,
  path: Path,
  trace: { run: string | undefined; about: string | undefined },
): Draft {
  const at = parseInstant(observation['startTime']);
  const ended = parseInstant(observation['endTime']);
  const parent = identifier(observation['parentObservationId']);
  const metadata = observationMetadata(observation);
  const attributes = observationAttributes(metadata);
  const type = observationType(observation, attributes);
  const name = shortLine(observation['name']);
  const outcome = outcomeOf(observation, type, ended !== undefined);
  const isRoot = parent === undefined;
  return draftOf({
    key: identifier(observation['id']),
    isUnique: true,
    run: trace.run ?? identifier(observation['traceId']),
    parent,
    at,
    duration: at !== undefined && ended !== undefined && ended >= at ? ended - at : undefined,
    agent: agentOf(metadata, attributes) ?? (type === 'agent' ? name : undefined),
    model:
      shortLine(observation['model']) ??
      firstLine(attributes, SPAN_CONVENTIONS.answeredBy) ??
      firstLine(attributes, SPAN_CONVENTIONS.model),
    kind: `langfuse/observation:${type}`,
    title: name ?? shortLine(observation['model']) ?? type,
    outcome,
    failure: outcome === 'failed' ? shortLine(observation['statusMessage']) : undefined,
    status: isRoot ? STATUS[outcome] : undefined,
    about: isRoot ? (trace.about ?? name) : undefined,
    path,
    effects: [
      ...(type === 'tool' ? toolEffects(attributes, name, outcome) : []),
      ...usageEffects(observationTokens(observation), observationCost(observation)),
    ],
  });
}

const STATUS: Partial<Record<Outcome, RunStatus>> = { ok: 'succeeded', failed: 'failed', pending: 'running' };

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

function toolEffects(attributes: AttributeReader, name: string | undefined, outcome: Outcome): Effect[] {
  const tool = firstLine(attributes, SPAN_CONVENTIONS.tool) ?? name ?? 'tool';
  const id = identifier(SPAN_CONVENTIONS.call.map(attributes).find(found => found !== undefined));
  const named = { ...(id !== undefined && { id }), tool };
  const call: Effect = { do: 'call', ...named };
  return outcome === 'ok' || outcome === 'failed' ? [call, { do: 'result', ...named, ok: outcome === 'ok' }] : [call];
}

function firstLine(attributes: AttributeReader, names: readonly string[]): string | undefined {
  for (const name of names) {
    const line = shortLine(attributes(name));
    if (line !== undefined) return line;
  }
  return undefined;
}
