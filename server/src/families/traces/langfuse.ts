import schemas from '../../generated/langfuse.recognition.json';
import type { Condition, Kind } from '../../model/kind';
import type { Draft, Exchange, ModelCall, Outcome, TokenCounts } from '../../model/run';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { embeddedJson } from '../../text/json/losslessJson';
import { isObject } from '../../text/jsonPointer';
import { durationFromMilliseconds, parseInstant } from '../../text/parseTime';
import { all, any, defineFamily, none } from '../defineFamily';
import { identifier, langGraphNode, shortLine, spokenLine } from '../drafts/createDraft';
import { type Operation, operationDraft } from '../drafts/operationDraft';
import { completeNested, type OperationRecord, recordDrafts } from '../drafts/recordDrafts';
import { apiTokens, tokenCounts, totalAmount } from '../drafts/usageEffects';
import { SPAN_CONVENTIONS, sideAttributes, spanAttributes } from '../exchanges/spanAttributeNames';
import { modelCall, spanExchange } from '../exchanges/spanExchange';
import { userRequestText } from '../exchanges/userRequestText';
import { objectAt } from '../otlp/requestSpans';
import { spanKind } from '../otlp/span';
import { type AttributeReader, attributeReader } from '../otlp/spanAttributes';
import { firstAttribute } from '../otlp/spanDraft';

/** The path of a Langfuse observation, which is a step of a trace, and the facts about it from its trace or from the record around it. */
interface ObservationOptions {
  path: Path;
  trace?: { run: string | undefined; about: string | undefined };
  side?: Draft['side'] | undefined;
}

/** Reads the step of a run that a Langfuse observation describes. */
export function observationDraft(
  observation: Record<string, unknown>,
  { path, trace, side }: ObservationOptions,
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
      firstAttribute(attributes, SPAN_CONVENTIONS.answeredBy, shortLine) ??
      firstAttribute(attributes, SPAN_CONVENTIONS.model, shortLine),
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
  return firstAttribute(attributes, AGENTS, shortLine) ?? langGraphNode(metadata);
}

const AGENTS = ['gen_ai.agent.name', 'agent_name', 'graph.node.id'];

function toolOf(attributes: AttributeReader, name: string | undefined): Operation['tool'] {
  const id = firstAttribute(attributes, SPAN_CONVENTIONS.call, identifier);
  return { tool: firstAttribute(attributes, SPAN_CONVENTIONS.tool, shortLine) ?? name, id };
}

/** The metadata of an observation: an object, or its JSON, as most exports write it. */
export function observationMetadata({ metadata }: Record<string, unknown>): Record<string, unknown> {
  const read = embeddedJson(metadata) ?? metadata;
  return isObject(read) ? read : {};
}

/** The attributes of the span that an observation was made of. */
export function observationAttributes(metadata: Record<string, unknown>): AttributeReader {
  return attributeReader(metadata['attributes']);
}

/** The type of an observation; for a plain span, the operation that its attributes name. */
export function observationType({ type, name }: Record<string, unknown>, attributes: AttributeReader): string {
  const own = typeof type === 'string' && /^[a-z][a-z_-]{0,30}$/i.test(type) ? type.toLowerCase() : 'span';
  if (own !== 'span') return own;
  const word = spanKind(attributes, name);
  return word === undefined ? own : word === 'llm' ? 'generation' : word;
}

