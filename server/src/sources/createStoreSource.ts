import type { RunSource } from '../model/runSource';
import { t } from '../shared/l10n';
import {
  type ClickhouseClient,
  clickhouseClient,
  rowText,
  rowTime,
  type SqlParams,
} from './clickhouse/clickhouseClient';
import { listTraces } from './clickhouse/listTraces';
import { clickhousePushes, searchSpans } from './clickhouse/searchSpans';
import { spanColumns, spanOfRow } from './clickhouse/spanRows';
import { LOOKUP, SPANS, START, type TraceTable, traceTable } from './clickhouse/traceTable';
import { jaegerSource } from './jaegerSource';
import { langfuseSource } from './langfuseSource';
import { loadedRun } from './loadedRuns';
import { otlpRequestBody, type StoredSpan } from './otlpRequestBody';
import type { StoreOptions } from './storeClient';
import type { StoreConfig, StoreKind } from './storeConfig';
import { filteredPage, planFilter } from './storeFilter';
import { tempoSource } from './tempoSource';

/** Loads a trace from ClickHouse: yields its spans in pages, each an OTLP request on one line. */
async function* loadTrace(
  client: ClickhouseClient,
  table: TraceTable,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const params: Record<string, SqlParams[string]> = { ...table.params, id, most: SPANS_A_PAGE };
  if (table.hasLookup) {
    const [times] = await client.all(TIMES, params, signal);
    // The trace may be missing in the lookup table: without a time, all days are searched.
    const [from, to] = [rowTime(times?.['from']), rowTime(times?.['to'])];
    if (from !== undefined && from !== 0n && to !== undefined) Object.assign(params, { from, to });
  }
  let left = client.maxBytes;
  let last: StoredSpan | undefined;
  for (;;) {
    if (last) Object.assign(params, { afterStart: last.start, afterSpan: last.spanId });
    const query = pageQuery(table, { isTimed: Object.hasOwn(params, 'from'), hasCursor: last !== undefined });
    let spans: StoredSpan[] = [];
    let size = 0;
    let count = 0;
    for await (const row of client.rows(query, params, signal, left)) {
      const span = spanOfRow(row, table);
      const length = SPAN_LENGTH + rowText(row['attributes']).length + eventsLength(row['eventAttributes']);
      // Lines stay small enough to be read at once.
      if (size + length > LONGEST_LINE && spans.length > 0) {
        yield otlpRequestBody(spans);
        spans = [];
        size = 0;
      }
      spans.push(span);
      size += length;
      left -= length;
      count++;
      last = span;
    }
    if (spans.length > 0) yield otlpRequestBody(spans);
    if (count < SPANS_A_PAGE) return;
    if (left <= 0) {
      throw client.error(t`run ${id} is larger than ${client.maxBytes / 1e6} MB; raise "maxMegabytes" to load it.`);
    }
  }
}

/** Most runs are one page: their spans are then read together, as from the file of an exporter. */
const SPANS_A_PAGE = 2000;
const LONGEST_LINE = 8_000_000;
/** The length that each span counts in addition to its attributes, which limits the number of spans without attributes. */
const SPAN_LENGTH = 200;

function eventsLength(attributes: unknown): number {
  return Array.isArray(attributes) ? attributes.reduce((sum: number, one) => sum + rowText(one).length, 0) : 0;
}

const TIMES = `SELECT toString(toUnixTimestamp64Nano(toDateTime64(min(Start), 9, 'UTC'))) AS from,
  toString(toUnixTimestamp64Nano(toDateTime64(max(End), 9, 'UTC')) + 1000000000) AS to
FROM ${LOOKUP}
WHERE TraceId = {id:String}`;

function pageQuery(table: TraceTable, { isTimed, hasCursor }: { isTimed: boolean; hasCursor: boolean }): string {
  const where = [
    'TraceId = {id:String}',
    ...(isTimed
      ? [
          "Timestamp >= fromUnixTimestamp64Nano({from:Int64}, 'UTC')",
          "Timestamp <= fromUnixTimestamp64Nano({to:Int64}, 'UTC')",
        ]
      : []),
    ...(hasCursor ? [`(${START}, SpanId) > ({afterStart:Int64}, {afterSpan:String})`] : []),
  ];
  return `SELECT ${spanColumns(table)}
FROM ${SPANS}
WHERE ${where.join(' AND ')}
ORDER BY Timestamp, SpanId
LIMIT {most:UInt32}`;
}

const SOURCES: Readonly<Record<StoreKind, (config: StoreConfig, options: StoreOptions) => RunSource>> = {
  clickhouse: clickhouseSource,
  jaeger: jaegerSource,
  langfuse: langfuseSource,
  tempo: tempoSource,
};

/** Creates the source for a store of traces. Sends no request before it is used. */
export function createStoreSource(config: StoreConfig, options: StoreOptions): RunSource {
  return SOURCES[config.kind](config, options);
}

/** Creates the source for a table that the ClickHouse exporter of the OpenTelemetry collector writes. */
function clickhouseSource(config: StoreConfig, options: StoreOptions): RunSource {
  const client = clickhouseClient(config, options);
  let known: TraceTable | undefined;
  const tableOf = async (signal: AbortSignal) => {
    known ??= await traceTable(client, config, signal);
    return known;
  };
  const source: RunSource = {
    name: config.name,
    kind: 'clickhouse',
    async list(query, signal) {
      const now = options.now();
      const plan = planFilter(query, clickhousePushes, now);
      if (plan.fault !== undefined) return { runs: [], fault: plan.fault };
      const table = await tableOf(signal);
      const { pushed: terms, since, until } = plan;
      return filteredPage({
        ...{ query, plan, now, maxRuns: config.maxRuns },
        page: (limit, cursor) => listTraces(client, table, { terms, since, until, limit, cursor, now }, signal),
        load: run => loadedRun(source, run.id, signal),
      });
    },
    async search(query, signal) {
      const now = options.now();
      const plan = planFilter(query, clickhousePushes, now);
      if (plan.fault !== undefined) return { matches: [], fault: plan.fault };
      return searchSpans(client, await tableOf(signal), { query, plan, now, maxRuns: config.maxRuns }, signal);
    },
    async *load(id, signal) {
      yield* loadTrace(client, await tableOf(signal), id, signal);
    },
  };
  return source;
}
