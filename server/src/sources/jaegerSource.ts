import { objectsIn } from '../families/drafts/createDraft';
import { hexId } from '../families/otlp/span';
import type { ListedRun, RunSource } from '../model/runSource';
import type { IndexedRun } from '../runs/assembly/indexedRun';
import { addToList, compareValues } from '../shared/arrays';
import { t } from '../shared/l10n';
import { stringifyJson } from '../text/json/losslessJson';
import { isObject } from '../text/jsonPointer';
import { hasSpans, runsInLines } from './loadedRuns';
import { loadingSearch } from './searchByLoadingRuns';
import {
  type Asked,
  isRunId,
  parsedJson,
  pathSegment,
  type StoreClient,
  type StoreOptions,
  storeClient,
} from './storeClient';
import type { StoreConfig } from './storeConfig';
import { filteredPage, listedOfSummary, planFilter, recentTime, type StorePage } from './storeFilter';

/** Creates the reader of a trace store with Jaeger's HTTP API, version 3. It queries by time only; answers are whole traces. */
export function jaegerSource(config: StoreConfig, options: StoreOptions): RunSource {
  const client = storeClient(config, options);
  const { maxRuns } = config;
  const source: RunSource = {
    name: config.name,
    kind: 'jaeger',
    async list(query, signal) {
      const now = options.now();
      const plan = planFilter(query, () => undefined, now);
      if (plan.fault !== undefined) return { runs: [], fault: plan.fault };
      // A page has whole traces: their steps need no further request.
      const read = new Map<string, IndexedRun>();
      const { since, until, told } = recentTime(plan, now);
      const page = await filteredPage({
        ...{ query, plan, now, maxRuns },
        page: (limit, cursor) => tracesPage(client, config, { since, until, limit, cursor, signal, read }),
        load: async ({ id }) => read.get(id),
      });
      return { ...page, ...told };
    },
    search: (query, signal) => loadingSearch(source)(query, signal),
    async *load(id, signal) {
      const response = await client.ask(`/api/v3/traces/${pathSegment(id, client.error)}`, { signal, accept: [404] });
      const text = await response.text();
      if (response.status === 404) return;
      for (const value of jsonValues(text, client)) {
        if (hasSpans(isObject(value['result']) ? value['result'] : value)) yield `${stringifyJson(value)}\n`;
      }
    },
  };
  return source;
}

interface PageOptions {
  since: number;
  until: number;
  limit: number;
  cursor: string | undefined;
  signal: AbortSignal;
  read: Map<string, IndexedRun>;
}

/** Returns the newest traces of all services that started before the cursor. */
async function tracesPage(
  client: StoreClient,
  { services }: StoreConfig,
  { since, until, limit, cursor, signal, read }: PageOptions,
): Promise<StorePage> {
  const before = /^\d{1,19}$/.test(cursor ?? '') ? BigInt(cursor as string) : BigInt(until) * MILLION;
  const asked = services ?? (await servicesOf(client, signal));
  const runs = new Map<string, ListedRun>();
  const invalid = new Set<string>();
  let isCut = false;
  for (const service of asked.slice(0, MOST_SERVICES)) {
    const query = findQuery(service, { since, before, limit: limit + 1 });
    const lines = await tracesOf(client, { query, signal }, invalid);
    if (lines.size > limit) isCut = true;
    for (const [id, line] of lines) {
      const [run] = runsInLines([line]);
      if (runs.has(id)) continue;
      const listed = run && listedOfSummary(run.summary, id);
      const { startedAt } = listed ?? {};
      if (!listed || !isRunId(id) || startedAt === undefined || startedAt === 0n) {
        invalid.add(id);
        continue;
      }
      if (startedAt >= before || startedAt < BigInt(Math.round(since)) * MILLION) continue;
      read.set(id, run);
      runs.set(id, listed);
    }
  }
  const newest = [...runs.values()].sort((one, other) => compareValues(other.startedAt ?? 0n, one.startedAt ?? 0n));
  const page = newest.slice(0, limit);
  const last = page.at(-1);
  const hasMore = (isCut || newest.length > limit) && last?.startedAt !== undefined;
  return { runs: page, unlisted: invalid.size, ...(hasMore && { next: String(last.startedAt) }) };
}

