import type { Redactions } from './replay/index';

// The part of the protocol that is about sending runs.

export type SendingAddress =
  | {
      /** The address of its traces. */
      url: string;
      /** Headers are kept by it. */
      origin: string;
      host: string;
      isReadableOnTheWay: boolean;
    }
  | { fault: string };

export interface SendingSummary {
  id: number;
  /** The number of its spans; 0: there is nothing to send. */
  spans: number;
  /** Its size and what is redacted, in words. */
  text: string;
  /** The preview shows only the first batches. */
  isPreviewCut: boolean;
}

export interface SendingHeadersAnswer {
  fault?: string;
}

export interface SendAnswer {
  /** `unconfirmed`: the address answered with success, but not as a collector does. */
  is: 'sent' | 'rejected' | 'unconfirmed' | 'failed' | 'cancelled';
  /** What came of it and how to go on, for the user. */
  text: string;
  /** The collector demands other headers. */
  needsCredentials: boolean;
}

/** Server to client, while something is sent. */
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

/** Server to client: what the receiver does has changed, or something arrived. */
export const RECEIVER_CHANGED = 'agentEnvelopes/receiver/changed';
export interface ReceiverState {
  /** `follows`: another server on this machine receives into the same folder. `waits`: it tries to listen again and again. */
  role: 'off' | 'listens' | 'follows' | 'waits';
  port: number;
  /** What arrived at this server. */
  received: { spans: number; logRecords: number; rejected: number };
  /** Why nothing can be received, in a line. */
  fault?: string;
}
