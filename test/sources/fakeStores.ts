import type { ServerResponse } from 'node:http';
import { hexId } from '../../server/src/families/otlp/span';
import { isObject } from '../../server/src/text/jsonPointer';
import { type Received, sendJson, serveHttp } from '../kit/serveHttp';

interface Request {
  resourceSpans: object[];
}

type Group = Record<string, unknown>;

/** The spans of requests by trace, each trace as one request. */
function byTrace(requests: readonly Request[]): Map<string, { resourceSpans: Group[]; spans: Group[] }> {
  const traces = new Map<string, { resourceSpans: Group[]; spans: Group[] }>();
  for (const resource of requests.flatMap(({ resourceSpans }) => resourceSpans) as Group[]) {
    for (const scope of resource['scopeSpans'] as Group[]) {
      for (const span of scope['spans'] as Group[]) {
        const id = hexId(span['traceId']) ?? '';
        const trace = traces.get(id) ?? { resourceSpans: [], spans: [] };
        traces.set(id, trace);
        trace.spans.push(span);
      }
      for (const [id, trace] of traces) {
        const own = (scope['spans'] as Group[]).filter(span => hexId(span['traceId']) === id);
        if (own.length > 0) trace.resourceSpans.push({ ...resource, scopeSpans: [{ ...scope, spans: own }] });
      }
    }
  }
  return traces;
}

const startOf = (spans: readonly Group[]) =>
  spans.map(span => BigInt(String(span['startTimeUnixNano']))).reduce((one, other) => (one < other ? one : other));
const endOf = (spans: readonly Group[]) =>
  spans.map(span => BigInt(String(span['endTimeUnixNano'] ?? 0))).reduce((one, other) => (one > other ? one : other));

/**
 * Jaeger's query service, version 3: whole traces in OTLP, wrapped as its gateway does; no trace is 404. Its list takes one service and a
 * time that must be given.
 */
export async function fakeJaeger(requests: readonly Request[], services = ['travel']) {
  const traces = byTrace(requests);
  return serveHttp(({ path, query }, response) => {
    const fault = (code: number, message: string) => sendJson(response, { error: { httpCode: code, message } }, code);
    if (path === '/api/v3/services') return sendJson(response, { services });
    const [, id] = /^\/api\/v3\/traces\/(\w+)$/.exec(path) ?? [];
    if (id !== undefined) {
      const trace = traces.get(id);
      return trace
        ? sendJson(response, { result: { resourceSpans: trace.resourceSpans } })
        : fault(404, 'No traces found');
    }
    if (path !== '/api/v3/traces') return fault(404, 'no such page');
    const [min, max] = ['query.start_time_min', 'query.start_time_max'].map(name => query.get(name));
    if (!min || !max) return fault(400, 'query.start_time_min and query.start_time_max are required');
    const depth = Number(query.get('query.search_depth'));
    const found = [...traces.values()]
      .filter(({ spans }) => {
        const at = Number(startOf(spans) / 1_000_000n);
        return at >= Date.parse(min) && at <= Date.parse(max);
      })
      .sort((one, other) => Number(startOf(other.spans) - startOf(one.spans)))
      .slice(0, depth);
    if (found.length === 0) return fault(404, 'No traces found');
    sendJson(response, { result: { resourceSpans: found.flatMap(({ resourceSpans }) => resourceSpans) } });
  });
}

