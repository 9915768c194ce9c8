import type { Draft, Outcome, TokenCounts } from '../../model/run';
import type { Path } from '../../model/text';
import { parseInstant } from '../../text/instant';
import { embeddedJson } from '../../text/json/losslessJson';
import { isObject } from '../../text/pointer';
import { identifier, langGraphNode, shortLine } from '../drafts/draft';
import { type Operation, operationDraft } from '../drafts/operationDraft';
import { apiTokens, tokenCounts, totalAmount } from '../drafts/usageEffects';
import { SPAN_CONVENTIONS } from '../exchanges/spanConventions';
import { type AttributeReader, attributeReader } from '../otlp/attributes';
import { spanKind } from '../otlp/span';

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

/** The metadata of an observation: an object, or its JSON, as most exports write it. */
export function observationMetadata({ metadata }: Record<string, unknown>): Record<string, unknown> {
  const read = embeddedJson(metadata) ?? metadata;
  return isObject(read) ? read : {};
}

/** The attributes of the span that an observation was made from. */
export function observationAttributes(metadata: Record<string, unknown>): AttributeReader {
  return attributeReader(metadata['attributes']);
}

/** The type of an observation: its own, or for a mere span the operation that its attributes name. */
export function observationType({ type, name }: Record<string, unknown>, attributes: AttributeReader): string {
  const own = typeof type === 'string' && /^[a-z][a-z_-]{0,30}$/i.test(type) ? type.toLowerCase() : 'span';
  if (own !== 'span') return own;
  const word = spanKind(attributes, name);
  return word === undefined ? own : word === 'llm' ? 'generation' : word;
}

/** The tokens of an observation. The service's versions write these side by side: the newest first. */
export function observationTokens(observation: Record<string, unknown>): TokenCounts | undefined {
  const details = objectAt(observation, 'usageDetails');
  const older = objectAt(observation, 'usage');
  const cached = CACHED.map(name => details[name]).find(one => one !== undefined && one !== null);
  const counts = tokenCounts({
    total: [
      details['total'],
      older['total'],
      older['totalTokens'],
      observation['totalUsage'],
      observation['totalTokens'],
    ],
    input: [
      wholeInput(details),
      older['input'],
      older['promptTokens'],
      observation['inputUsage'],
      observation['promptTokens'],
    ],
    output: [
      details['output'],
      older['output'],
      older['completionTokens'],
      observation['outputUsage'],
      observation['completionTokens'],
    ],
    cached: [cached],
    reasoning: [details['output_reasoning_tokens'], details['output_reasoning']],
  });
  return counts ?? apiTokens(details) ?? apiTokens(older);
}

/**
 * The input with what Langfuse counts beside it: each of its buckets is a part of the total, and what was read from a cache or written to
 * one has buckets of its own. Where the total is too small for that, the buckets are a part of the input.
 */
function wholeInput(details: Record<string, unknown>): unknown {
  const beside = Object.entries(details).flatMap(([name, count]) => (BESIDE_INPUT.test(name) ? [count] : []));
  const own = totalAmount([details['input']], []);
  const whole = totalAmount([], [own, ...beside]);
  if (own === undefined || whole === undefined) return details['input'];
  const total = totalAmount([details['total']], []);
  const sum = totalAmount([], [whole, details['output']]);
  return total === undefined || sum === undefined || sum <= total ? whole : own;
}

const CACHED = ['input_cached_tokens', 'cache_read_input_tokens', 'input_cache_read'];
const BESIDE_INPUT = /^(?:input_.{1,40}|cache_(?:read|creation)_input_tokens)$/;

export function observationCost(observation: Record<string, unknown>): number | undefined {
  const older = objectAt(observation, 'usage');
  const costs = objectAt(observation, 'costDetails');
  return totalAmount(
    [costs['total'], observation['calculatedTotalCost'], observation['totalCost'], older['totalCost']],
    [costs['input'] ?? observation['inputCost'], costs['output'] ?? observation['outputCost']],
  );
}

function objectAt(holder: Record<string, unknown>, key: string): Record<string, unknown> {
  const found = holder[key];
  return isObject(found) ? found : {};
}
