import type { CreateStores, RequestHandlers } from '../connection/serverState';
import { isObject } from '../shared/isObject';
import { t } from '../shared/l10n';
import { SETTINGS } from '../shared/lspExtensions';
import { parseSources } from '../sources/storeConfig';

// The messages for features that don't work in a browser, such as sending a run. Each says why, and how to go on.
const NO_SENDING = t`A run is not sent from a browser; open this folder in VS Code on a desktop, or connected to a remote machine.`;
const NO_SESSIONS = t`A browser has no home folder with sessions of coding agents; open this folder in VS Code on a desktop, or connected to a remote machine.`;
const NO_PORT = t`A browser can open no port to receive traces; open this folder in VS Code on a desktop, or connected to a remote machine.`;
const REFUSED = {
  'agentEnvelopes/sending/address': NO_SENDING,
  'agentEnvelopes/sending/headers': NO_SENDING,
  'agentEnvelopes/sending/prepare': NO_SENDING,
  'agentEnvelopes/sending/preview': NO_SENDING,
  'agentEnvelopes/sending/send': NO_SENDING,
  'agentEnvelopes/sessions': NO_SESSIONS,
  'agentEnvelopes/sessions/summaries': NO_SESSIONS,
  'agentEnvelopes/receiver/start': NO_PORT,
  'agentEnvelopes/receiver/stop': NO_PORT,
} as const;

/** Returns handlers for the requests that need Node: in a browser, each throws an error with the reason. */
export function unavailableInBrowser(refusal: (message: string) => Error): Pick<RequestHandlers, keyof typeof REFUSED> {
  const refuse = (reason: string) => () => {
    throw refusal(reason);
  };
  return Object.fromEntries(Object.entries(REFUSED).map(([method, reason]) => [method, refuse(reason)])) as never;
}

/** Replaces the trace stores, which refuse requests of pages from other origins. Warns once if the settings name stores. */
export const noStores: CreateStores = (connection, { capabilities, initializationOptions }, { warn }) => {
  let isWarned = false;

  async function configure(pushed: unknown = initializationOptions?.settings?.sources): Promise<void> {
    const settings: unknown = capabilities.workspace?.configuration
      ? await connection.workspace.getConfiguration(SETTINGS).catch(() => undefined)
      : { sources: pushed };
    const { sources } = parseSources(isObject(settings) ? settings['sources'] : undefined);
    if (isWarned || sources.length === 0) return;
    isWarned = true;
    const names = sources.map(({ name }) => name).join(', ');
    warn(
      t`agentEnvelopes.sources: ${names} can't be asked from a browser; open this folder in VS Code on a desktop, or connected to a remote machine.`,
    );
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
    search: async name => ({ matches: [], fault: t`There is no store "${name}" any more.` }),
    refresh() {},
  };
};
