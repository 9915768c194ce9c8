import type { RequestHandlers } from '../connection/serverState';

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
  'agentEnvelopes/tool': 'The tools of agents need Node',
} as const;

const REMEDY = 'open this folder in VS Code on a desktop, or connected to a remote machine.';

/** Handlers that refuse the requests that need Node. */
export function refusals(refusal: (message: string) => Error): Pick<RequestHandlers, keyof typeof REFUSED> {
  const refuse = (reason: string) => () => {
    throw refusal(`${reason}; ${REMEDY}`);
  };
  return Object.fromEntries(Object.entries(REFUSED).map(([method, reason]) => [method, refuse(reason)])) as never;
}

/** The warning where the settings name stores. */
export function storesWarning(names: readonly string[]): string {
  return `agentEnvelopes.sources: ${names.join(', ')} can't be asked from a browser; ${REMEDY}`;
}