const MOST_SERVICES = 20;
const LONGEST_ID = 100;
const LONGEST_SERVICE = 200;
const MILLION = 1_000_000n;

async function servicesOf(client: StoreClient, signal: AbortSignal): Promise<string[]> {
  const answer = await client.json('/api/v3/services', { signal });
  const services = isObject(answer) ? answer['services'] : undefined;
  if (!Array.isArray(services)) throw notJaeger(client);
  // Each becomes part of a URL.
  return services.filter(one => typeof one === 'string' && one !== '' && one.length <= LONGEST_SERVICE);
}

/** Returns the query string, with each name in the spellings of two releases. */
function findQuery(
  service: string,
  { since, before, limit }: { since: number; before: bigint; limit: number },
): NonNullable<Asked['query']> {
  const [from, to] = [isoTime(BigInt(Math.round(since)) * MILLION), isoTime(before)];
  return {
    'query.service_name': service,
    'query.serviceName': service,
    'query.start_time_min': from,
    'query.startTimeMin': from,
    'query.start_time_max': to,
    'query.startTimeMax': to,
    'query.num_traces': limit,
    'query.search_depth': limit,
    'query.searchDepth': limit,
  };
}

function isoTime(nanoseconds: bigint): string {
  const rest = String(nanoseconds % (1000n * MILLION)).padStart(9, '0');
  return `${new Date(Number(nanoseconds / MILLION)).toISOString().slice(0, 19)}.${rest}Z`;
}

/**
 * Splits an answer into traces, each as one line, by id.
 *
 * @param invalid receives the invalid ids of the answer
 */
async function tracesOf(client: StoreClient, asked: Asked, invalid: Set<string>): Promise<Map<string, string>> {
  const response = await client.ask('/api/v3/traces', { ...asked, accept: [404] });
  const text = await response.text();
  // Jaeger answers 404 if there is no trace.
  if (response.status === 404) return new Map();
  const traces = new Map<string, object[]>();
  for (const value of jsonValues(text, client)) {
    for (const [id, resource] of resourcesByTrace(value, invalid)) addToList(traces, id, resource);
  }
  return new Map([...traces].map(([id, resourceSpans]) => [id, stringifyJson({ resourceSpans })]));
}

/** Splits the resources of an answer by trace: yields a resource once for each trace, with the spans of that trace. */
function* resourcesByTrace(
  value: Record<string, unknown>,
  invalid: Set<string>,
): Generator<[id: string, resource: object]> {
  const result = isObject(value['result']) ? value['result'] : value;
  for (const resource of objectsIn(result['resourceSpans'])) {
    const byTrace = new Map<string, object[]>();
    for (const scope of objectsIn(resource['scopeSpans'])) {
      for (const [id, spans] of groupByTrace(objectsIn(scope['spans']), invalid))
        addToList(byTrace, id, { ...scope, spans });
    }
    for (const [id, scopeSpans] of byTrace) yield [id, { ...resource, scopeSpans }];
  }
}

function groupByTrace(spans: readonly Record<string, unknown>[], invalid: Set<string>): Map<string, object[]> {
  const groups = new Map<string, object[]>();
  for (const span of spans) {
    const id = hexId(span['traceId']);
    if (id === undefined) {
      invalid.add(typeof span['traceId'] === 'string' ? span['traceId'].slice(0, LONGEST_ID) : '');
      continue;
    }
    addToList(groups, id, span);
  }
  return groups;
}

/** Parses the JSON of an answer: one value, or one on each line of a stream. */
function jsonValues(text: string, client: StoreClient): Record<string, unknown>[] {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const isStream = lines.length > 1 && lines.every(line => line.startsWith('{') && line.trimEnd().endsWith('}'));
  const values = (isStream ? lines : [text]).map(one => parsedJson(one, client.error));
  if (values.length === 0 || !values.every(isTracesAnswer)) throw notJaeger(client);
  return values;
}

/** Returns whether a value is an answer with traces. Some releases leave out an empty list. */
function isTracesAnswer(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const { result, resourceSpans } = value;
  if (!isObject(result)) return Array.isArray(resourceSpans);
  return Array.isArray(result['resourceSpans']) || Object.keys(result).length === 0;
}

function notJaeger({ wrongAnswer }: StoreClient) {
  return wrongAnswer(t`the API of Jaeger, version 3`);
}
