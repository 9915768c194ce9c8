import { identifier, shortLine } from '../families/drafts/createDraft';
import type { ListedRun, RunSource } from '../model/runSource';
import { t } from '../shared/l10n';
import { stringifyJson } from '../text/json/losslessJson';
import { isObject } from '../text/jsonPointer';
import { parseInstant } from '../text/parseTime';
import { loadedRun } from './loadedRuns';
import { loadingSearch } from './searchByLoadingRuns';
import { type Asked, isRunId, pathSegment, type StoreClient, type StoreOptions, storeClient } from './storeClient';
import type { StoreConfig } from './storeConfig';
import { filteredPage, planFilter, type StorePage } from './storeFilter';

/** Creates the reader of a project in the trace store Langfuse, by its public API. The credential is `public key:secret key`. */
export function langfuseSource(config: StoreConfig, options: StoreOptions): RunSource {
  const client = storeClient(config, options);
  const maxRuns = Math.min(config.maxRuns, MOST_ON_A_PAGE);
  const source: RunSource = {
    name: config.name,
    kind: 'langfuse',
    async list(query, signal) {
      const now = options.now();
      const plan = planFilter(query, () => undefined, now);
      const { since, until } = plan;
      return filteredPage({
        // Only the observations of a trace tell its status and agents.
        ...{ query, plan, now, maxRuns, uncertain: ['status', 'agent'] },
        page: (limit, cursor) => tracesPage(client, { since, until: until ?? now + MINUTE, limit, cursor, signal }),
        load: run => loadedRun(source, run.id, signal),
      });
    },
    search: (query, signal) => loadingSearch(source)(query, signal),
    load: (id, signal) => loadTrace(client, id, signal),
  };
  return source;
}

const MINUTE = 60_000;
const MOST_ON_A_PAGE = 100;

interface PageOptions {
  since: number | undefined;
  until: number;
  limit: number;
  cursor: string | undefined;
  signal: AbortSignal;
}

/**
 * Returns a page of traces. The cursor has a page's number and size, and the end of the time range, since new traces must not shift the
 * pages.
 */
async function tracesPage(
  client: StoreClient,
  { since, until, limit, cursor, signal }: PageOptions,
): Promise<StorePage> {
  const [, page = '1', size, end] = /^(\d{1,9}) (\d{1,3}) (\d{1,15})$/.exec(cursor ?? '') ?? [];
  const to = end === undefined ? Math.round(until) : Number(end);
  const asked = size === undefined ? limit : Number(size);
  const query = {
    ...{ page: Number(page), limit: asked, orderBy: 'timestamp.desc', fields: 'core,io,metrics' },
    ...(since !== undefined && { fromTimestamp: new Date(since).toISOString() }),
    toTimestamp: new Date(to).toISOString(),
  };
  const { items, pages } = await listAt(client, '/api/public/traces', { query, signal });
  const hasMore = Number(page) < pages && items.length > 0;
  const runs = items.flatMap(listedTrace);
  return { runs, unlisted: items.length - runs.length, ...(hasMore && { next: `${Number(page) + 1} ${asked} ${to}` }) };
}

interface ListAnswer {
  items: Record<string, unknown>[];
  pages: number;
}

async function listAt(client: StoreClient, path: string, asked: Asked): Promise<ListAnswer> {
  const answer = await client.json(path, asked);
  const { data, meta } = isObject(answer) ? answer : {};
  const pages = isObject(meta) ? meta['totalPages'] : undefined;
  if (!Array.isArray(data) || !data.every(isObject) || typeof pages !== 'number') throw client.wrongAnswer(LANGFUSE);
  return { items: data, pages };
}

const LANGFUSE = 'Langfuse';

function listedTrace(trace: Record<string, unknown>): ListedRun[] {
  const { id, name, input, timestamp, latency, observations, sessionId } = trace;
  const conversation = identifier(sessionId);
  if (typeof id !== 'string' || !isRunId(id)) return [];
  const startedAt = parseInstant(timestamp);
  const seconds = typeof latency === 'number' && latency >= 0 && latency < 1e9 ? latency : undefined;
  const steps = Array.isArray(observations) && observations.length > 0 ? observations.length : undefined;
  return [
    {
      id,
      family: 'langfuse',
      title: shortLine(name) ?? shortLine(input) ?? id,
      status: 'unknown',
      agents: [],
      ...(startedAt !== undefined && { startedAt }),
      ...(startedAt !== undefined &&
        seconds !== undefined && { endedAt: startedAt + BigInt(Math.round(seconds * 1e9)) }),
      ...(steps !== undefined && { steps }),
      ...(conversation !== undefined && { conversation }),
    },
  ];
}

/** Yields lines of a trace with its observations, a few pages of observations per line. */
async function* loadTrace(client: StoreClient, id: string, signal: AbortSignal): AsyncGenerator<string> {
  const path = `/api/public/traces/${pathSegment(id, client.error)}`;
  const trace = await client.json(path, { query: { fields: 'core,io,metrics' }, signal, accept: [404] });
  if (trace === undefined) return;
  if (!isObject(trace) || typeof trace['id'] !== 'string') throw client.wrongAnswer(LANGFUSE);
  const { observations: _, scores: __, ...own } = trace;
  let gathered: unknown[] = [];
  let size = 0;
  let read = 0;
  for (let page = 1; ; page++) {
    const query = { traceId: id, page, limit: MOST_ON_A_PAGE };
    const { items, pages } = await listAt(client, '/api/public/observations', { query, signal });
    gathered.push(...items);
    const length = stringifyJson(items).length;
    size += length;
    read += length;
    if (read > client.maxBytes || page > MOST_PAGES) {
      throw client.error(t`run ${id} is larger than ${client.maxBytes / 1e6} MB; raise "maxMegabytes" to load it.`);
    }
    const isLast = page >= pages || items.length === 0;
    if (isLast || size > LONGEST_LINE || gathered.length >= MOST_ON_A_LINE) {
      // The last page may be empty; a trace without observations is a line, too.
      if (gathered.length > 0 || page === 1) yield `${stringifyJson({ trace: own, observations: gathered })}\n`;
      gathered = [];
      size = 0;
    }
    if (isLast) return;
  }
}

/** The maximum number of pages of observations: a server with tiny pages must not be asked forever. */
const MOST_PAGES = 400;
const LONGEST_LINE = 8_000_000;
/** The limit of observations on a line: those on one line are read together and complete each other. */
const MOST_ON_A_LINE = 2000;
