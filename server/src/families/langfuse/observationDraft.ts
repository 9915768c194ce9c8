import type { Draft, Effect, Outcome, RunStatus } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { parseInstant } from '../../text/time/instant';
import { draftOf, identifier, shortLine } from '../drafts/draft';
import { langGraphNode } from '../drafts/langGraphNode';
import { totalAmount, usageEffects } from '../drafts/usageEffects';

/** The draft of an observation. Missing values come from its trace. */
export function observationDraft(
  observation: Record<string, unknown>,
  path: Path,
  trace: { run: string | undefined; about: string | undefined },
): Draft {
  const at = parseInstant(observation['startTime']);
  const ended = parseInstant(observation['endTime']);
  const parent = identifier(observation['parentObservationId']);
  const type = typeOf(observation['type']);
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
    agent: agentOf(observation, type, name),
    kind: `langfuse/observation:${type}`,
    title: name ?? shortLine(observation['model']) ?? type,
    outcome,
    failure: outcome === 'failed' ? shortLine(observation['statusMessage']) : undefined,
    status: isRoot ? STATUS[outcome] : undefined,
    about: isRoot ? (trace.about ?? name) : undefined,
    path,
    effects: [...(type === 'tool' ? toolEffects(observation, name, outcome) : []), ...usageOf(observation)],
  });
}

const STATUS: Partial<Record<Outcome, RunStatus>> = { ok: 'succeeded', failed: 'failed', pending: 'running' };

function typeOf(value: unknown): string {
  return typeof value === 'string' && /^[a-z][a-z_-]{0,30}$/i.test(value) ? value.toLowerCase() : 'span';
}

// An event is a point in time. An observation with an output has ended in some way that was not recorded; without one
// it may still be running.
function outcomeOf({ level, output }: Record<string, unknown>, type: string, ended: boolean): Outcome {
  if (level === 'ERROR') return 'failed';
  if (ended || type === 'event') return 'ok';
  return output === undefined || output === null ? 'pending' : 'unknown';
}

function agentOf({ metadata }: Record<string, unknown>, type: string, name: string | undefined): string | undefined {
  const attributes = isObject(metadata) && isObject(metadata['attributes']) ? metadata['attributes'] : {};
  const said =
    shortLine(attributes['gen_ai.agent.name']) ?? shortLine(attributes['graph.node.id']) ?? langGraphNode(metadata);
  return said ?? (type === 'agent' ? name : undefined);
}

function toolEffects({ metadata }: Record<string, unknown>, name: string | undefined, outcome: Outcome): Effect[] {
  const attributes = isObject(metadata) && isObject(metadata['attributes']) ? metadata['attributes'] : {};
  const tool = shortLine(attributes['tool.name']) ?? name ?? 'tool';
  const call: Effect = { do: 'call', tool };
  return outcome === 'ok' || outcome === 'failed' ? [call, { do: 'result', tool, ok: outcome === 'ok' }] : [call];
}

// The service's versions write these side by side: the newest first.
function usageOf(observation: Record<string, unknown>): Effect[] {
  const details = objectAt(observation, 'usageDetails');
  const older = objectAt(observation, 'usage');
  const tokens = totalAmount(
    [details['total'], older['total'], older['totalTokens'], observation['totalUsage'], observation['totalTokens']],
    [
      details['input'] ?? older['input'] ?? older['promptTokens'] ?? observation['inputUsage'],
      details['output'] ?? older['output'] ?? older['completionTokens'] ?? observation['outputUsage'],
    ],
  );
  const costs = objectAt(observation, 'costDetails');
  const cost = totalAmount(
    [costs['total'], observation['calculatedTotalCost'], observation['totalCost'], older['totalCost']],
    [costs['input'] ?? observation['inputCost'], costs['output'] ?? observation['outputCost']],
  );
  return usageEffects(tokens, cost);
}

function objectAt(holder: Record<string, unknown>, key: string): Record<string, unknown> {
  const found = holder[key];
  return isObject(found) ? found : {};
}
