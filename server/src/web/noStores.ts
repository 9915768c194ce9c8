import type { OpenServerStores } from '../connection/serverState';
import { isObject } from '../shared/isObject';
import { SETTINGS } from '../shared/protocol';
import { parseSources } from '../sources/storeConfig';
import { storesWarning } from './refusals';

/** Stands in for the stores of traces, which answer no page of another origin: says so, once, where the settings name some. */
export const noStores: OpenServerStores = (connection, { capabilities, initializationOptions }, { warn }) => {
  let isWarned = false;

  async function configure(pushed: unknown = initializationOptions?.settings?.sources): Promise<void> {
    const settings: unknown = capabilities.workspace?.configuration
      ? await connection.workspace.getConfiguration(SETTINGS).catch(() => undefined)
      : { sources: pushed };
    const { sources } = parseSources(isObject(settings) ? settings['sources'] : undefined);
    if (isWarned || sources.length === 0) return;
    isWarned = true;
    warn(storesWarning(sources.map(({ name }) => name)));
  }

  return {
    configure,
    configured: async () => {},
    reopen() {},
    close() {},
    nodes: async () => undefined,
    keyOf: async run => run,
    nodeOf: async node => node,
    names: () => [],
    search: async name => ({ matches: [], fault: `There is no store "${name}" any more.` }),
    refresh() {},
  };
};
