import type { RunSource } from '../../model/runSource';
import { filteredPage } from '../filter/filteredPage';
import { planFilter } from '../filter/planFilter';
import { loadedRun } from '../loadedRun';
import type { StoreContext } from '../storeClient';
import type { StoreConfig } from '../storeConfig';
import { clickhouseClient } from './clickhouseClient';
import { CLICKHOUSE_KEYS, clickhousePushes } from './filterConditions';
import { listTraces } from './listTraces';
import { loadTrace } from './loadTrace';
import { searchSpans } from './searchSpans';
import { type TraceTable, traceTable } from './traceTable';

/** The traces in a table that the ClickHouse exporter of the OpenTelemetry collector writes. */
export function clickhouseSource(config: StoreConfig, context: StoreContext): RunSource {
  const client = clickhouseClient(config, context);
  let known: TraceTable | undefined;
  const tableOf = async (signal: AbortSignal) => {
    known ??= await traceTable(client, config, signal);
    return known;
  };
  const source: RunSource = {
    name: config.name,
    kind: 'clickhouse',
    capabilities: { follows: false, searchesText: true, filters: [...CLICKHOUSE_KEYS, 'since', 'until'] },
    async list(query, signal) {
      const now = context.now();
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
      const now = context.now();
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