/** Grafana Tempo: search answers the root span of each trace with the selected attributes; every query matches every trace. */
export async function fakeTempo(requests: readonly Request[]) {
  const traces = byTrace(requests);
  return serveHttp(({ path, query }, response) => {
    const [, version = '', id = ''] = /^\/api\/(v2\/)?traces\/(\w+)$/.exec(path) ?? [];
    if (id !== '') {
      const trace = traces.get(id);
      if (!trace) return sendJson(response, 'trace not found', 404);
      const { resourceSpans } = trace;
      return sendJson(
        response,
        version === '' ? { batches: resourceSpans } : { trace: { resourceSpans }, metrics: {} },
      );
    }
    if (path !== '/api/search') return sendJson(response, 'not found', 404);
    const [start, end, limit] = ['start', 'end', 'limit'].map(name => Number(query.get(name)));
    const selected = /select\(([^)]*)\)/.exec(query.get('q') ?? '')?.[1]?.split(', ') ?? [];
    const found = [...traces]
      .map(([traceID, { spans }]) => ({ traceID, spans, at: startOf(spans) }))
      .filter(({ at }) => at / 1_000_000_000n >= BigInt(start ?? 0) && at / 1_000_000_000n < BigInt(end ?? 0))
      .sort((one, other) => Number(other.at - one.at))
      .slice(0, limit);
    sendJson(response, { traces: found.map(trace => tempoTrace(trace, selected)), metrics: { totalBlocks: 1 } });
  });
}

const STATUSES = ['unset', 'ok', 'error'];

function tempoTrace(
  { traceID, spans, at }: { traceID: string; spans: Group[]; at: bigint },
  selected: readonly string[],
) {
  const root = spans.find(span => span['parentSpanId'] === undefined) ?? {};
  const status = isObject(root['status']) ? root['status'] : {};
  const intrinsics: Record<string, object> = {
    nestedSetParent: { intValue: '-1' },
    status: { stringValue: STATUSES[Number(status['code'] ?? 0)] },
    statusMessage: { stringValue: status['message'] ?? '' },
  };
  const own = ((root['attributes'] ?? []) as { key: string; value: object }[]).filter(({ key }) =>
    selected.includes(`span.${key}`),
  );
  return {
    traceID: traceID.replace(/^0+/, ''),
    rootServiceName: 'travel',
    rootTraceName: root['name'],
    startTimeUnixNano: String(at),
    durationMs: Number((endOf(spans) - at) / 1_000_000n),
    spanSets: [
      {
        matched: 1,
        spans: [
          {
            spanID: root['spanId'],
            name: root['name'],
            startTimeUnixNano: root['startTimeUnixNano'],
            durationNanos: '1',
            attributes: [
              ...Object.entries(intrinsics).flatMap(([key, value]) => (selected.includes(key) ? [{ key, value }] : [])),
              ...own,
            ],
          },
        ],
      },
    ],
  };
}

/** Langfuse's public API over exported traces. */
export async function fakeLangfuse(exported: readonly { trace: Group; observations: Group[] }[]) {
  const page = (items: readonly unknown[], { query }: Received, response: ServerResponse) => {
    const [number, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 50)];
    const data = items.slice((number - 1) * limit, number * limit);
    const meta = { page: number, limit, totalItems: items.length, totalPages: Math.ceil(items.length / limit) };
    sendJson(response, { data, meta });
  };
  return serveHttp((request, response) => {
    const { path, query, headers } = request;
    if (headers.authorization !== `Basic ${btoa('pk-1:sk-2')}`) {
      return sendJson(response, { error: 'Invalid credentials' }, 401);
    }
    const [, id] = /^\/api\/public\/traces\/([^/]+)$/.exec(path) ?? [];
    if (id !== undefined) {
      const found = exported.find(({ trace }) => trace['id'] === decodeURIComponent(id));
      return found ? sendJson(response, { ...found.trace, observations: [], scores: [] }) : sendJson(response, {}, 404);
    }
    if (path === '/api/public/observations') {
      const found = exported.find(({ trace }) => trace['id'] === query.get('traceId'));
      return page(found?.observations ?? [], request, response);
    }
    if (path !== '/api/public/traces') return sendJson(response, {}, 404);
    const [from = '', to = '~'] = ['fromTimestamp', 'toTimestamp'].map(name => query.get(name) ?? undefined);
    const found = exported
      .map(({ trace, observations }) => ({ ...trace, observations: observations.map(({ id }) => id) }) as Group)
      .filter(({ timestamp }) => String(timestamp) >= from && String(timestamp) < to)
      .sort((one, other) => (String(one['timestamp']) < String(other['timestamp']) ? 1 : -1));
    page(found, request, response);
  });
}