/** The tokens of an observation. It may have the fields of several versions of the service: the newest count. */
export function observationTokens(observation: Record<string, unknown>): TokenCounts | undefined {
  const details = objectAt(observation, 'usageDetails');
  const older = objectAt(observation, 'usage');
  const cached = CACHED.map(name => details[name]).find(one => one !== undefined && one !== null);
  const [input, output] = wholeAmounts(details);
  const counts = tokenCounts({
    total: [
      details['total'],
      older['total'],
      older['totalTokens'],
      observation['totalUsage'],
      observation['totalTokens'],
    ],
    input: [input, older['input'], older['promptTokens'], observation['inputUsage'], observation['promptTokens']],
    output: [
      output,
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
 * Returns the whole input and output. Tokens of a cache and of reasoning have buckets of their own, which are added if the total is the
 * sum of all buckets; if the total is too small for that, input or output already includes them.
 */
function wholeAmounts(details: Record<string, unknown>): (number | undefined)[] {
  const amounts = (name: string, beside: RegExp) => {
    const own = totalAmount([details[name]], []);
    const others = Object.entries(details).flatMap(([bucket, count]) => (beside.test(bucket) ? [count] : []));
    return own === undefined ? [own] : [totalAmount([], [own, ...others]), own];
  };
  const inputs = amounts('input', BESIDE_INPUT);
  const pairs = amounts('output', BESIDE_OUTPUT).flatMap(output => inputs.map(input => [input, output]));
  const total = totalAmount([details['total']], []);
  const left = (pair: (number | undefined)[]) => (total ?? 0) - (totalAmount([], pair) ?? 0);
  const found =
    total === undefined ? pairs[0] : (pairs.find(pair => left(pair) === 0) ?? pairs.find(pair => left(pair) > 0));
  return found ?? pairs.at(-1) ?? [];
}

const CACHED = ['input_cached_tokens', 'cache_read_input_tokens', 'input_cache_read'];
const BESIDE_OUTPUT = /^output_.{1,40}$/;
const BESIDE_INPUT = /^(?:input_.{1,40}|cache_(?:read|creation)_input_tokens)$/;

/** The cost of an observation, from the fields of any version of the service. */
export function observationCost(observation: Record<string, unknown>): number | undefined {
  const older = objectAt(observation, 'usage');
  const costs = objectAt(observation, 'costDetails');
  return totalAmount(
    [costs['total'], observation['calculatedTotalCost'], observation['totalCost'], older['totalCost']],
    [costs['input'] ?? observation['inputCost'], costs['output'] ?? observation['outputCost']],
  );
}

/**
 * The steps of a trace or an observation, of a list of them, or of a body for ingestion: one for each observation, in file order, which
 * is rarely chronological; one for a trace without observations.
 */
export function steps(value: Record<string, unknown>, { id }: Kind): Draft[] {
  const { batch } = value;
  if (id === 'langfuse/observation') return itemDrafts(value, []);
  if (Array.isArray(batch) && batch.length > 0) return completeNested(ingestionDrafts(batch));
  const lists = ['data', 'traces'].flatMap(key => {
    const list = value[key];
    return Array.isArray(list)
      ? list.flatMap((item, index) => (isObject(item) ? itemDrafts(item, [key, index]) : []))
      : [];
  });
  return completeNested(lists.length > 0 ? lists : itemDrafts(value, []));
}

/** The drafts of a trace or an observation. */
function itemDrafts(item: Record<string, unknown>, path: Path): Draft[] {
  if (item['traceId'] !== undefined) return [observationDraft(item, { path })];
  // The service's own API returns the trace itself, with its observations.
  const [trace, at] = isObject(item['trace']) ? [item['trace'], [...path, 'trace']] : [item, path];
  const { observations } = item;
  const list = Array.isArray(observations) ? observations : [];
  const own = {
    run: identifier(trace['id']),
    about: traceTitle(trace, list),
  };
  const drafts = list.flatMap((observation, index) =>
    isObject(observation)
      ? [observationDraft(observation, { path: [...path, 'observations', index], trace: own })]
      : [],
  );
  return drafts.length > 0 ? drafts : [traceDraft(trace, at)];
}

/** The drafts of events that are posted for ingestion. Updates complete the object with the same id. */
function ingestionDrafts(batch: readonly unknown[]): Draft[] {
  const traces = new Map<string | undefined, { fields: Record<string, unknown>; path: Path }>();
  const records: OperationRecord[] = [];
  for (const [index, event] of batch.entries()) {
    if (!isObject(event) || typeof event['type'] !== 'string' || !isObject(event['body'])) continue;
    const [, word = '', action] = /^([a-z]+)-(create|update)$/.exec(event['type']) ?? [];
    const { body } = event;
    const id = identifier(body['id']);
    const path = ['batch', index, 'body'];
    if (word === 'trace') traces.set(id, { fields: { ...traces.get(id)?.fields, ...body }, path });
    else if (action !== undefined && !OTHERS.has(word)) {
      const fields = word === 'observation' ? body : { type: word.toUpperCase(), ...body };
      const isOpen = word !== 'event' && isMissing(body['endTime']) && isMissing(body['output']);
      records.push({ id, fields, path, isUpdate: action === 'update', isOpen });
    }
  }
  const drafts = recordDrafts(records, (fields, from) => {
    const { fields: trace = {} } = traces.get(identifier(fields['traceId'])) ?? {};
    return observationDraft(fields, { ...from, trace: { run: undefined, about: traceTitle(trace) } });
  });
  const runs = new Set(drafts.map(({ run }) => run));
  const alone = [...traces].filter(([id]) => !runs.has(id)).map(([, { fields, path }]) => traceDraft(fields, path));
  return [...alone, ...drafts];
}

/** Objects besides traces and observations that an event may create: no steps. */
const OTHERS: ReadonlySet<string> = new Set(['score', 'session']);

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The draft of a trace whose observations are unknown. */
function traceDraft(trace: Record<string, unknown>, path: Path): Draft {
  const { latency, output } = trace;
  const id = identifier(trace['id']);
  const name = shortLine(trace['name']);
  const start = parseInstant(trace['timestamp']);
  const duration = typeof latency === 'number' ? durationFromMilliseconds(latency * 1000) : undefined;
  return operationDraft({
    key: id,
    run: id,
    parent: undefined,
    start,
    end: start !== undefined && duration !== undefined ? start + duration : undefined,
    kind: 'langfuse/trace',
    title: name ?? t`trace`,
    outcome: output === undefined || output === null ? 'unknown' : 'ok',
    about: traceTitle(trace),
    path,
    tokens: undefined,
    cost: totalAmount([trace['totalCost']], []),
  });
}

/** The title of a trace: its request, else that of the first observation with one, from the root on, else its name. */
function traceTitle(trace: Record<string, unknown>, observations: readonly unknown[] = []): string | undefined {
  const rank = ({ parentObservationId, startTime }: Record<string, unknown>) =>
    identifier(parentObservationId) === undefined ? -1n : (parseInstant(startTime) ?? 0n);
  const first = observations
    .filter(isObject)
    // The arguments of a tool are no request.
    .filter(({ type }) => type !== 'TOOL' && type !== 'EVENT')
    .map(observation => ({ observation, at: rank(observation) }))
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .slice(0, MOST_TRIED);
  for (const { observation } of [{ observation: { input: trace['input'], type: 'GENERATION' } }, ...first]) {
    const input = plainInput(observation['input']);
    const words = userRequestText(exchange({ ...observation, input }, 'langfuse/observation'));
    if (words !== undefined) return words;
  }
  return shortLine(trace['name']) ?? spokenLine(trace['input']);
}

const MOST_TRIED = 30;

/** Decodes an input that is the JSON of a text, once or twice. */
function plainInput(input: unknown): unknown {
  let value = input;
  for (let level = 0; level < 2 && typeof value === 'string' && value.startsWith('"'); level++) {
    try {
      value = JSON.parse(value);
    } catch {
      return value;
    }
  }
  return embeddedJson(value) ?? value;
}

const TYPES = [
  ...['SPAN', 'GENERATION', 'EVENT', 'AGENT', 'TOOL'],
  ...['CHAIN', 'RETRIEVER', 'EVALUATOR', 'EMBEDDING', 'GUARDRAIL'],
];

/** The pointers to a trace: the value itself, or the first of a list of traces. */
const PLACES = ['', '/data/0', '/traces/0'];

/** Defines the format of traces from the trace store Langfuse. Only reads them, and checks nothing. */
export default defineFamily('langfuse', {
  title: 'Langfuse',
  reference: t`Traces as Langfuse exports them and as its SDKs post them`,
  readOnly: true,
  steps,
  exchange,
  kinds: {
    trace: {
      schema: schemas.trace,
      signature: {
        keys: { '/trace': 0.5, '/observations': 0.75, '/htmlPath': 0.5, '/data': 0, '/traces': 0, '/batch': 0 },
        evidence: [
          { when: any(...PLACES.map(isExport)), weight: 4 },
          {
            when: any(
              ...PLACES.flatMap(at => [hasObservations(at), isTrace(at)]),
              isObservation('/data/0', '/data/0/level', '/data/0/model'),
              isEvent('/batch/0'),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/trace/id'], at: ['/trace/timestamp'], title: ['/trace/name'] },
    },
    observation: {
      schema: schemas.observation,
      signature: {
        keys: {
          '/parentObservationId': 1,
          '/traceId': 0.5,
          '/usageDetails': 0.5,
          '/costDetails': 0.5,
          '/startTime': 0.25,
          '/statusMessage': 0.25,
          '/modelParameters': 0.25,
        },
        evidence: [{ when: isObservation('', { at: '/type', is: TYPES }), weight: 4 }],
        open: true,
      },
      fieldPointers: { id: ['/id'], run: ['/traceId'], at: ['/startTime'], title: ['/name'] },
    },
  },
});

/** A trace beside its observations. */
function isExport(at: string): Condition {
  const first = `${at}/observations/0`;
  return all(
    { at: `${at}/observations`, type: 'array' },
    `${at}/trace/id`,
    `${at}/trace/timestamp`,
    any(none(first), `${first}/startTime`, `${first}/type`),
  );
}

function hasObservations(at: string): Condition {
  const first = `${at}/observations/0`;
  return all(`${first}/traceId`, any(`${first}/startTime`, `${first}/type`));
}

function isObservation(at: string, ...marks: Condition[]): Condition {
  return all(`${at}/id`, `${at}/traceId`, `${at}/startTime`, any(`${at}/parentObservationId`, ...marks));
}

/** A trace without its observations, as the service lists it. */
function isTrace(at: string): Condition {
  return all(
    `${at}/id`,
    `${at}/timestamp`,
    any(`${at}/htmlPath`, all(`${at}/observations`, `${at}/scores`)),
    any(`${at}/latency`, `${at}/totalCost`, `${at}/sessionId`),
  );
}

/** An event of the body that is posted for ingestion. */
function isEvent(at: string): Condition {
  const type = `${at}/type`;
  return all(
    `${at}/timestamp`,
    `${at}/body/id`,
    any({ at: type, endsWith: '-create' }, { at: type, endsWith: '-update' }),
    any(`${at}/body/traceId`, { at: type, startsWith: 'trace-' }),
  );
}

/** Reads the exchange of an observation: its own input and output, else from the attributes of its span. Never throws. */
export function exchange(observation: Record<string, unknown>, kind: string): Exchange | undefined {
  const metadata = observationMetadata(observation);
  // An event for ingestion names the type; its body does not.
  const [, type = observationType(observation, observationAttributes(metadata))] = kind.split(':');
  const attributes = new Map([
    ...spanAttributes(metadata['attributes'], ['metadata']),
    ...sideAttributes(observation, ['input', 'output']),
  ]);
  const { name } = observation;
  const read = spanExchange({
    word: type === 'generation' ? 'llm' : type,
    title: typeof name === 'string' ? name : '',
    attributes,
    events: [],
  });
  const own = ownCall(observation);
  if (!read)
    return Object.keys(own).length > 0 && type === 'generation' ? { input: [], output: [], ...own } : undefined;
  return { ...read, ...own };
}

function ownCall(observation: Record<string, unknown>): ModelCall {
  const model = shortLine(observation['model']) ?? shortLine(observation['providedModelName']);
  const tokens = observationTokens(observation);
  const cost = observationCost(observation);
  const written = embeddedJson(observation['modelParameters']) ?? observation['modelParameters'];
  const { parameters } = modelCall(spanAttributes({ 'llm.invocation_parameters': written }, []));
  return {
    ...(model !== undefined && { model }),
    ...(parameters && { parameters }),
    ...(tokens?.total && { tokens }),
    ...(cost && { cost }),
  };
}
