import type { Redaction, Redactions } from './replay/index';

// The part of the protocol that is about sending runs.

/** Request: the collector that an address names, before anything is sent to it. */
export const SENDING_ADDRESS = 'agentEnvelopes/sending/address';
export interface SendingAddressParams {
  address: string;
}
export type SendingAddress =
  | {
      /** The URL that takes traces. */
      url: string;
      /** The origin: the client keeps headers by origin. */
      origin: string;
      host: string;
      isReadableOnTheWay: boolean;
    }
  | { fault: string };

/**
 * Request: prepares a run for sending. The server keeps the last prepared run, so that exactly this is sent. Null if the run
 * is gone.
 */
export const SENDING_PREPARE = 'agentEnvelopes/sending/prepare';
export interface PrepareSendingParams {
  run: string;
  redaction: Redaction;
}
export interface SendingSummary {
  id: number;
  /** The number of spans; 0 if there is nothing to send. */
  spans: number;
  /** Its size and what is redacted, in words. */
  text: string;
  /** The preview shows only the first batches. */
  isPreviewCut: boolean;
}

/** Request: the text of a prepared run, or its beginning. Null if it is no longer kept. */
export const SENDING_PREVIEW = 'agentEnvelopes/sending/preview';
export interface SendingPreviewParams {
  id: number;
}

/** Request: checks the headers for a collector that the user wrote. */
export const SENDING_HEADERS = 'agentEnvelopes/sending/headers';
export interface SendingHeadersParams {
  headers: string;
}
export interface SendingHeadersAnswer {
  fault?: string;
}

/**
 * Request: sends a prepared run, or the rest of it after a failure; an acknowledged batch is never sent again. Can be
 * cancelled. Null if the prepared run is no longer kept.
 */
export const SENDING_SEND = 'agentEnvelopes/sending/send';
export interface SendParams {
  id: number;
  address: string;
  /** `name=value,name=value`. */
  headers: string;
}
export interface SendAnswer {
  /** `unconfirmed`: the address answered with success, but not as a collector does. */
  is: 'sent' | 'rejected' | 'unconfirmed' | 'failed' | 'cancelled';
  /** The result and how to go on, for the user. */
  text: string;
  /** The collector demands other headers. */
  needsCredentials: boolean;
}

/** Server to client, during a sending: its progress. */
export const SENDING_PROGRESS = 'agentEnvelopes/sending/progress';
export interface SendingProgress {
  id: number;
  text: string;
}

type What = Redactions['counts'][number]['what'];

/** `12 paths and 1 key or token`; undefined if nothing was redacted. */
export function redactedCounts(counts: Redactions['counts']): string | undefined {
  const present = counts.filter(({ count }) => count > 0);
  const words = present.map(({ what, count }) => `${count} ${count === 1 ? REDACTION_TITLES[what] : MANY[what]}`);
  const last = words.pop();
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}

/** The title of each kind of redaction. */
export const REDACTION_TITLES: Record<What, string> = {
  path: 'path',
  email: 'e-mail address',
  secret: 'key or token',
  word: 'long random word',
  personal: 'address or number',
  field: 'property',
};

const MANY: Record<What, string> = {
  path: 'paths',
  email: 'e-mail addresses',
  secret: 'keys and tokens',
  word: 'long random words',
  personal: 'addresses and numbers',
  field: 'properties',
};

// The part of the protocol that is about receiving traces.

/** The port of OTLP/HTTP that exporters send to unless told otherwise. */
export const DEFAULT_OTLP_PORT = 4318;

/**
 * Request: receives traces by OTLP on this machine into a folder, and lists their runs as those of a workspace folder. The answer is a `ReceiverState`,
 * and so is each `RECEIVER_CHANGED` that follows.
 */
export const RECEIVER_START = 'agentEnvelopes/receiver/start';
export interface ReceiverStartParams {
  /** The absolute path of the folder for received traces. Servers with the same folder share them. */
  folder: string;
  /** The title of the root in the tree of runs. */
  name: string;
  port: number;
  /** The limits of the kept files. */
  maxMegabytes: number;
  maxDays: number;
}

/** Request: stops receiving. Received runs stay listed. The answer is a `ReceiverState`. */
export const RECEIVER_STOP = 'agentEnvelopes/receiver/stop';

/** Server to client: the state of the receiver changed, or traces arrived. */
export const RECEIVER_CHANGED = 'agentEnvelopes/receiver/changed';
export interface ReceiverState {
  /** `follows`: another server on this machine receives into the same folder. `waits`: it tries to listen again and again. */
  role: 'off' | 'listens' | 'follows' | 'waits';
  port: number;
  /** The numbers of items that this server received. */
  received: { spans: number; logRecords: number; rejected: number };
  /** Why nothing can be received, in one line. */
  fault?: string;
}
