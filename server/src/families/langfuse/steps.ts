import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import type { Path } from '../../model/text';
import { durationFromMilliseconds, parseInstant } from '../../text/instant';
import { embeddedJson } from '../../text/json/losslessJson';
import { isObject } from '../../text/pointer';
import { identifier, shortLine, spokenLine } from '../drafts/draft';
import { operationDraft } from '../drafts/operationDraft';
import { completeNested, type OperationRecord, recordDrafts } from '../drafts/recordDrafts';
import { totalAmount } from '../drafts/usageEffects';
import { requestWords } from '../exchanges/requestWords';
import { exchange } from './exchange';
import { observationDraft } from './observationDraft';

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

/** The drafts of the events that are posted for ingestion. Updates complete what was created under the same id. */
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

/** What an event may create besides traces and observations. */
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
    title: name ?? 'trace',
    outcome: output === undefined || output === null ? 'unknown' : 'ok',
    about: traceTitle(trace),
    path,
    tokens: undefined,
    cost: totalAmount([trace['totalCost']], []),
  });
}

/** What a trace is about: what was asked, as it tells it, else the first of its observations that does, from the root on; else its name. */
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
    const words = requestWords(exchange({ ...observation, input }, 'langfuse/observation'));
    if (words !== undefined) return words;
  }
  return shortLine(trace['name']) ?? spokenLine(trace['input']);
}

const MOST_TRIED = 30;

/** An input may be the JSON of a text, or of the JSON of one. */
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
