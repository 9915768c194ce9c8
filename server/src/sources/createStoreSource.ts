import type { RunSource } from '../model/runSource';
import { clickhouseSource } from './clickhouse/clickhouseSource';
import { jaegerSource } from './jaeger/jaegerSource';
import { langfuseSource } from './langfuse/langfuseSource';
import type { StoreContext } from './storeClient';
import type { StoreConfig, StoreKind } from './storeConfig';
import { tempoSource } from './tempo/tempoSource';

const SOURCES: Readonly<Record<StoreKind, (config: StoreConfig, context: StoreContext) => RunSource>> = {
  clickhouse: clickhouseSource,
  jaeger: jaegerSource,
  langfuse: langfuseSource,
  tempo: tempoSource,
};

/** A store of traces as a source of runs. Asks nothing before it is used. */
export function createStoreSource(config: StoreConfig, context: StoreContext): RunSource {
  return SOURCES[config.kind](config, context);
}
