import type { OpenServerStores, RequestHandlers } from '../connection/serverState';
import { isObject } from '../shared/isObject';
import { SETTINGS } from '../shared/lspExtensions';
import { parseSources } from '../sources/storeConfig';

/** What the server says where a user asks for what a browser lacks: one sentence, and how to go on. */
const REFUSED = {
  'agentEnvelopes/sending/address': 'A run is not sent from a browser',
  'agentEnvelopes/sending/headers': 'A run is not sent from a browser',
  'agentEnvelopes/sending/prepare': 'A run is not sent from a browser',
  'agentEnvelopes/sending/preview': 'A run is not sent from a browser',
  'agentEnvelopes/sending/send': 'A run is not sent from a browser',
  'agentEnvelopes/sessions': 'A browser has no home folder with sessions of coding agents',
  'agentEnvelopes/sessions/summaries': 'A browser has no home folder with sessions of coding agents',
  'agentEnvelopes/receiver/start': 'A browser can open no port to receive traces',
  'agentEnvelopes/receiver/stop': 'A browser can open no port to receive traces',
} as const;

const REMEDY = 'open this folder in VS Code on a desktop, or connected to a remote machine.';

/** Handlers that refuse the requests that need Node. */
export function unavailableInBrowser(refusal: (message: string) => Error): Pick<RequestHandlers, keyof typeof REFUSED> {
  const refuse = (reason: string) => () => {
    throw refusal(`${reason}; ${REMEDY}`);
  };
  return Object.fromEntries(Object.entries(REFUSED).map(([method, reason]) => [method, refuse(reason)])) as never;
}

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
    const names = sources.map(({ name }) => name).join(', ');
    warn(`agentEnvelopes.sources: ${names} can't be asked from a browser; ${REMEDY}`);
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
